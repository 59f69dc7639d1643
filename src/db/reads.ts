import type pg from 'pg'
import type { Database, Statements } from './client.ts'
import { PLANNED_ANEW, withSnapshot } from './transaction.ts'

/*
 * The door of heavy reads. `work` may run several statements, of different moments: it gives null where what they found
 * does not fit together. Nearly always no list changes between two statements; where one does, the database holds its
 * snapshot for them.
 *
 * Where there are standbys (db/standbys/standbys.ts), `work` runs on one of them first, and again on the primary if that
 * fails. So it does nothing but read, and keep what is right for good. A `snapshot` in its result is the primary's.
 */

type Source = Pick<Database, 'pool' | 'planned' | 'isPooled' | 'standbys'>

export async function readConsistently<T extends object>(
  { pool, standbys }: Source,
  work: (statements: Statements) => Promise<T | null>,
): Promise<T> {
  return (await standbys?.read(work, false)) ?? readPrimary(pool, work)
}

/** The same of what is read within one snapshot from the start: to read it twice costs more than that. */
export async function readInSnapshot<T extends object>(
  { pool, standbys }: Source,
  work: (statements: Statements) => Promise<T>,
): Promise<T> {
  return (await standbys?.read(work, false)) ?? withSnapshot(pool, work)
}

/** The same of statements that are planned for their values (db/statements.ts, `planned`). */
export async function readPlanned<T extends object>(
  { planned, isPooled, standbys }: Source,
  work: (statements: Statements) => Promise<T | null>,
): Promise<T> {
  const found = await standbys?.read(work, true)
  if (found != null) return found
  return isPooled ? ((await withSnapshot(planned, planningAnew(work))) ?? impossible()) : readPrimary(planned, work)
}

/** Sessions of a pooler are set for prepared statements, whose plans fit all values (docs/poolers.md). */
const planningAnew =
  <T>(work: (statements: Statements) => Promise<T>) =>
  async (connection: pg.PoolClient) => {
    await connection.query(PLANNED_ANEW)
    return work(connection)
  }

async function readPrimary<T>(pool: pg.Pool, work: (statements: Statements) => Promise<T | null>): Promise<T> {
  return (await work(pool)) ?? (await withSnapshot(pool, work)) ?? impossible()
}

function impossible(): never {
  throw new Error('What was read does not fit together within one snapshot of the database.')
}

/**
 * Runs one of the few reads at a time whose cost grows with the catalog. A read whose client has gone before its turn does not
 * start.
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
