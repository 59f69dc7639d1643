import type { Sender } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { readConsistently } from '../../db/transaction.ts'
import { nexusDomain } from '../../games/nexus.ts'
import type { FileEntry, FoundDetail } from '../../lists/hot-queries.ts'
import type { ShownList } from '../../lists/queries.ts'
import { requireVersion } from '../../lists/revisions/service.ts'
import { versionText } from '../../lists/version-address.ts'
import type { Listing, ListingTab } from '../../load-order/reading/listing.ts'
import { partsOf } from '../../load-order/reading/read.ts'
import type { Format } from '../../load-order/rendering/load-order.ts'
import type { ListNames } from '../../load-order/rendering/sentence.ts'
import type { LoadOrder, Note } from '../../load-order/schemas.ts'
import type { CompareContext, FoundChanges } from '../differ.ts'
import { type ListPair, loadFrom } from '../service.ts'
import { type CachedTask, type ComparedFile, type Load, storedFiles } from '../tasks.ts'
import { joinLoadOrder, loadOrderTasks } from './changes.ts'

/** Finds a list or a revision that the client may see. Throws if it does not exist (404). */
export function findListToRead(
  { db, clock }: Context,
  slug: string,
  revision: number | null = null,
  sender: Sender | null = null,
): Promise<FoundDetail> {
  const now = clock()
  return readConsistently(db, (statements) => requireVersion(statements, { slug, revision }, sender, now))
}

export const loadOrderOf = (
  context: CompareContext,
  { row, files }: FoundDetail,
  signal: AbortSignal,
): Promise<LoadOrder> => orderOfFiles(context, files, nexusDomain(row.game), loadFrom(context), signal)

export async function orderOfFiles<File extends ComparedFile>(
  context: CompareContext,
  files: readonly File[],
  domain: string | null,
  loadFile: Load<File>,
  signal: AbortSignal,
  notesIfUnread: readonly Note[] = [],
): Promise<LoadOrder> {
  const { logs, load } = await context.differ.findLogs(files, loadFile, signal)
  const tasks = loadOrderTasks(files, domain, logs)
  return joinLoadOrder(files, await context.differ.results(tasks, load, signal), notesIfUnread)
}

/** Returns the mods and plugins in the files of a list as text, Markdown or CSV. */
export async function orderTextOf(
  context: CompareContext,
  { row, files }: FoundDetail,
  format: Format,
  signal: AbortSignal,
): Promise<string> {
  const { logs, load } = await context.differ.findLogs(files, loadFrom(context), signal)
  const read = files.filter(({ cleanName, hash }) =>
    partsOf(cleanName, logs.get(hash)).some((part) => part !== 'settings'),
  )
  const domain = nexusDomain(row.game)
  const task: CachedTask<FileEntry, string> = {
    key: `order-text ${format} ${domain} ${read.map(({ hash }) => hash).join(' ')}`,
    files: read,
    run: (pool, contents) => pool.run('orderText', { ...storedFiles(read, contents), domain, format }),
  }
  return context.differ.run(task, load, signal)
}

export async function changesOf(
  context: CompareContext,
  { list1, list2 }: ListPair,
  signal: AbortSignal,
  load: Load<FileEntry> = loadFrom(context),
): Promise<FoundChanges> {
  const [changes] = await context.differ.changes([comparedList(list1), comparedList(list2)], load, signal)
  if (changes === undefined) throw new Error('Unexpected: two lists have no comparison.')
  return changes
}

const comparedList = ({ row, files }: FoundDetail) => ({ files, domain: nexusDomain(row.game) })

/** Returns what a page shows of a list's files if `tab` is open, or the first tab that the list has. */
export async function listingOf(
  context: CompareContext,
  { row, files }: FoundDetail,
  tab: ListingTab | undefined,
  signal: AbortSignal,
): Promise<Listing> {
  const domain = nexusDomain(row.game)
  const task: CachedTask<FileEntry, Listing> = {
    key: `listing ${tab} ${domain} ${files.map(({ hash }) => hash).join(' ')}`,
    files,
    run: (pool, contents) => pool.run('listing', { ...storedFiles(files, contents), domain, tab }),
  }
  return context.differ.run(task, loadFrom(context), signal)
}

/** Returns the names of both lists. A revision's name ends in `slug@n`; equal names end in their slugs. */
export function namesOf({ list1: { row: one }, list2: { row: other } }: ListPair): ListNames {
  const nameOf = ({ name, slug, shownRevision }: ShownList) =>
    shownRevision === undefined && one.name !== other.name
      ? name
      : `${name} (${versionText(slug, shownRevision ?? null)})`
  return [nameOf(one), nameOf(other)]
}
