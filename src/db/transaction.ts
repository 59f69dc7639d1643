import type pg from 'pg'
import type { Database, Db } from './client.ts'
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
 * Tests: test/http/limits/unavailable.slow.test.ts, test/lists/writing/slugs/race.test.ts and transactions/.
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

/** A transaction: Prisma's model calls, and statements written by hand. */
export type Transaction = Db & Statements

/**
 * Runs `work` in a transaction, and retries it if it conflicts with another transaction. Throws and stores nothing if the
 * deadline passes before COMMIT. With `isTransient` as `mayRetry`, a row that another transaction wrote or deleted first is
 * an error instead.
 */
export function transact<T>(
  { db, deadline }: { db: Pick<Database, '$transaction'>; deadline?: Deadline | undefined },
  work: (transaction: Transaction) => Promise<T>,
  mayRetry = isConflict,
): Promise<T> {
  const attempt = async () => {
    let stopWaiting = () => {}
    try {
      return await db.$transaction(async (transaction) => {
        throwIfPassed(deadline) // the wait for the connection may have taken too long
        const result = await work(withStatements(transaction))
        throwIfPassed(deadline)
        if (deadline !== undefined) stopWaiting = waitForCommit(deadline)
        return result
      })
    } catch (error) {
      if (deadline !== undefined) deadline.isCommitting = false
      throw error
    } finally {
      stopWaiting()
    }
  }
  return retryConflicts(attempt, mayRetry)
}

/** Adds `query` for statements written by hand to a Prisma transaction. */
const withStatements = (transaction: Db): Transaction =>
  Object.create(transaction, {
    query: {
      value: async ({ text, values = [], rowMode }: pg.QueryConfig & { rowMode?: string }) => {
        const rows = await transaction.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values)
        const fields = Object.keys(rows[0] ?? {}).map((name) => ({ name }))
        return { rows: rowMode === 'array' ? rows.map((row) => Object.values(row)) : rows, fields }
      },
    },
  })

/**
 * Makes the request of a deadline wait for the COMMIT that follows. The wait ends with the deadline, because PostgreSQL
 * sets no time limit for a COMMIT that waits for a synchronous standby. Returns a function that ends the timer.
 */
function waitForCommit(deadline: Deadline): () => void {
  deadline.isCommitting = true
  const end = () => {
    deadline.isCommitting = false
  }
  const timer = setTimeout(end, Math.max(1, deadline.commitEnds - performance.now()))
  return () => clearTimeout(timer)
}

async function retryConflicts<T>(attempt: () => Promise<T>, mayRetry: (error: unknown) => boolean): Promise<T> {
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

/** Maximum time of a transaction without a limit: the longest that a timer can take, 24 days. In milliseconds. */
const UNLIMITED_MS = 2 ** 31 - 1

/** Runs work that may take long, such as deleting a user with all lists, in a transaction without a time limit. */
export async function transactLong<T>(db: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const client = db.openUnlimited()
  try {
    return await client.$transaction((transaction) => work(withStatements(transaction)), { timeout: UNLIMITED_MS })
  } finally {
    await client.$disconnect()
  }
}

/** Runs a backup or its import in a transaction of node-postgres without a time limit, until aborted. */
export async function transactBackup<T>(
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
