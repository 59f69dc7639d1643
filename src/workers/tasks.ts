import { type Budget, unifiedDiffJson } from '../diff/unified-diff.ts'
import { readListing } from '../load-order/reading/listing.ts'
import { readLoadOrder } from '../load-order/reading/read.ts'
import { changesExcerpt } from '../load-order/rendering/excerpt.ts'
import { changesMarkdown } from '../load-order/rendering/markdown.ts'
import type { ListNames } from '../load-order/rendering/sentence.ts'
import type { Note } from '../load-order/schemas.ts'
import { comparedText } from '../text/compared-text.ts'
import { jsonArray } from '../text/json-array.ts'
import { changelog } from './changelog.ts'
import { changes } from './list-changes.ts'
import { parsedChanges, profileFile, type Task, withHead } from './result.ts'

/*
 * What runs in a worker process: a function for each kind of task. Diffs and load orders know nothing of each other, and
 * neither knows of processes; only here they meet. A task is given the bytes of stored files, in any encoding, and gives
 * bytes that can be sent as they are.
 */

export interface DiffTask extends Task {
  files: readonly [oldFile: Uint8Array | undefined, newFile: Uint8Array | undefined]
  name: string
  budget: Budget
}

/** The unified diff of a file as a JSON string, empty when there is nothing to show. */
function diff({ files: [oldFile, newFile], name, budget }: DiffTask) {
  return unifiedDiffJson(name, oldFile && comparedText(oldFile), newFile && comparedText(newFile), budget)
}

export interface LoadOrderTask extends Task {
  files: readonly Uint8Array[]
  names: readonly string[]
}

export interface LoadOrderHead {
  notes: Note[]
}

/** So much of a part of a load order is written; no profile that people play with comes near. */
const MAX_ENTRIES_BYTES = 8 * 2 ** 20
const MAX_SETTINGS_BYTES = 2 ** 20

/** What files of one part of a load order say, in the same form. */
function loadOrder({ files, names }: LoadOrderTask) {
  const { mods, plugins, settings, notes } = readLoadOrder(
    files.map((file, at) => profileFile(names[at], comparedText(file))),
  )
  const head: LoadOrderHead = { notes }
  const [ini] = settings
  const body =
    ini === undefined
      ? jsonArray(mods ?? plugins ?? [], MAX_ENTRIES_BYTES)
      : `{"file":${JSON.stringify(ini.file)},"settings":${jsonArray(ini.settings, MAX_SETTINGS_BYTES)}}`
  return withHead(head, Buffer.from(body))
}

/** What a page shows of files: a Listing as JSON. */
function listing({ files, names }: LoadOrderTask) {
  return jsonBytes(readListing(files.map((file, at) => profileFile(names[at], comparedText(file)))))
}

export interface MarkdownTask extends Task {
  /** In pieces, the members of the changes as JSON. */
  files: readonly (Uint8Array | undefined)[]
  names: ListNames
}

/** Changes as Markdown. */
function markdown({ files, names }: MarkdownTask) {
  return Buffer.from(changesMarkdown(parsedChanges(files), names))
}

export interface ExcerptTask extends MarkdownTask {
  /** How much of a page the changes may take, up to 1. */
  share: number
}

/** What a page shows of changes, and their sentence: a ChangesExcerpt as JSON. */
function excerpt({ files, names, share }: ExcerptTask) {
  return jsonBytes(changesExcerpt(parsedChanges(files), names, share))
}

export const KINDS = { diff, changes, loadOrder, listing, markdown, excerpt, changelog }

export type Kinds = typeof KINDS

const jsonBytes = (value: object) => Buffer.from(JSON.stringify(value))
