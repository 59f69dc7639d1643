import type { Context } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { isCancelled, isUnavailable } from '../../db/failures.ts'
import { transact, transactLong } from '../../db/transaction.ts'
import { deleteLists } from '../writing/free-slug-queries.ts'
import {
  addChangesToTotals,
  deleteFreedSlugs,
  deleteReleases,
  deleteUnused,
  lockExpired,
  lockFiles,
  lockReleases,
  noteFailedExpiry,
  noteFailedRelease,
  type Release,
  trimChanges,
} from './queries.ts'

/** Number of rows per transaction for changes of totals and for freed slugs, which are cheap to delete. */
const SMALL_ROWS = 10_000

/**
 * Deletes expired lists, unused files, and freed slugs that other lists may use again. Returns the numbers of deleted
 * lists and files. Stops after the current batch if the signal is aborted. What fails three times is set aside, and
 * `logSetAside` is called with it.
 */
export async function sweepLists(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
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

/** Adds the rows of list_changes to list_totals, so that a total remains the sum of one row and a few changes. */
export async function updateTotals({ db }: Pick<Context, 'db'>): Promise<void> {
  while ((await addChangesToTotals(db, SMALL_ROWS)) === SMALL_ROWS);
}

/** Deletes the files that nothing uses, and returns their number. */
function sweepFiles(db: Database, now: Date, logSetAside: LogSetAside, signal: AbortSignal | undefined) {
  let after = 0n
  return sweepQueue<Release>({
    signal,
    async delete(limit, onTaken) {
      const { deleted, last } = await transact({ db }, async (transaction) => {
        const releases = await lockReleases(transaction, after, now, limit)
        onTaken(releases)
        const held = await lockFiles(
          transaction,
          releases.map(({ fileId }) => fileId),
        )
        const settled = releases.filter(({ fileId }) => !held.has(fileId))
        const deleted = await deleteUnused(
          transaction,
          settled.map(({ fileId }) => fileId),
        )
        await deleteReleases(
          transaction,
          settled.map(({ id }) => id),
        )
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

/** Logs a list or a file that the sweep no longer tries to delete. */
export type LogSetAside = (what: { listId: number } | { fileId: number }, error: unknown) => void

/** Rows that wait to be deleted. */
interface Queue<Row> {
  signal: AbortSignal | undefined
  /**
   * Deletes up to `limit` rows in a transaction, and returns how many things that were. Calls `onTaken` with the rows
   * once it has them.
   */
  delete(limit: number, onTaken: (rows: readonly Row[]) => void): Promise<number>
  /** Notes that a row can't be deleted, so that `delete` takes others. Returns the number of things deleted after all. */
  noteFailed(row: Row, error: unknown): Promise<number>
}

/**
 * Deletes the rows of a queue in batches, and returns how many things were deleted.
 *
 * Problem: a batch may take longer than a statement may, and one row that can't be deleted would keep all later ones.
 * Approach: a batch that fails is tried with fewer rows, until only the row at fault is left. After a timeout, later
 * batches stay as small.
 * Guarantee: whatever fails for a row delays no other row. Errors of an unavailable database are thrown.
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
