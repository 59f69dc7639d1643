import type { Context } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { isCancelled } from '../../db/failures.ts'
import { transactByPrisma, transactLong } from '../../db/transaction.ts'
import {
  deleteExpired,
  deleteFreedSlugs,
  deleteReleases,
  deleteUnused,
  foldChanges,
  lockFiles,
  lockReleases,
  trimChanges,
} from './queries.ts'

/** Rows of one transaction: short enough that nobody waits for a sweep. */
const BATCH = 200

/** By how much a batch is smaller than the one that took too long. */
const DIVISOR = 4

/** Notes that are folded, and freed slugs that are deleted, at once. */
const SMALL_ROWS = 10_000

/**
 * Deletes expired lists, and files that no list has any more; returns the numbers of both. Freed slugs whose time is over
 * can be given again. Ends after the current batch when aborted.
 */
export async function sweep(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  signal?: AbortSignal,
): Promise<{ lists: number; files: number }> {
  const now = clock()
  const lists = await sweepLists(db, now, signal)
  while ((await deleteFreedSlugs(db, now, SMALL_ROWS)) === SMALL_ROWS);
  await foldCounts({ db })
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
 * Deletes the lists that had expired by `now`, and gives their number. Lists with long histories would take a whole batch
 * longer than a statement may, at each sweep: then fewer are deleted at once, and one by itself for as long as it takes.
 */
async function sweepLists(db: Database, now: Date, signal: AbortSignal | undefined): Promise<number> {
  let lists = 0
  let batch = BATCH
  while (!signal?.aborted) {
    try {
      const deleted = await deleteExpired(db.writes, now, batch)
      lists += deleted
      if (deleted < batch) return lists
    } catch (error) {
      if (!isCancelled(error)) throw error
      if (batch === 1) lists += await transactLong(db, (connection) => deleteExpired(connection, now, 1))
      batch = Math.ceil(batch / DIVISOR)
    }
  }
  return lists
}

/** Folds what was noted of lists that came and went into their totals, so that a total is one row and a few notes. */
export async function foldCounts({ db }: Pick<Context, 'db'>): Promise<void> {
  while ((await foldChanges(db, SMALL_ROWS)) === SMALL_ROWS);
}

/** One batch of the released files after `after`; `last` is where the next one goes on, if there is one. */
function sweepFiles(db: Database, after: bigint): Promise<{ deleted: number; last: bigint | undefined }> {
  return transactByPrisma(db, async (transaction) => {
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
