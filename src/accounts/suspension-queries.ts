import { type Actor, type Suspension, suspended } from '../actor.ts'
import type { Db } from '../db/client.ts'
import { Prisma } from '../db/generated/client.ts'

/*
 * Suspensions and writes at the same time.
 *
 * Problem: a suspension may be stored after a write has checked its user, but before the write commits. Approach: both
 * take an advisory lock of the user until their transaction ends, a write a shared one before its last check, a
 * suspension an exclusive one. Guarantee: once a suspension is stored, no write of the user is. Tests:
 * test/moderation/meanwhile.test.ts.
 */

/** Arbitrary number that separates these advisory locks from others. */
const LOCKS = Prisma.raw('5274903')

/** A column of a query on rows with a `user_id` that keeps the user from being suspended before the transaction ends. */
export const HOLD_SUSPENSION = Prisma.sql`pg_advisory_xact_lock_shared(${LOCKS}, user_id)::text`

/** Waits for the running writes of a user, and makes new ones wait until the transaction ends. */
export const lockSuspension = (db: Db, userId: number) =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS}, ${userId})`

const isActive = (now: Date) => Prisma.sql`(until IS NULL OR until > ${now})`

/** Throws if a user is suspended (403). An earlier statement of the transaction must have used HOLD_SUSPENSION. */
export async function refuseSuspended(db: Db, userId: number, now: Date): Promise<void> {
  const where = { userId, OR: [{ until: null }, { until: { gt: now } }] }
  const suspension = await db.suspension.findFirst({ where, select: { reason: true, until: true } })
  if (suspension !== null) throw suspended(suspension)
}

/** SQL that joins the user of a row with a `user_id`, and the user's suspension unless it has ended. */
export const joinUser = (now: Date) => Prisma.sql`
  JOIN users u ON u.id = user_id LEFT JOIN suspensions s ON s.user_id = u.id AND ${isActive(now)}`

/** The columns that joinUser adds, for findRows. */
export const USER_COLUMNS = Prisma.sql`
  u.id AS "user.id", u.name AS "user.name", u.verified AS "user.verified", u.moderator AS "user.moderator",
  u.created_at AS "user.createdAt", s.reason AS "suspension.reason", s.until AS "suspension.until"`

/** The fields that USER_COLUMNS add to a row. */
export interface UserFields {
  user: Actor['user']
  suspension: { reason: string | null; until: Date | null }
}

/** Returns the suspension in a row with USER_COLUMNS. */
export const suspensionIn = ({ suspension: { reason, until } }: UserFields): Suspension | null =>
  reason === null ? null : { reason, until }
