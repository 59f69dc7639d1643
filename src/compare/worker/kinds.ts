import MarkdownIt from 'markdown-it'
import { unifiedDiff } from '../../diff/unified-diff.ts'
import { guessGame } from '../../lists/writing/profile/guess-game.ts'
import { personalData } from '../../lists/writing/profile/personal-data.ts'
import { type AlignedOrders, alignOrders } from '../../load-order/comparing/side-by-side.ts'
import { type Takeable, takeableParts } from '../../load-order/merging/changed-files.ts'
import { namesOf } from '../../load-order/reading/exports/listed-names.ts'
import { type Listing, type ListingTab, readListing, withRowsOf } from '../../load-order/reading/listing.ts'
import {
  type LogKind,
  logKindOf,
  type Part,
  type ProfileLoadOrder,
  pastedName,
  readLoadOrder,
  UNKNOWN,
} from '../../load-order/reading/read.ts'
import { type StoredProfile, storedProfile } from '../../load-order/reading/stored-profile.ts'
import { type ShortMessage, shortChanges } from '../../load-order/rendering/chat.ts'
import { visible } from '../../load-order/rendering/code-span.ts'
import {
  type ComparisonQuery,
  type ComparisonView,
  comparisonView,
} from '../../load-order/rendering/comparison/view.ts'
import { type ChangesExcerpt, changesExcerpt } from '../../load-order/rendering/excerpt.ts'
import { type Format, renderLoadOrder } from '../../load-order/rendering/load-order.ts'
import {
  type ChangelogEntry,
  changelogMarkdown,
  changesMarkdown,
  entryMarkdown,
  entrySentence,
  entryTitle,
} from '../../load-order/rendering/markdown.ts'
import type { ListNames } from '../../load-order/rendering/sentence.ts'
import type { LoadOrder, LoadOrderChanges, Note } from '../../load-order/schemas.ts'
import { type AtomFeed, atomFeed } from '../../text/atom.ts'
import { comparedText } from '../../text/encoding.ts'
import { hidePersonal } from '../../text/personal.ts'
import type { Task } from '../../workers/serve.ts'
import type { PackedVersion, Versions } from '../schemas.ts'
import { bytePatch } from './byte-patch.ts'
import { changes } from './list-changes.ts'
import { culprit, merge } from './merge.ts'

/*
 * What the worker threads do: a function for each kind of task. Diffs and load orders meet only here, and know
 * nothing of threads.
 */

interface DiffTask extends Task {
  files: readonly [oldFile: Uint8Array | undefined, newFile: Uint8Array | undefined]
  name: string
}

const diff = ({ files: [oldFile, newFile], name }: DiffTask): string =>
  unifiedDiff(name, oldFile && comparedText(oldFile), newFile && comparedText(newFile))

