import type { Database, Db } from './client.ts'

/*
 * Entry point for expensive reads.
 *
 * `work` may run several statements without a common snapshot. It returns null if their results do not match, because a
 * list changed between two of them. That is rare; `work` then runs again.
 */

/** Maximum number of times that `work` runs. */
const ATTEMPTS = 20

/** Runs `work` until its results match. */
export async function readConsistently<T extends object>(
  db: Database,
  work: (db: Database) => Promise<T | null>,
): Promise<T> {
  for (let attempts = 1; attempts <= ATTEMPTS; attempts++) {
    const found = await work(db)
    if (found !== null) return found
  }
  throw new Error('Unexpected: the results of several statements never match.')
}

/**
 * Runs `work` with plans that use indexes also in small tables. PostgreSQL would rather read all rows of these, because it
 * does not count what large arrays cost.
 */
export function readByIndex<T>(db: Database, work: (transaction: Db) => Promise<T>): Promise<T> {
  return db.$transaction(async (transaction) => {
    await transaction.$executeRaw`SET LOCAL enable_seqscan = off`
    return work(transaction)
  })
}

/**
 * Runs a read whose cost grows with the catalog, of which only a few run at a time. A read whose client has
 * disconnected before its turn does not start.
 */
export async function inTurn<T>(
  { searches }: Pick<Database, 'searches'>,
  signal: AbortSignal | undefined,
  read: () => Promise<T>,
): Promise<T> {
  const release = await searches.acquire(signal)
  try {
    return await read()
  } finally {
    release()
  }
}
