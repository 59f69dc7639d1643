import type pg from 'pg'
import type { Database, Db, Statements } from './client.ts'
import { isConflict, isUnavailable } from './failures.ts'
import { type Outcome, outcomes } from './outcome.ts'

/** Enough for parallel writers of one name; a conflict that lasts longer is a fault of ours. */
const ATTEMPTS = 10

/** Runs `work` in a transaction, from its start again when another transaction got in its way. */
export function transact<T>(db: Database, work: (transaction: Db) => Promise<T>): Promise<T> {
  return untilSettled((outcome) =>
    db.$transaction(async (transaction) => {
      refuseLate(outcome) // it waited for a connection, which others need now
      const result = await work(transaction)
      beginCommit(outcome)
      return result
    }),
  )
}

/** A connection of a pool of prepared statements. What it is asked outside of `transact` should only read. */
export interface WriteConnection extends Statements {
  /** Runs `work` in a transaction. */
  transact<T>(work: () => Promise<T>): Promise<T>
}

/** Runs `work` on one connection of the pool, from its start again when another transaction got in its way. */
export function withConnection<T>(pool: pg.Pool, work: (connection: WriteConnection) => Promise<T>): Promise<T> {
  return untilSettled(async (outcome) => {
    const client = await pool.connect()
    let isLost = false
    try {
      return await work(connectionOf(client, outcome))
    } catch (fault) {
      isLost = isUnavailable(fault) || !(await isRolledBack(client))
      throw fault
    } finally {
      client.release(isLost) // one that is lost is closed, and the database rolls back
    }
  })
}

const connectionOf = (client: pg.PoolClient, outcome: Outcome | undefined): WriteConnection => ({
  query: (statement) => {
    refuseLate(outcome)
    return client.query(statement)
  },
  transact: async (work) => {
    refuseLate(outcome)
    await client.query('BEGIN')
    const result = await work()
    beginCommit(outcome)
    await client.query('COMMIT')
    return result
  },
})

/** Where there is no transaction this changes nothing. */
const isRolledBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('ROLLBACK').then(
    () => true,
    () => false,
  )

async function untilSettled<T>(attempt: (outcome: Outcome | undefined) => Promise<T>): Promise<T> {
  const outcome = outcomes.getStore()
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt(outcome)
    } catch (error) {
      if (outcome !== undefined) outcome.isCommitting = false
      if (attempts === ATTEMPTS || !isConflict(error)) throw error
    }
  }
}

function beginCommit(outcome: Outcome | undefined): void {
  refuseLate(outcome)
  if (outcome !== undefined) outcome.isCommitting = true
}

function refuseLate(outcome: Outcome | undefined): void {
  if (outcome?.isGivenUp) throw new Error('The transaction took too long: its request has been refused.')
}

/** A connection of node-postgres, within a transaction. */
export type Connection = Pick<pg.Client, 'query'>

/** Runs an operator's work on the whole catalog in a transaction that may take as long as it needs, unless it is aborted. */
export async function transactLong<T>(
  db: Database,
  work: (connection: Connection) => Promise<T>,
  { mode = '', signal }: { mode?: string; signal?: AbortSignal | undefined } = {},
): Promise<T> {
  const connection = await db.connect()
  const cut = () => void connection.end() // the statement that runs fails
  signal?.addEventListener('abort', cut)
  try {
    signal?.throwIfAborted()
    await connection.query(`BEGIN ${mode}`)
    const result = await work(connection)
    await connection.query('COMMIT')
    return result
  } finally {
    signal?.removeEventListener('abort', cut)
    await connection.end() // what has not been committed is rolled back
  }
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
