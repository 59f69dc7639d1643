import { wordsOf } from '../../lists/search/words.ts'
import { type IndexedNames, readIndexedNames } from '../../load-order/reading/indexed.ts'
import type { Task } from '../../workers/serve.ts'

// What the worker thread that reads lists for the index does: a function for each kind of task.

interface ListTask extends Task {
  files: readonly Uint8Array[]
  names: readonly string[]
  domain: string | null
}

const indexedNames = ({ domain, ...profile }: ListTask): IndexedNames => readIndexedNames(profile, domain)

interface NamesTask extends Task {
  names: readonly string[]
}

const searchWords = ({ names }: NamesTask): string[] => names.map((name) => ` ${wordsOf([name]).join(' ')}`)

/** All kinds of tasks. Tests run them without a thread. */
export const KINDS = { indexedNames, searchWords }

export type IndexKinds = typeof KINDS
