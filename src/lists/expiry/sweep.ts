import type { Context } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { isCancelled } from '../../db/failures.ts'
import { transact, transactLong } from '../../db/transaction.ts'
import {
  addChangesToTotals,
  deleteExpired,
  deleteFreedSlugs,
  deleteReleases,
  deleteUnused,
  lockFiles,
  lockReleases,
  trimChanges,
} from './queries.ts'

/** Number of rows per transaction, small enough that other writes do not wait long. */
const BATCH = 200

/** Factor by which the batch shrinks after a statement timeout. */
const DIVISOR = 4

/** Number of rows per transaction for changes of totals and for freed slugs, which are cheap to delete. */
const SMALL_ROWS = 10_000

/**
 * Deletes expired lists, unused files, and freed slugs that other lists may use again. Returns the numbers of deleted
 * lists and files. Stops after the current batch if the signal is aborted.
 */
export async function sweepLists(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  signal?: AbortSignal,
): Promise<{ lists: number; files: number }> {
  const now = clock()
  const lists = await sweepExpired(db, now, signal)
  while ((await deleteFreedSlugs(db, now, SMALL_ROWS)) === SMALL_ROWS);
  await updateTotals({ db })
  await trimChanges(db)

  let files = 0
  for (let last: bigint | undefined = 0n; last !== undefined && !signal?.aborted; ) {
    const batch = await sweepFiles(db, last)
    files += batch.deleted
    last = batch.last
  }
  return { lists, files }
}

/**
 * Deletes the lists that had expired by `now`, and returns their number. If a batch of lists with long histories
 * exceeds the statement timeout, the batch shrinks. A single list is deleted without a timeout.
 */
async function sweepExpired(db: Database, now: Date, signal: AbortSignal | undefined): Promise<number> {
  let lists = 0
  let batch = BATCH
  while (!signal?.aborted) {
    try {
      // PostgreSQL reports a timeout before it releases the locks of the statement, but completes a ROLLBACK after it.
      const deleted = await transact({ db }, (transaction) => deleteExpired(transaction, now, batch))
      lists += deleted
      if (deleted < batch) return lists
    } catch (error) {
      if (!isCancelled(error)) throw error
      if (batch === 1) lists += await transactLong(db, (transaction) => deleteExpired(transaction, now, 1))
      batch = Math.ceil(batch / DIVISOR)
    }
  }
  return lists
}

/** Adds the rows of list_changes to list_totals, so that a total remains the sum of one row and a few changes. */
export async function updateTotals({ db }: Pick<Context, 'db'>): Promise<void> {
  while ((await addChangesToTotals(db, SMALL_ROWS)) === SMALL_ROWS);
}

/**
 * Deletes a batch of unused files, from the rows of released_files after `after`. Returns the last row's id if there
 * may be more.
 */
function sweepFiles(db: Database, after: bigint): Promise<{ deleted: number; last: bigint | undefined }> {
  return transact({ db }, async (transaction) => {
    const releases = await lockReleases(transaction, after, BATCH)
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
    return { deleted, last: releases.length === BATCH ? releases.at(-1)?.id : undefined }
  })
}
