import { hash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { nexusDomain } from '../../games/nexus.ts'
import type { FileEntry } from '../../lists/detail/queries.ts'
import { listTag } from '../../lists/etag.ts'
import { versionText } from '../../lists/revisions/version-address.ts'
import type { AlignedOrders } from '../../load-order/comparing/side-by-side.ts'
import { isChangedFile } from '../../load-order/merging/changed-files.ts'
import type { TakenPart } from '../../load-order/merging/ticks.ts'
import { partsOf } from '../../load-order/reading/read.ts'
import type { ComparisonQuery, ComparisonView } from '../../load-order/rendering/comparison/view.ts'
import type { CompareContext } from '../differ.ts'
import { type CachedTask, storedFiles } from '../scheduler.ts'
import { type ListPair, loadFrom } from '../service.ts'
import { sidesOf, titleText } from './pair-names.ts'
import { changesOf } from './service.ts'

/** Returns what a page shows of a comparison. */
export async function comparisonOf(
  context: CompareContext,
  pair: ListPair,
  query: ComparisonQuery,
  signal: AbortSignal,
): Promise<ComparisonView> {
  const lists = { state: stateOf(context, pair), canTake: await canTake(context, pair, signal) }
  const values = { names: sidesOf(pair), query, lists }
  return JSON.parse(
    (await context.differ.comparison(await changesOf(context, pair, signal), values, signal)).toString(),
  )
}

/** Returns a short name of the state of both lists. */
const stateOf = (context: Context, { list1, list2 }: ListPair): string =>
  hash('sha256', listTag(list1.row, context) + listTag(list2.row, context), 'base64url').slice(0, 6)

/** Returns which parts the first list can take over, by what its files are. */
export async function canTake(
  context: CompareContext,
  { list1 }: ListPair,
  signal: AbortSignal,
): Promise<Record<TakenPart, boolean>> {
  const files = list1.files.filter(({ cleanName }) => isChangedFile(cleanName))
  if (files.length === 0) return { mods: false, plugins: false }
  const task: CachedTask<FileEntry> = {
    key: `takeable ${files.map((file) => `${file.cleanName} ${file.hash}`).join(' ')}`,
    files,
    run: (pool, contents) => pool.run('takeable', storedFiles(files, contents)),
  }
  return JSON.parse((await context.differ.run(task, loadFrom(context), signal)).toString())
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
  const task: CachedTask<FileEntry> = {
    key: `side-by-side ${domains.join(' ')} ${hashes.join(' and ')}`,
    files,
    run: (pool, contents) =>
      pool.run('sideBySide', { ...storedFiles(files, contents), baseFiles: before.length, domains }),
  }
  return JSON.parse((await context.differ.run(task, load, signal)).toString())
}

/** Returns the changes between two lists as a short text for a chat. */
export async function shortMarkdownOf(context: CompareContext, pair: ListPair, signal: AbortSignal): Promise<Buffer> {
  const addressOf = ({ row }: ListPair['list1']) => versionText(row.slug, row.shownRevision ?? null)
  const link = `${context.urls.website}/compare/${addressOf(pair.list1)}/${addressOf(pair.list2)}`
  const message = { title: titleText(pair), link }
  return context.differ.shortMarkdown(await changesOf(context, pair, signal), sidesOf(pair), message, signal)
}
