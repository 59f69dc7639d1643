import { bytePatch } from '../../diff/byte-patch.ts'
import { unifiedDiff } from '../../diff/unified-diff.ts'
import { personalData } from '../../lists/writing/profile/personal-data.ts'
import { alignOrders } from '../../load-order/comparing/side-by-side.ts'
import { takeableParts } from '../../load-order/merging/changed-files.ts'
import { type ListingTab, readListing, withRowsOf } from '../../load-order/reading/listing.ts'
import { logKindOf, type Part, type ProfileLoadOrder, readLoadOrder } from '../../load-order/reading/read.ts'
import { type StoredProfile, storedProfile } from '../../load-order/reading/stored-profile.ts'
import { type ShortMessage, shortChanges } from '../../load-order/rendering/chat.ts'
import { type ComparisonQuery, comparisonView } from '../../load-order/rendering/comparison/view.ts'
import { changesExcerpt } from '../../load-order/rendering/excerpt.ts'
import { type Format, renderLoadOrder } from '../../load-order/rendering/load-order.ts'
import { changesMarkdown } from '../../load-order/rendering/markdown.ts'
import type { ListNames } from '../../load-order/rendering/sentence.ts'
import type { CrashLog, Note } from '../../load-order/schemas.ts'
import { comparedText } from '../../text/encoding.ts'
import { cutJsonArray } from '../../text/json.ts'
import { hidePersonal } from '../../text/personal.ts'
import { serveTasks, type Task } from '../../workers/serve.ts'
import { changelog } from './changelog.ts'
import { culprit } from './culprit.ts'
import { changes } from './list-changes.ts'
import { merge } from './merge.ts'
import { parsedChanges, parsedEach, withHead } from './result.ts'
import { versions } from './versions.ts'

/*
 * The program of the worker threads that compare: a function for each kind of task. Diffs and load orders know
 * nothing of each other, and neither knows of threads; they meet only here. A task gets the bytes of stored files, in
 * any encoding, and returns bytes that can be sent unchanged.
 */

interface DiffTask extends Task {
  files: readonly [oldFile: Uint8Array | undefined, newFile: Uint8Array | undefined]
  name: string
}

/** Returns the unified diff of a file as a JSON string. It is empty if there is nothing to show. */
function diff({ files: [oldFile, newFile], name }: DiffTask) {
  const text = unifiedDiff(name, oldFile && comparedText(oldFile), newFile && comparedText(newFile))
  return Buffer.from(text === '' ? '' : JSON.stringify(text))
}

/** Like diff, for a page: without personal data if one side is a log. */
function shownDiff({ files, name }: DiffTask) {
  const [oldText, newText] = files.map((file) => file && comparedText(file))
  const text = unifiedDiff(name, oldText, newText)
  if (text === '') return Buffer.of()
  const hasLog = [oldText, newText].some((side) => side !== undefined && logKindOf(side) !== null)
  return Buffer.from(JSON.stringify(hasLog ? hidePersonal(text) : text))
}

/** Returns the patch of a file for its bytes. It is empty if there is nothing to show. */
const patch = ({ files: [oldFile, newFile], name }: DiffTask) => bytePatch(name, oldFile, newFile)

interface ReadTask extends StoredProfile {
  /** The game of the list in addresses of Nexus Mods. */
  domain: string | null
}

interface LoadOrderTask extends ReadTask {
  part: Part
}

export interface LoadOrderHead {
  notes: Note[]
  /** The log, if this is the part of the plugins, and there is one. */
  log: CrashLog | null
}

/** Maximum size of one part of a load order, in bytes of JSON. Real profiles are far smaller. */
const MAX_ENTRIES_BYTES = 8 * 2 ** 20
const MAX_SETTINGS_BYTES = 2 ** 20

/** Reads one part of a load order. A part above the maximum size ends early, and a note says so. */
function loadOrder({ files, names, part, domain }: LoadOrderTask) {
  const order = readLoadOrder(storedProfile({ files, names }), { part, domain })
  const [ini] = order.settings
  const entries = ini?.settings ?? order.mods ?? order.plugins
  const total = entries?.length ?? 0
  const { json, count } = cutJsonArray(entries ?? [], ini === undefined ? MAX_ENTRIES_BYTES : MAX_SETTINGS_BYTES)
  const body = ini === undefined ? json : `{"file":${JSON.stringify(ini.file)},"settings":${json}}`
  const notes = [...order.notes, ...cutNotes(order, names, count, total)]
  const head: LoadOrderHead = { notes, log: order.log }
  return withHead(head, Buffer.from(entries === null || entries === undefined ? 'null' : body))
}

/**
 * Returns a note for each file with entries after the first `count`, which are left out. Plugins of loadorder.txt come
 * before those of plugins.txt.
 */
