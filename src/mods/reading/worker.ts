import { wordsOf } from '../../lists/search/words.ts'
import { type IndexedFile, readIndexedFile } from '../../load-order/reading/indexed.ts'
import { readLoadOrder } from '../../load-order/reading/read.ts'
import { isInCodePage, storedProfile } from '../../load-order/reading/stored-profile.ts'
import { serveTasks } from '../../workers/serve.ts'
import type { Task } from '../../workers/worker-process.ts'

// The program of the worker process that reads files for the index.

interface FilesTask extends Task {
  files: readonly Uint8Array[]
  /** The clean names of the files. */
  names: readonly string[]
}

/** Returns what the index takes from the first file, an IndexedFile, as JSON. Its neighbors decide about its code page. */
function indexedFile(task: FilesTask) {
  const [file = { name: '', text: '' }] = storedProfile(task)
  const inCodePage = task.files.slice(0, 1).some((bytes) => isInCodePage(file.name, bytes))
  return Buffer.from(JSON.stringify(readIndexedFile(file, inCodePage) satisfies IndexedFile))
}

/** Returns the exact number of plugins in several files as JSON, for files that list more than the index holds. */
function pluginCounts({ domain, ...task }: FilesTask & { domain: string | null }) {
  const { plugins } = readLoadOrder(storedProfile(task), { domain })
  const enabled = plugins?.filter(({ enabled }) => enabled === true)
  return Buffer.from(JSON.stringify({ plugins: plugins?.length ?? null, pluginsEnabled: enabled?.length ?? null }))
}

interface NamesTask extends Task {
  names: readonly string[]
}

/** Returns the words of each name, by which a search finds it, as JSON. */
function searchWords({ names }: NamesTask) {
  return Buffer.from(JSON.stringify(names.map((name) => ` ${wordsOf([name]).join(' ')}`)))
}

const KINDS = { indexedFile, pluginCounts, searchWords }

export type IndexKinds = typeof KINDS

serveTasks(KINDS)
