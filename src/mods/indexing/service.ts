import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../context.ts'
import { isUnavailable } from '../../db/failures.ts'
import { transact, transactLong } from '../../db/transaction.ts'
import { nexusDomain } from '../../games/nexus.ts'
import { pluginFormOf } from '../../load-order/games.ts'
import { MAX_INDEXED } from '../../load-order/reading/indexed.ts'
import { READERS_VERSION } from '../../load-order/reading/kinds.ts'
import { type FilePart, heldNames } from '../composition.ts'
import { createTally } from '../counting.ts'
import type { FileReader } from '../reading/file-reader-service.ts'
import { readFiles } from '../reading/service.ts'
import { inCodePages } from './code-pages-service.ts'
import { noteFailedList } from './failure-queries.ts'
import {
  addToCounts,
  addToDetailCounts,
  deleteIndexedLists,
  findDetailsByIds,
  findIndexedLists,
  findListsToIndex,
  findParts,
  type IndexedList,
  saveIndexedLists,
} from './list-queries.ts'
import {
  deleteQueuedLists,
  findQueuedLists,
  findQueueState,
  queueEverything,
  takeQueuedLists,
} from './queue-queries.ts'

/** Maximum number of lists that are indexed in one round. */
const LISTS = 200

/**
 * Approximate maximum number of names in one transaction: dozens of usual lists, or one of the largest possible ones.
 * It bounds how long the names hold up the event loop.
 */
const NAMES = 20_000

/**
 * Indexes all waiting files and lists, until the queues are empty or the signal is aborted. If this server has newer
 * readers than the index, everything is queued again; a server with older readers does nothing.
 */
export async function indexAll(
  context: Pick<Context, 'db' | 'clock'>,
  reader: FileReader,
  signal?: AbortSignal,
): Promise<void> {
  const { db, clock } = context
  while (signal?.aborted !== true) {
    const { version, isWaiting } = await findQueueState(db.pool, clock())
    if (version < READERS_VERSION)
      await transactLong(db, (transaction) => queueEverything(transaction, READERS_VERSION))
    else if (version > READERS_VERSION || !isWaiting || !(await indexSome(context, reader, signal))) return
  }
}

/**
 * Reads waiting files in batches, and then indexes a batch of lists. Reports whether anything was done.
 *
 * Each step is one transaction, which takes rows from a queue and stores the result. Files are shared between servers
 * by row locks. Lists are indexed by one server at a time, because all lists change the same counts.
 */
async function indexSome(
  context: Pick<Context, 'db' | 'clock'>,
  reader: FileReader,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const queued = await findQueuedLists(context.db, LISTS)
  let files = 0
  for (let read = 1; read > 0; ) {
    read = await readFiles(context, reader, queued)
    files += read
    if (signal?.aborted) return true
  }
  const lists = await indexLists(context, reader)
  return files + lists > 0
}

/**
 * Indexes a batch of lists whose files have been read. Returns their number. If a batch fails, half of it is tried, until
 * only the list at fault is left.
 */
async function indexLists(context: Pick<Context, 'db' | 'clock'>, reader: FileReader, limit = LISTS): Promise<number> {
  let batch: number[] = []
  try {
    return await indexBatch(context, reader, limit, (listIds) => {
      batch = listIds
    })
  } catch (error) {
    reader.signal?.throwIfAborted()
    if (batch.length === 0 || isUnavailable(error)) throw error
    if (batch.length > 1) return indexLists(context, reader, Math.ceil(batch.length / 2))
    for (const listId of batch) {
      if (await noteFailedList(context.db, listId)) reader.logSetAside({ listId }, error)
    }
    return 0
  }
}

/** Indexes a batch of at most about `limit` lists. Calls `onBegin` with their ids. Returns their number. */
function indexBatch(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  reader: FileReader,
  limit: number,
  onBegin: (listIds: number[]) => void,
): Promise<number> {
  return transact({ db }, async (transaction) => {
    const now = clock()
    const taken = await takeQueuedLists(transaction, limit, now)
    if (taken === null || taken.length === 0) return 0

    const all = [...new Set(taken.map(({ listId }) => listId))].slice(0, limit)
    const stored = byList(await findParts(transaction, all))
    const listIds = all.slice(0, fitting(all.map((id) => countIndexed(stored.get(id) ?? []))))
    onBegin(listIds)
    const parts = await inCodePages(transaction, reader, new Map(listIds.map((id) => [id, stored.get(id) ?? []])))
    const lists = await findListsToIndex(transaction, listIds, now)
    const before = new Map((await findIndexedLists(transaction, listIds)).map((list) => [list.listId, list]))
    const detailIds = new Set(listIds.flatMap((id) => (parts.get(id) ?? []).flatMap(({ details }) => details)))
    const details = await findDetailsByIds(transaction, [...detailIds])

    const tally = createTally()
    const changed: IndexedList[] = []
    for (const { listId, gameId, nexusDomain: addedDomain, isPublic } of lists) {
      const ofList = parts.get(listId) ?? []
      const domain = nexusDomain({ id: gameId, nexusDomain: addedDomain })
      const held = {
        ...heldNames(ofList, details, pluginFormOf(domain)),
        ...(await reader.exactCounts(transaction, ofList, domain)),
      }
      const after = { listId, gameId, counted: isPublic, ...held }
      const old = before.get(listId)
      if (isDeepStrictEqual(old, after)) continue
      tally.replace(old, after)
      changed.push(after)
    }
    const remaining = new Set(lists.map(({ listId }) => listId))
    const gone = listIds.filter((id) => !remaining.has(id))
    for (const id of gone) tally.replace(before.get(id), undefined)

    await saveIndexedLists(transaction, changed)
    await deleteIndexedLists(transaction, gone)
    await addToCounts(transaction, tally.names())
    await addToDetailCounts(transaction, tally.details())
    const done = new Set(listIds)
    await deleteQueuedLists(
      transaction,
      taken.flatMap(({ id, listId }) => (id !== null && done.has(listId) ? [id] : [])),
      listIds,
    )
    return listIds.length
  })
}

/** Returns how many of the first lists fit into one transaction, at least one. */
function fitting(sizes: readonly number[]): number {
  let total = 0
  for (const [at, size] of sizes.entries()) {
    total += size
    if (total > NAMES) return Math.max(1, at)
  }
  return sizes.length
}

const countIndexed = (parts: readonly FilePart[]) =>
  parts.reduce((total, { entries }) => total + Math.min(entries, MAX_INDEXED), 0)

function byList<Row extends { listId: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const lists = new Map<number, Row[]>()
  for (const row of rows) lists.set(row.listId, [...(lists.get(row.listId) ?? []), row])
  return lists
}