function cutNotes(order: ProfileLoadOrder, names: readonly string[], count: number, total: number): Note[] {
  const ordered = order.pluginSources.ordered ?? 0
  const named = (name: string) => names.find((file) => file.toLowerCase() === name)
  const note = (file = '', from: number, to: number) =>
    to > Math.max(count, from) ? [{ file, code: 'cut' as const, count: to - Math.max(count, from), names: [] }] : []
  const [ini] = order.settings
  const only = ini?.file ?? order.origins.mods ?? order.origins.plugins
  if (only !== null) return note(only, 0, total)
  return [...note(named('loadorder.txt'), 0, ordered), ...note(named('plugins.txt'), ordered, total)]
}

/** Returns what a file is by its content, a LogKind, as JSON. */
function logKind(profile: StoredProfile) {
  const [file] = storedProfile(profile)
  return Buffer.from(JSON.stringify(logKindOf(file?.text ?? '')))
}

/** Returns the parts whose changes can be taken over into files, as JSON. */
function takeable({ files, names }: StoredProfile) {
  const contents = files.map((content, at) => ({ name: names[at] ?? '', content }))
  return Buffer.from(JSON.stringify(takeableParts(contents)))
}

/** Returns the kinds of personal data in a file, as JSON. */
const personal = ({ files: [file = new Uint8Array()] }: { files: readonly Uint8Array[] }) =>
  Buffer.from(JSON.stringify(personalData(file)))

interface OrderTextTask extends ReadTask {
  format: Format
}

/** Returns the mods and plugins in files as text, Markdown or CSV. */
function orderText({ files, names, domain, format }: OrderTextTask) {
  const order = readLoadOrder(storedProfile({ files, names }), { domain })
  return Buffer.from(renderLoadOrder(order, format))
}

interface ListingTask extends ReadTask {
  tab: ListingTab | undefined
}

/** Returns what a page shows of files, a Listing with the rows of one tab, as JSON. */
function listing({ files, names, domain, tab }: ListingTask) {
  return Buffer.from(JSON.stringify(withRowsOf(readListing(storedProfile({ files, names }), domain), tab)))
}

interface MarkdownTask extends Task {
  /** JSON members of the changes, in pieces. */
  files: readonly (Uint8Array | undefined)[]
  names: ListNames
}

/** Returns changes as Markdown. */
function markdown({ files, names, by }: MarkdownTask & { by?: string | undefined }) {
  return Buffer.from(changesMarkdown(parsedChanges(files), names, by))
}

interface ExcerptsTask extends Task {
  /** JSON members of each revision's changes, in pieces. */
  files: readonly (Uint8Array | undefined)[]
  /** Number of pieces of each revision; 0 for a revision without a previous one. */
  pieces: readonly number[]
  /** The names of each revision and of the one before it. */
  names: readonly ListNames[]
  /** Share of a page that the changes of a revision may take, up to 1. */
  share: number
}

/** Returns what a page shows of the changes of revisions and their sentences: a ChangesExcerpt or null for each, as JSON. */
function excerpts({ files, pieces, names, share }: ExcerptsTask) {
  const changes = parsedEach(files, pieces)
  return Buffer.from(JSON.stringify(names.map((sides, at) => changes[at] && changesExcerpt(changes[at], sides, share))))
}

interface ComparisonTask extends MarkdownTask {
  query: ComparisonQuery
  lists: Parameters<typeof comparisonView>[3]
}

/** Returns what a page shows of a comparison, a ComparisonView, as JSON. */
function comparison({ files, names, query, lists }: ComparisonTask) {
  return Buffer.from(JSON.stringify(comparisonView(parsedChanges(files), names, query, lists)))
}

interface SideBySideTask extends StoredProfile {
  /** Number of files of the first list, which come first. */
  baseFiles: number
  /** The games of both lists in addresses of Nexus Mods. */
  domains: readonly [string | null, string | null]
}

/** Returns the orders of two lists next to each other, as JSON. */
function sideBySide({ files, names, baseFiles, domains: [first, second] }: SideBySideTask) {
  const profile = storedProfile({ files, names })
  const [before, after] = [profile.slice(0, baseFiles), profile.slice(baseFiles)]
  const orders = [
    readLoadOrder(before, { domain: first, withSources: false }),
    readLoadOrder(after, { domain: second, withSources: false }),
  ] as const
  return Buffer.from(JSON.stringify(alignOrders(...orders)))
}

interface ShortTask extends MarkdownTask {
  message: ShortMessage
}

/** Returns changes as a short text for a chat. */
function shortMarkdown({ files, names, message }: ShortTask) {
  return Buffer.from(shortChanges(parsedChanges(files), names, message))
}

/** All kinds of tasks. Tests run them without a thread. */
export const KINDS = {
  diff,
  shownDiff,
  patch,
  changes,
  loadOrder,
  logKind,
  orderText,
  listing,
  markdown,
  shortMarkdown,
  excerpts,
  comparison,
  sideBySide,
  takeable,
  personal,
  changelog,
  merge,
  culprit,
  versions,
}

export type CompareKinds = typeof KINDS

export default serveTasks(KINDS)
