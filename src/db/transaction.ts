import type pg from 'pg'
import type { Database, Db, Statements } from './client.ts'
import { isConflict, isUnavailable } from './failures.ts'

/*
 * Transactions that are retried, and that know their request's deadline.
 *
 * A transaction that another one got in the way of (a serialization failure, a deadlock, a unique index) runs again
 * from its start, a bounded number of times. And a client that was told 503 must not find its list stored: a
 * transaction whose request's deadline has passed is rolled back, while one whose COMMIT is under way has the request
 * wait for its outcome. Both sides meet in a Deadline: http/limits/deadline.ts makes one for what a request waits for,
 * and whoever writes for a request hands it over (RequestContext). Work without a request, as a command, has none.
 *
 * An AsyncLocalStorage would spare the handing over. But once a process uses one, Node before 24 follows every promise
 * and every connection: each response from the cache took a tenth more processor time.
 *
 * Tests: test/http/limits/unavailable.slow.test.ts, test/lists/writing/slugs/race.test.ts and atomicity.test.ts.
 */

/** What a request and its transactions tell each other. */
export interface Deadline {
  /** The request has been refused: what is not committed yet is rolled back. */
  hasPassed: boolean
  /** COMMIT is under way: the request waits for its outcome. */
  isCommitting: boolean
  /** How long it does so at the most, as a moment of performance.now(). Nobody knows then whether anything was stored. */
  commitEnds: number
}

/** Enough for parallel writers of one name; a conflict that outlasts them is a mistake of ours. */
const ATTEMPTS = 10

/** Runs `work` in a transaction of Prisma, and again from its start when another transaction got in its way. */
export function transactByPrisma<T>(db: Database, work: (transaction: Db) => Promise<T>): Promise<T> {
  return retryConflicts(() => db.$transaction(work))
}

/**
 * Runs `work` in a transaction on one of the connections for writes, and again from its start when another transaction
 * got in its way. Throws if the deadline passes before COMMIT; nothing is stored then.
 */
export function transact<T>(
  { db, deadline }: { db: Pick<Database, 'writes'>; deadline?: Deadline | undefined },
  work: (transaction: Statements) => Promise<T>,
): Promise<T> {
  return retryConflicts(async () => {
    const client = await db.writes.connect()
    let isBroken = false
    try {
      throwIfPassed(deadline) // it waited for a connection, which others need now
      await client.query('BEGIN')
      const result = await work(withinDeadline(client, deadline))
      throwIfPassed(deadline)
      if (deadline !== undefined) deadline.isCommitting = true
      await client.query(commitWithin(deadline))
      return result
    } catch (error) {
      if (deadline !== undefined) deadline.isCommitting = false
      isBroken = isUnavailable(error) || !(await rollBack(client))
      throw error
    } finally {
      client.release(isBroken) // a broken one is closed, and the database rolls back
    }
  })
}

const withinDeadline = (client: pg.PoolClient, deadline: Deadline | undefined): Statements => ({
  query: (statement) => {
    throwIfPassed(deadline)
    return client.query(statement)
  },
})

/**
 * A COMMIT that waits for a synchronous standby has no end of its own, and may begin when most of the request's time is
 * over. Without a deadline the time limit of all statements holds.
 */
const commitWithin = (deadline: Deadline | undefined) => {
  const rest = deadline && { query_timeout: Math.max(1, deadline.commitEnds - performance.now()) }
  return { text: 'COMMIT', ...rest }
}

/** Rolls back, if a transaction is open; gives whether the connection can be used again. */
export const rollBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('ROLLBACK').then(
    () => true,
    () => false,
  )

async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      if (attempts === ATTEMPTS || !isConflict(error)) throw error
    }
  }
}

function throwIfPassed(deadline: Deadline | undefined): void {
  if (deadline?.hasPassed) throw new Error('The transaction took too long: its request has been refused.')
}

/** A connection of node-postgres, within a transaction. */
export type Connection = Pick<pg.Client, 'query'>

/**
 * Runs an operator's work on the whole catalog in a transaction that may take as long as it needs, unless it is
 * aborted.
 */
export async function transactLong<T>(
  db: Database,
  work: (connection: Connection) => Promise<T>,
  { mode = '', signal }: { mode?: string; signal?: AbortSignal | undefined } = {},
): Promise<T> {
  const connection = await db.connect()
  const disconnect = () => void connection.end() // the running statement fails
  signal?.addEventListener('abort', disconnect)
  try {
    signal?.throwIfAborted()
    await connection.query(`BEGIN ${mode}`)
    const result = await work(connection)
    await connection.query('COMMIT')
    return result
  } finally {
    signal?.removeEventListener('abort', disconnect)
    await connection.end() // what is not committed is rolled back
  }
}

/** Has the statements of a transaction planned for their values, whatever the session is set to. */
export const PLANNED_ANEW = 'SET LOCAL plan_cache_mode = force_custom_plan'

/** Runs `work`, which only reads, on one connection of the pool: all of its statements see the same snapshot. */
export async function withSnapshot<T>(pool: pg.Pool, work: (connection: pg.PoolClient) => Promise<T>): Promise<T> {
  const connection = await pool.connect()
  let hasFailed = true
  try {
    await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const result = await work(connection)
    await connection.query('COMMIT')
    hasFailed = false
    return result
  } finally {
    connection.release(hasFailed) // its transaction may be open still: the connection is closed
  }
}
