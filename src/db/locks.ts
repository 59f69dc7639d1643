import type { Db } from './client.ts'
import { Prisma } from './generated/client.ts'

/**
 * Kinds of advisory locks, which a transaction holds until it ends. The numbers are arbitrary. A lock is of a kind and of
 * a text that says what is locked.
 */
const KINDS = {
  /** The numbers of the slugs with a base. */
  slugs: 5_274_902,
  /** The suspension of a user, by id. */
  suspension: 5_274_903,
  /** The names and counts of the index of mods, which one server at a time changes. */
  modIndex: 5_274_904,
  /** The names of accounts. */
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
