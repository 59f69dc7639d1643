import { hash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { CatalogError } from '../../errors.ts'
import { nexusDomain } from '../../games/nexus.ts'
import type { FileEntry } from '../../lists/hot-queries.ts'
import { revisedAt } from '../../lists/revisions/queries.ts'
import { revisionNumber, versionText } from '../../lists/version-address.ts'
import { listTag } from '../../lists/view.ts'
import type { AlignedOrders } from '../../load-order/comparing/side-by-side.ts'
import { isChangedFile, type Takeable } from '../../load-order/merging/changed-files.ts'
import { namesById, ticksSince } from '../../load-order/merging/ticks.ts'
import { partsOf } from '../../load-order/reading/read.ts'
import type { ComparisonQuery, ComparisonView } from '../../load-order/rendering/comparison/view.ts'
import type { CompareContext } from '../differ.ts'
import { findPair, type ListPair, loadFrom, revisionOf, sidesOf, titleText } from '../service.ts'
import { type CachedTask, type Load, storedFiles } from '../tasks.ts'
import { changesOf } from './service.ts'

export interface ShownComparison extends ComparisonView {
  /** The names of ticked changes that no longer fit. */
  gone: readonly string[]
  /** The names of ticked changes that the first list has by now. */
  done: readonly string[]
  /** Whether a list has changed since the ticks were made. */
  isOld: boolean
}

/** Returns what a page shows of a comparison. Older ticks are read as changes of the revisions of that time. */
export async function comparisonOf(
  context: CompareContext,
  pair: ListPair,
  query: ComparisonQuery,
  signal: AbortSignal,
): Promise<ShownComparison> {
  const view = await viewOf(context, pair, query, signal)
  const { isOld, missing: unknown, madeFor } = view.ticks
  const before = isOld || unknown.length > 0 ? await findPairBefore(context, pair, madeFor) : null
  if (before === null) return { ...view, isOld, gone: [], done: [] }
  const { ticks } = await viewOf(context, before, query, signal)
  const names = namesById(ticks.take)
  const since = await viewOf(context, pair, { ...query, take: ticksSince(query.take, names.keys()) }, signal)
  const missing = [...new Set(since.ticks.missing.flatMap((id) => names.get(id) ?? []))]
  // If only the first list has changed, it now has what the second one had.
  const isDone = revisionOf(before.list2.row) === revisionOf(pair.list2.row)
  return { ...since, isOld, gone: isDone ? [] : missing, done: isDone ? missing : [] }
}

async function viewOf(
  context: CompareContext,
  pair: ListPair,
  query: ComparisonQuery,
  signal: AbortSignal,
): Promise<ComparisonView> {
  const load = loadOnceFrom(context)
  const lists = { state: stateOf(context, pair), canTake: await canTake(context, pair, signal, load) }
  const values = { names: sidesOf(pair), query, lists }
  const changes = await changesOf(context, pair, signal, load)
  return context.differ.comparison(changes, values, signal)
}

/** Like loadFrom, but loads a file that two tasks need only once. */
function loadOnceFrom(context: CompareContext): Load<FileEntry> {
  const load = loadFrom(context)
  const loaded = new Map<string, Promise<Uint8Array>>()
  return (file) => {
    const content = loaded.get(file.hash) ?? load(file)
    loaded.set(file.hash, content)
    return content
  }
}

const NOTHING: Takeable = { mods: false, plugins: false, isOtherModlist: false }

/** Returns which parts the first list can take over, by what its files are. */
export async function canTake(
  context: CompareContext,
  { list1 }: ListPair,
  signal: AbortSignal,
  load: Load<FileEntry> = loadFrom(context),
): Promise<Takeable> {
  const files = list1.files.filter(({ cleanName }) => isChangedFile(cleanName))
  if (files.length === 0) return NOTHING
  const task: CachedTask<FileEntry, Takeable> = {
    key: `takeable ${files.map((file) => `${file.cleanName} ${file.hash}`).join(' ')}`,
    files,
    run: (pool, contents) => pool.run('takeable', storedFiles(files, contents)),
  }
  return context.differ.run(task, load, signal)
}

/** Returns the orders of both lists next to each other. */
export async function alignedOrdersOf(
  context: CompareContext,
  { list1, list2 }: ListPair,
  signal: AbortSignal,
): Promise<AlignedOrders> {
  const { logs, load } = await context.differ.findLogs([...list1.files, ...list2.files], loadFrom(context), signal)
  const isRead = ({ cleanName, hash }: FileEntry) =>
    partsOf(cleanName, logs.get(hash)).some((part) => part !== 'settings')
  const [before, after] = [list1.files.filter(isRead), list2.files.filter(isRead)]
  const files = [...before, ...after]
  const domains = [nexusDomain(list1.row.game), nexusDomain(list2.row.game)] as const
  const hashes = [before, after].map((some) => some.map((file) => `${file.cleanName} ${file.hash}`).join(' '))
  const task: CachedTask<FileEntry, AlignedOrders> = {
    key: `side-by-side ${domains.join(' ')} ${hashes.join(' and ')}`,
    files,
    run: (pool, contents) =>
      pool.run('sideBySide', { ...storedFiles(files, contents), baseFiles: before.length, domains }),
  }
  return context.differ.run(task, load, signal)
}

/** Maximum length of ticks in a short text, which must have room for changes too. */
const MAX_TICKS = 1_000

/** Returns the changes between two lists as a short text for a chat. Its link has the ticks `take`, if they are short. */
export async function shortMarkdownOf(
  context: CompareContext,
  pair: ListPair,
  take: string,
  signal: AbortSignal,
): Promise<string> {
  const addressOf = ({ row }: ListPair['list1']) => versionText(row.slug, row.shownRevision ?? null)
  const ticks = take === '' || take.length > MAX_TICKS ? '' : `?take=${take}`
  const link = `${context.urls.website}/compare/${addressOf(pair.list1)}/${addressOf(pair.list2)}${ticks}`
  const message = { title: titleText(pair), link, take }
  return context.differ.changesText(await changesOf(context, pair, signal), sidesOf(pair), { message }, signal)
}

type Row = ListPair['list1']['row']

const HASH_LENGTH = 6

/** Returns a short name of the state of both lists, which ends with the numbers of their revisions. */
const stateOf = (context: Context, { list1: { row: one }, list2: { row: other } }: ListPair): string =>
  hash('sha256', listTag(one, context) + listTag(other, context), 'base64url').slice(0, HASH_LENGTH) +
  `${revisionOf(one)}-${revisionOf(other)}`

/**
 * Finds two lists as they were in an earlier state; if that is null, before the last update of either. Returns null if
 * their revisions are no longer stored, or not public.
 */
async function findPairBefore(
  context: Context,
  { list1: { row: one }, list2: { row: other } }: ListPair,
  state: string | null,
): Promise<ListPair | null> {
  const [first, second] =
    state === null ? beforeLastUpdate(one, other) : state.slice(HASH_LENGTH).split('-').map(revisionNumber)
  if (first === undefined || second === undefined) return null
  try {
    return await findPair(context, [versionText(one.slug, first), versionText(other.slug, second)], null)
  } catch (error) {
    if (error instanceof CatalogError && error.kind === 'not_found') return null
    throw error
  }
}

function beforeLastUpdate(one: Row, other: Row): (number | undefined)[] {
  const [first, second] = [revisionOf(one), revisionOf(other)]
  const isFirst =
    other.shownRevision !== undefined || (one.shownRevision === undefined && revisedAt(one) > revisedAt(other))
  return isFirst ? [before(one), second] : [first, before(other)]
}

/** Returns the revision before that of a list; undefined if there is none, or the address names the revision. */
const before = ({ shownRevision, revisionNumber }: Row): number | undefined =>
  shownRevision === undefined && revisionNumber > 1 ? revisionNumber - 1 : undefined
