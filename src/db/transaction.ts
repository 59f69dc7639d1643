import type { Database, Db } from './client.ts'
import { isConflict } from './failures.ts'

/** Maximum number of attempts. Enough for many writers of the same name; a longer conflict is a bug. */
const ATTEMPTS = 10

/** A transaction of Prisma. */
export type Transaction = Db

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
      return await db.$transaction(work)
    } catch (error) {
      if (attempts === ATTEMPTS || !mayRetry(error)) throw error
    }
  }
}

/** Maximum time of a transaction without a limit: the longest that a timer can take, 24 days. In milliseconds. */
const UNLIMITED_MS = 2 ** 31 - 1

/** Runs work that may take long, such as deleting a user with all lists, in a transaction without a time limit. */
export async function transactLong<T>(db: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const client = db.openUnlimited()
  try {
    return await client.$transaction(work, { timeout: UNLIMITED_MS })
  } finally {
    await client.$disconnect()
  }
}
