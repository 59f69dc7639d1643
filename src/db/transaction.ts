import type pg from 'pg'
import type { Database, Db } from './client.ts'
import { isConflict } from './failures.ts'
import type { Statements } from './statements.ts'

/** Maximum number of attempts. Enough for many writers of the same name; a longer conflict is a bug. */
const ATTEMPTS = 10

/** A transaction: Prisma's model calls, and statements written by hand. */
export type Transaction = Db & Statements

/**
 * Runs `work` in a transaction, and retries it if it conflicts with another transaction. With `isTransient` as `mayRetry`,
 * a row that another transaction wrote or deleted first is an error instead. If it throws because the database is
 * unavailable, the transaction may have been committed.
 */
export async function transact<T>(
  { db }: { db: Pick<Database, '$transaction'> },
  work: (transaction: Transaction) => Promise<T>,
  mayRetry = isConflict,
): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await db.$transaction((transaction) => work(withStatements(transaction)))
    } catch (error) {
      if (attempts === ATTEMPTS || !mayRetry(error)) throw error
    }
  }
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
