import type { Context } from '../../context.ts'
import { lock } from '../../db/locks.ts'
import { transactLong } from '../../db/transaction.ts'
import { deleteUnheldNames } from './queries.ts'

/*
 * Deletes names of mods and plugins, and their spellings, versions and sources, once nothing holds them any longer.
 *
 * Problem: a name is stored for good when a file with it is read. It may be held by the readings of many files, also
 * those of past revisions, and by lists. A file with a name that is being deleted may be read at the same time.
 * Approach: once a day, one server looks at all readings and lists in one transaction. A transaction that stores a
 * reading or indexes a list keeps all names by a shared lock. The sweep waits for these and then takes the lock alone.
 * What is uploaded meanwhile waits in the queue.
 * Guarantee: a reading or a list never holds the id of a name or detail that is gone.
 * Tests: test/mods/sweep.test.ts.
 */

/** Milliseconds between two sweeps. Each reads the whole index, and new lists are not found meanwhile. */
const EVERY_MS = 24 * 3_600_000

/**
 * Deletes unheld names if the last sweep of any server was a day ago, or else `every` milliseconds ago. Returns the number of
 * deleted names.
 */
export async function sweepNames({ db, clock }: Pick<Context, 'db' | 'clock'>, every = EVERY_MS): Promise<number> {
  const now = clock()
  const last = { lte: new Date(now.getTime() - every) }
  const turn = await db.modReaders.updateMany({
    where: { OR: [{ sweptAt: null }, { sweptAt: last }] },
    data: { sweptAt: now },
  })
  if (turn.count === 0) return 0
  return transactLong(db, async (transaction) => {
    await lock(transaction, 'modNames') // waits for those that keep names
    return deleteUnheldNames(transaction)
  })
}
