import type pg from 'pg'
import type { Database } from './client.ts'
import { withSnapshot } from './connections/pools.ts'
import type { Statements } from './statements.ts'

/*
 * Entry point for expensive reads.
 *
 * `work` may run several statements without a common snapshot. It returns null if their results do not match, because a
 * list changed between two of them. That is rare; `work` then runs again.
 */

type Work<T> = (statements: Statements) => Promise<T | null>

/** Runs `work` until its results match. */
export const readConsistently = <T extends object>({ pool }: Pick<Database, 'pool'>, work: Work<T>): Promise<T> =>
  readFrom(pool, work)

/**
 * Runs `work` within one snapshot, with plans that use indexes also in small tables. PostgreSQL would rather read all rows
 * of these, because it does not count what large arrays cost.
 */
export async function readByIndex<T>(
  { pool }: Pick<Database, 'pool'>,
  work: (statements: Statements) => Promise<T>,
): Promise<T> {
  return withSnapshot(pool, work, 'SET LOCAL enable_seqscan = off')
}

/** Like readConsistently, for statements that are planned for their values (`customPlan` in db/statements.ts). */
export const readWithCustomPlans = <T extends object>(
  { customPlans }: Pick<Database, 'customPlans'>,
  work: Work<T>,
): Promise<T> => readFrom(customPlans, work)

/** Maximum number of times that `work` runs. */
const ATTEMPTS = 20

async function readFrom<T>(pool: pg.Pool, work: Work<T>): Promise<T> {
  for (let attempts = 1; attempts <= ATTEMPTS; attempts++) {
    const found = await work(pool)
    if (found !== null) return found
  }
  throw new Error('Unexpected: the results of several statements never match.')
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
