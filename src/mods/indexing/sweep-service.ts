import type { Context } from '../../context.ts'
import { lock } from '../../db/locks.ts'
import { transactLong } from '../../db/transaction.ts'
import { deleteUnheldNames } from './name-queries.ts'

/** Milliseconds between two sweeps. Each reads all counts, and new lists are not found meanwhile. */
const EVERY_MS = 24 * 3_600_000

/**
 * Deletes names of mods and plugins, and their spellings, versions and sources, once no list holds them any longer, if
 * the last sweep of any server was a day ago, or else `every` milliseconds ago. Returns the number of deleted names. No list is indexed meanwhile, so a
 * list never holds the id of a name that is gone.
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
    await lock(transaction, 'modIndex')
    return deleteUnheldNames(transaction)
  })
}