/** Like diff, for a page: without personal data if one side is a log. */
function shownDiff({ files, name }: DiffTask): string {
  const [oldText, newText] = files.map((file) => file && comparedText(file))
  const text = unifiedDiff(name, oldText, newText)
  const hasLog = text !== '' && [oldText, newText].some((side) => side !== undefined && logKindOf(side) !== null)
  return hasLog ? hidePersonal(text) : text
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

/** One part of a load order. The others are empty. */
export type PartOfOrder = Pick<LoadOrder, 'mods' | 'plugins' | 'settings' | 'notes' | 'log'>

/** Maximum size of one part of a load order, in bytes of JSON. Real profiles are far smaller. */
const MAX_ENTRIES_BYTES = 8 * 2 ** 20
const MAX_SETTINGS_BYTES = 2 ** 20

/** Reads one part of a load order. A part above the maximum size ends early, and a note says so. */
function loadOrder({ files, names, part, domain }: LoadOrderTask): PartOfOrder {
  const order = readLoadOrder(storedProfile({ files, names }), { part, domain })
  const [ini] = order.settings
  const entries = ini?.settings ?? order.mods ?? order.plugins ?? []
  const count = countWithin(entries, ini === undefined ? MAX_ENTRIES_BYTES : MAX_SETTINGS_BYTES)
  return {
    mods: order.mods?.slice(0, count) ?? null,
    plugins: order.plugins?.slice(0, count) ?? null,
    settings: ini === undefined ? [] : [{ file: ini.file, settings: ini.settings.slice(0, count) }],
    notes: [...order.notes, ...cutNotes(order, names, count, entries.length)],
    log: order.log,
  }
}

/** Number of entries that are shown, or left out, together. */
const BATCH = 100

/** Returns how many entries have at most `maxBytes` of JSON, but at least a batch. */
function countWithin(entries: readonly unknown[], maxBytes: number): number {
  let bytes = 0
  for (let at = 0; at < entries.length; at += BATCH) {
    bytes += Buffer.byteLength(JSON.stringify(entries.slice(at, at + BATCH)))
    if (bytes > maxBytes && at > 0) return at
  }
  return entries.length
}

/** Returns a note for each file with entries after the first `count`, which are left out. */
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

const logKind = (profile: StoredProfile): LogKind => logKindOf(storedProfile(profile)[0]?.text ?? '')

/** Returns the parts whose changes can be taken over into files. */
const takeable = ({ files, names }: StoredProfile): Takeable =>
  takeableParts(files.map((content, at) => ({ name: names[at] ?? '', content })))

/** Returns the kinds of personal data in a file. */
const personal = ({ files: [file = new Uint8Array()] }: StoredProfile): string[] => personalData(file)

/** Returns the file name for a pasted text in UTF-8. If it is of no known kind, also returns the names that it may list. */
function pasted({ files: [file] }: StoredProfile): { name: string; names: string[] } {
  const text = new TextDecoder().decode(file)
  const name = pastedName(text)
  return { name, names: name === UNKNOWN ? namesOf(text) : [] }
}

/** Returns the name of the game that files are of, or its id if only addresses of Nexus Mods reveal it. */
const game = ({ files, names }: StoredProfile): string | undefined =>
  guessGame(files.map((content, at) => ({ name: names[at] ?? '', content })))

interface OrderTextTask extends ReadTask {
  format: Format
}

const orderText = ({ files, names, domain, format }: OrderTextTask): string =>
  renderLoadOrder(readLoadOrder(storedProfile({ files, names }), { domain }), format)

interface ListingTask extends ReadTask {
  tab: ListingTab | undefined
}

/** Returns what a page shows of files, with the rows of one tab. */
const listing = ({ files, names, domain, tab }: ListingTask): Listing =>
  withRowsOf(readListing(storedProfile({ files, names }), domain), tab)

interface ChangesTextTask extends Task {
  changes: LoadOrderChanges
  names: ListNames
  by?: string | undefined
  /** What a short text for a chat has besides the changes. Without it, the text is Markdown of all changes. */
  message?: ShortMessage
}

/** Returns changes as Markdown, or as a short text for a chat. */
const changesText = ({ changes, names, by, message }: ChangesTextTask): string =>
  message === undefined ? changesMarkdown(changes, names, by) : shortChanges(changes, names, message)

interface ExcerptsTask extends Task {
  changes: readonly (LoadOrderChanges | null)[]
  names: readonly ListNames[]
  /** Share of a page that the changes of a revision may take, up to 1. */
  share: number
}

/** Returns what a page shows of the changes of revisions and their sentences. */
const excerpts = ({ changes, names, share }: ExcerptsTask): (ChangesExcerpt | null)[] =>
  changes.map((one, at) => one && changesExcerpt(one, names[at] ?? ['', ''], share))

interface ComparisonTask extends Task {
  changes: LoadOrderChanges
  names: ListNames
  query: ComparisonQuery
  lists: Parameters<typeof comparisonView>[3]
}

/** Returns what a page shows of a comparison. */
const comparison = ({ changes, names, query, lists }: ComparisonTask): ComparisonView =>
  comparisonView(changes, names, query, lists)

interface SideBySideTask extends StoredProfile {
  baseFiles: number
  domains: readonly [string | null, string | null]
}

/** Returns the orders of two lists next to each other. */
function sideBySide({ files, names, baseFiles, domains: [first, second] }: SideBySideTask): AlignedOrders {
  const profile = storedProfile({ files, names })
  const [before, after] = [profile.slice(0, baseFiles), profile.slice(baseFiles)]
  return alignOrders(
    readLoadOrder(before, { domain: first, withSources: false }),
    readLoadOrder(after, { domain: second, withSources: false }),
  )
}

interface VersionsTask extends StoredProfile {
  /** The versions, with the places of their files and their games in addresses of Nexus Mods. */
  versions: readonly (Omit<PackedVersion, 'mods' | 'plugins'> & { places: readonly number[]; domain: string | null })[]
}

/** Returns the mods and plugins of versions of a list. */
function versions({ files, names, versions }: VersionsTask): Versions {
  const [mods, plugins] = [new Map<string, number>(), new Map<string, number>()]
  const placeIn = (known: Map<string, number>, entry: object) => {
    const json = JSON.stringify(entry)
    const place = known.get(json) ?? known.size
    known.set(json, place)
    return place
  }
  const packed = versions.map(({ places, domain, ...head }): PackedVersion => {
    const profile = { files: places.flatMap((at) => files[at] ?? []), names: places.map((at) => names[at] ?? '') }
    const order = readLoadOrder(storedProfile(profile), { domain, withSources: false })
    return {
      ...head,
      mods: order.mods?.map(({ priority: _, source: __, ...mod }) => placeIn(mods, mod)) ?? null,
      plugins: order.plugins?.map(({ index: _, ...plugin }) => placeIn(plugins, plugin)) ?? null,
    }
  })
  const parsed = (known: Map<string, number>) => Array.from(known.keys(), (json) => JSON.parse(json))
  return { mods: parsed(mods), plugins: parsed(plugins), versions: packed }
}

export interface ChangelogTask extends Task {
  changes: readonly (LoadOrderChanges | null)[]
  heads: readonly Omit<ChangelogEntry, 'changes'>[]
  name: string
  by?: string | undefined
  /** Head of the Atom feed. Without it, the result is Markdown. */
  feed?: Omit<AtomFeed, 'title' | 'entries'>
}

/** Renders Markdown. HTML in an author's note is shown as text, and the note's line ends are kept. */
const html = new MarkdownIt({ html: false, breaks: true })

/** Returns the changelog of a list as Markdown, or as an Atom feed whose entries are the same texts as HTML. */
function changelog({ changes, heads, name, by, feed }: ChangelogTask): string {
  const entries = heads.map((head, at) => ({ ...head, changes: changes[at] ?? null }))
  return feed === undefined ? changelogMarkdown(name, entries, by) : asFeed(entries, name, feed)
}

const asFeed = (entries: readonly ChangelogEntry[], name: string, feed: Omit<AtomFeed, 'title' | 'entries'>) =>
  atomFeed({
    ...feed,
    title: `Changelog of ${visible(name)}`,
    entries: entries.map((entry) => ({
      id: `${feed.id}/${entry.revision}`,
      title: `${entryTitle(entry)}: ${entrySentence(entry)}`,
      updated: entry.created,
      html: html.render(entryMarkdown(entry)),
    })),
  })

export const KINDS = {
  diff,
  shownDiff,
  patch,
  changes,
  loadOrder,
  logKind,
  orderText,
  listing,
  changesText,
  excerpts,
  comparison,
  sideBySide,
  takeable,
  personal,
  pasted,
  game,
  changelog,
  merge,
  culprit,
  versions,
}

export type CompareKinds = typeof KINDS
