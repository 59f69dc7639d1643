import type pg from 'pg'
import type { Database, Db } from './client.ts'
import { withConnection } from './connections/pools.ts'
import { isConflict } from './failures.ts'
import type { Statements } from './statements.ts'

/*
 * Transactions with retries and deadlines.
 *
 * Problem: a transaction may conflict with another (serialization failure, deadlock, unique index). And a write whose
 * client got 503 must not be stored.
 * Approach: a conflicting transaction is retried a few times. A transaction shares a Deadline with its request, which
 * http/limits/deadline.ts creates and RequestContext passes on; a command has none. (AsyncLocalStorage would avoid
 * passing it on, but slows every request before Node 24.)
 * Guarantee: a transaction past its deadline is rolled back. If its COMMIT is running, the request waits for it.
 * Tests: test/http/limits/unavailable.slow.test.ts, test/lists/writing/slugs/race.test.ts and atomicity.test.ts.
 */

/** State shared by a request and its transactions. */
export interface Deadline {
  /** Whether the request has been refused. If so, its uncommitted transaction is rolled back. */
  hasPassed: boolean
  /** Whether a COMMIT is running. If so, the request waits for its outcome. */
  isCommitting: boolean
  /**
   * When the request stops waiting for COMMIT, by performance.now(). It is then unknown whether anything was stored.
   */
  commitEnds: number
}

/** Maximum number of attempts. Enough for many writers of the same name; a longer conflict is a bug. */
const ATTEMPTS = 10

/**
 * Runs `work` in a Prisma transaction, and retries it if it conflicts with another transaction. With `isTransient` as
 * `mayRetry`, a row that another transaction wrote or deleted first is an error instead.
 */
export function transactByPrisma<T>(
  db: Database,
  work: (transaction: Db) => Promise<T>,
  mayRetry = isConflict,
): Promise<T> {
  return retryConflicts(() => db.$transaction(work), mayRetry)
}

/**
 * Runs `work` in a transaction on a connection for writes, and retries it if it conflicts with another transaction.
 * Throws and stores nothing if the deadline passes before COMMIT.
 */
export function transact<T>(
  { db, deadline }: { db: Pick<Database, 'writes'>; deadline?: Deadline | undefined },
  work: (transaction: Statements) => Promise<T>,
): Promise<T> {
  const attempt = () =>
    withConnection(db.writes, async (client) => {
      throwIfPassed(deadline) // the wait for the connection may have taken too long
      await client.query('BEGIN')
      const result = await work(withinDeadline(client, deadline))
      throwIfPassed(deadline)
      await commit(client, deadline)
      return result
    })
  return retryConflicts(attempt)
}

const withinDeadline = (client: pg.PoolClient, deadline: Deadline | undefined): Statements => ({
  query: (statement) => {
    throwIfPassed(deadline)
    return client.query(statement)
  },
})

/**
 * Commits. The wait ends with the deadline, because PostgreSQL sets no time limit for a COMMIT that waits for a
 * synchronous standby. Without a deadline, the time limit of all statements applies.
 */
async function commit(client: pg.PoolClient, deadline: Deadline | undefined): Promise<void> {
  if (deadline === undefined) {
    await client.query('COMMIT')
    return
  }
  deadline.isCommitting = true
  const statement = { text: 'COMMIT', query_timeout: Math.max(1, deadline.commitEnds - performance.now()) }
  await client.query(statement).catch((error) => {
    deadline.isCommitting = false
    throw error
  })
}

async function retryConflicts<T>(attempt: () => Promise<T>, mayRetry = isConflict): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      if (attempts === ATTEMPTS || !mayRetry(error)) throw error
    }
  }
}

function throwIfPassed(deadline: Deadline | undefined): void {
  if (deadline?.hasPassed) throw new Error('The transaction took too long, and its request was refused.')
}

/** A node-postgres connection within a transaction. */
export type Connection = Pick<pg.Client, 'query'>

/** Runs an operator's work on the whole catalog in a transaction without a time limit, until aborted. */
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
    await connection.end() // rolls back what is not committed
  }
}
