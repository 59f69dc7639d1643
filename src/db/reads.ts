import type pg from 'pg'
import type { Database } from './client.ts'
import { USE_CUSTOM_PLANS, withSnapshot } from './connections/pools.ts'
import type { Statements } from './statements.ts'

/*
 * Entry point for expensive reads.
 *
 * `work` may run several statements without a common snapshot. It returns null if their results do not match, because a
 * list changed between two of them. That is rare; `work` then runs again within one snapshot.
 *
 * If there are standbys (db/standbys/standbys.ts), `work` runs on one of them first, and on the primary if that fails.
 * So `work` must only read, and must only cache values that never change. A `snapshot` in its result is the primary's.
 */

type Source = Pick<Database, 'pool' | 'customPlans' | 'isPooled' | 'standbys'>

/** Runs `work`, and again within one snapshot if its results do not match. */
export async function readConsistently<T extends object>(
  { pool, standbys }: Source,
  work: (statements: Statements) => Promise<T | null>,
): Promise<T> {
  return (await standbys?.read(work, false)) ?? readPrimary(pool, work)
}

/** Like readConsistently, for statements that are planned for their values (`customPlan` in db/statements.ts). */
export async function readWithCustomPlans<T extends object>(
  { customPlans, isPooled, standbys }: Source,
  work: (statements: Statements) => Promise<T | null>,
): Promise<T> {
  const found = await standbys?.read(work, true)
  if (found != null) return found
  return isPooled
    ? ((await withSnapshot(customPlans, withCustomPlans(work))) ?? impossible())
    : readPrimary(customPlans, work)
}

/** Plans each statement for its values. Sessions of a pooler are set to plans that fit all values (docs/poolers.md). */
const withCustomPlans =
  <T>(work: (statements: Statements) => Promise<T>) =>
  async (connection: pg.PoolClient) => {
    await connection.query(USE_CUSTOM_PLANS)
    return work(connection)
  }

async function readPrimary<T>(pool: pg.Pool, work: (statements: Statements) => Promise<T | null>): Promise<T> {
  return (await work(pool)) ?? (await withSnapshot(pool, work)) ?? impossible()
}

function impossible(): never {
  throw new Error('Unexpected: results of one database snapshot do not match.')
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
