import type { Database, Db } from './client.ts'
import { isConflict } from './failures.ts'
import { Prisma } from './generated/client.ts'

const ATTEMPTS = 10

export type Transaction = Db

/**
 * Runs `work` in a transaction, and retries it if it conflicts with another one. If it throws because the database is
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

/** The longest time of a timer, 24 days, in milliseconds. */
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

/**
 * Kinds of advisory locks, by arbitrary numbers. A lock is of a kind and a text, and held until the transaction ends.
 */
const KINDS = {
  /** The numbers of the slugs with a base, once two uploads have tried the same. */
  slugs: 5_274_902,
  suspension: 5_274_903,
  /** The names and counts of the index of mods, which one server at a time changes. */
  modIndex: 5_274_904,
  accountNames: 5_274_906,
}

const keySql = (kind: keyof typeof KINDS, what: Prisma.Sql | string) =>
  Prisma.sql`${Prisma.raw(String(KINDS[kind]))}, hashtext(${what})`

/** Waits until no other transaction holds a lock, shared or alone, and makes others wait until this one ends. */
export const lock = (db: Db, kind: keyof typeof KINDS, what = '') =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(${keySql(kind, what)})`

/** SQL that shares a lock with others, and waits until none holds it alone. `what` is SQL, such as a column. */
export const sharedLockSql = (kind: keyof typeof KINDS, what: Prisma.Sql) =>
  Prisma.sql`pg_advisory_xact_lock_shared(${keySql(kind, what)})::text`

const READ_ATTEMPTS = 20

/** The attempts without a transaction, which take fewer statements. */
const PLAIN_ATTEMPTS = 3

/**
 * Runs a read of several statements until their results match; `work` returns null if they do not. The first attempts
 * have no common snapshot; the others do, for a busy machine on which lists change faster than they are read.
 */
export async function readConsistently<T extends object>(
  db: Database,
  work: (db: Db) => Promise<T | null>,
): Promise<T> {
  for (let attempts = 1; attempts <= READ_ATTEMPTS; attempts++) {
    const found =
      attempts <= PLAIN_ATTEMPTS ? await work(db) : await db.$transaction(work, { isolationLevel: 'RepeatableRead' })
    if (found !== null) return found
  }
  throw new Error('Unexpected: the results of several statements never match.')
}

/** Runs `work` with plans that use indexes also in small tables: PostgreSQL does not count what large arrays cost. */
export function readByIndex<T>(db: Database, work: (transaction: Db) => Promise<T>): Promise<T> {
  return db.$transaction(async (transaction) => {
    await transaction.$executeRaw`SET LOCAL enable_seqscan = off`
    return work(transaction)
  })
}

/** Runs an expensive read, of which few run at a time. It does not start if its client has disconnected. */
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
