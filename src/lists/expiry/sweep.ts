import type { Context, DataContext } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { isCancelled, isUnavailable } from '../../db/failures.ts'
import { transact, transactLong } from '../../db/transaction.ts'
import { deleteLists } from '../writing/free-slug-queries.ts'
import {
  addChangesToTotals,
  deleteFreedSlugs,
  deleteUnused,
  lockExpired,
  lockFiles,
  lockReleases,
  noteFailedExpiry,
  noteFailedRelease,
  type Release,
  trimChanges,
} from './queries.ts'

const SMALL_ROWS = 10_000

/** Deletes expired lists, unused files, and ended reservations of slugs. What fails three times is set aside. */
export async function sweepLists(
  { db, clock }: DataContext,
  signal?: AbortSignal,
  logSetAside: LogSetAside = () => {},
): Promise<{ lists: number; files: number }> {
  const now = clock()
  const lists = await sweepExpired(db, now, logSetAside, signal)
  const files = await sweepFiles(db, now, logSetAside, signal)
  if (signal?.aborted) return { lists, files }
  while ((await deleteFreedSlugs(db, now, SMALL_ROWS)) === SMALL_ROWS);
  await updateTotals({ db })
  await trimChanges(db)
  return { lists, files }
}

/** Deletes the lists that had expired by `now`, and returns their number. A single list has no statement timeout. */
function sweepExpired(db: Database, now: Date, logSetAside: LogSetAside, signal: AbortSignal | undefined) {
  const failed: number[] = []
  return sweepQueue<number>({
    signal,
    // PostgreSQL reports a timeout before it releases the locks of the statement, but completes a ROLLBACK after it.
    delete: (limit, onTaken) =>
      transact({ db }, async (transaction) => {
        const ids = await lockExpired(transaction, now, limit, failed)
        onTaken(ids)
        return deleteLists(transaction, ids, now)
      }),
    async noteFailed(listId, error) {
      failed.push(listId)
      const isTooLong = isCancelled(error)
      const later = isTooLong
        ? await transactLong(db, (connection) => deleteLists(connection, [listId], now)).catch((late: unknown) => late)
        : error
      if (typeof later === 'number') return later
      if (await noteFailedExpiry(db, listId)) logSetAside({ listId }, later)
      return 0
    },
  })
}

export async function updateTotals({ db }: Pick<Context, 'db'>): Promise<void> {
  while ((await addChangesToTotals(db, SMALL_ROWS)) === SMALL_ROWS);
}

function sweepFiles(db: Database, now: Date, logSetAside: LogSetAside, signal: AbortSignal | undefined) {
  let after = 0n
  return sweepQueue<Release>({
    signal,
    async delete(limit, onTaken) {
      const { deleted, last } = await transact({ db }, async (transaction) => {
        const releases = await lockReleases(transaction, after, now, limit)
        onTaken(releases)
        const fileIds = releases.map(({ fileId }) => fileId)
        const held = await lockFiles(transaction, fileIds)
        const settled = releases.filter(({ fileId }) => !held.has(fileId))
        const unheld = fileIds.filter((id) => !held.has(id))
        const deleted = await deleteUnused(transaction, unheld)
        await transaction.releasedFile.deleteMany({ where: { id: { in: settled.map(({ id }) => id) } } })
        return { deleted, last: releases.at(-1)?.id }
      })
      after = last ?? after
      return deleted
    },
    async noteFailed({ id, fileId }, error) {
      after = id
      if (await noteFailedRelease(db, id)) logSetAside({ fileId }, error)
      return 0
    },
  })
}

/** Number of rows per transaction, small enough that other writes do not wait long. */
const BATCH = 200

/** Factor by which a batch shrinks after a failure, and grows again after others have succeeded. */
const FACTOR = 4

export type LogSetAside = (what: { listId: number } | { fileId: number }, error: unknown) => void

interface Queue<Row> {
  signal: AbortSignal | undefined
  /** Deletes up to `limit` rows in a transaction. Calls `onTaken` with the rows once it has them. */
  delete(limit: number, onTaken: (rows: readonly Row[]) => void): Promise<number>
  /** Notes that a row can't be deleted, so that `delete` takes others. Returns the number of things deleted after all. */
  noteFailed(row: Row, error: unknown): Promise<number>
}

/**
 * Deletes the rows of a queue in batches. Problem: a batch may take too long, and one row that can't be deleted would
 * keep all later ones. Approach: a failed batch is tried with fewer rows, until only the row at fault is left.
 * Guarantee: no failure of a row delays another. Errors of an unavailable database are thrown.
 */
async function sweepQueue<Row>(queue: Queue<Row>): Promise<number> {
  let deleted = 0
  let most = BATCH
  let limit = BATCH
  while (!queue.signal?.aborted) {
    let taken: readonly Row[] = []
    try {
      deleted += await queue.delete(limit, (rows) => {
        taken = rows
      })
      if (taken.length < limit) return deleted
      limit = Math.min(most, limit * FACTOR)
    } catch (error) {
      const [first] = taken
      if (first === undefined || (isUnavailable(error) && !isCancelled(error))) throw error
      if (taken.length === 1) {
        deleted += await queue.noteFailed(first, error)
        continue
      }
      limit = Math.ceil(taken.length / FACTOR)
      if (isCancelled(error)) most = limit
    }
  }
  return deleted
}
