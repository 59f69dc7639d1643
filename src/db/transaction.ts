import type pg from 'pg'
import type { Database, Db } from './client.ts'
import { isConflict } from './failures.ts'
import { type Outcome, outcomes } from './outcome.ts'

/** Enough for parallel writers of one name; a conflict that lasts longer is a fault of ours. */
const ATTEMPTS = 10

/** Runs `work` in a transaction, from its start again when another transaction got in its way. */
export async function transact<T>(db: Database, work: (transaction: Db) => Promise<T>): Promise<T> {
  const outcome = outcomes.getStore()
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.$transaction(async (transaction) => {
        const result = await work(transaction)
        if (outcome !== undefined) beginCommit(outcome)
        return result
      })
    } catch (error) {
      if (outcome !== undefined) outcome.isCommitting = false
      if (attempt === ATTEMPTS || !isConflict(error)) throw error
    }
  }
}

function beginCommit(outcome: Outcome): void {
  if (outcome.isGivenUp) throw new Error('The transaction took too long: its request has been refused.')
  outcome.isCommitting = true
}

/** An operator's work on the whole catalog may take as long as it needs. */
const LONG = { timeout: 24 * 3_600_000 }

/** Runs `work` in a transaction without a limit of time. */
export function transactLong<T>(db: Database, work: (transaction: Db) => Promise<T>): Promise<T> {
  return db.$transaction(work, LONG)
}

/** The same for `work` that only reads, on one state of the database: nothing that commits meanwhile is half seen. */
export function readLongSnapshot<T>(db: Database, work: (transaction: Db) => Promise<T>): Promise<T> {
  return db.$transaction(work, { ...LONG, isolationLevel: 'RepeatableRead' })
}

/** Reads on one state of the database, on one connection of the pool of prepared statements. */
export async function readOneState<T>(pool: pg.Pool, work: (connection: pg.PoolClient) => Promise<T>): Promise<T> {
  const connection = await pool.connect()
  let fault: unknown
  try {
    await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const result = await work(connection)
    await connection.query('COMMIT')
    return result
  } catch (thrown) {
    fault = thrown
    throw thrown
  } finally {
    connection.release(fault !== undefined) // one that failed may be within its transaction still: it is closed
  }
}
