import { type Actor, type Suspension, suspended } from '../actor.ts'
import type { Db } from '../db/client.ts'
import { Prisma } from '../db/generated/client.ts'
import { lock, sharedLockSql } from '../db/locks.ts'

/*
 * Suspensions and writes at the same time.
 *
 * Problem: a suspension may be stored after a write has checked its user, but before the write commits. Approach: both
 * take an advisory lock of the user until their transaction ends, a write a shared one before its last check, a
 * suspension an exclusive one. Guarantee: once a suspension is stored, no write of the user is. Tests:
 * test/moderation/meanwhile.test.ts.
 */

/** A column of a query on rows with a `user_id` that keeps the user from being suspended before the transaction ends. */
export const HOLD_SUSPENSION = sharedLockSql('suspension', Prisma.sql`user_id::text`)

/** Waits for the running writes of a user, and makes new ones wait until the transaction ends. */
export const lockSuspension = (db: Db, userId: number) => lock(db, 'suspension', String(userId))

const isActive = (now: Date) => ({ OR: [{ until: null }, { until: { gt: now } }] })

/** Throws if a user is suspended (403). An earlier statement of the transaction must have used HOLD_SUSPENSION. */
export async function refuseSuspended(db: Db, userId: number, now: Date): Promise<void> {
  const suspension = await db.suspension.findFirst({ where: { userId, ...isActive(now) }, select: suspensionFields })
  if (suspension !== null) throw suspended(suspension)
}

const suspensionFields = { reason: true, until: true } satisfies Prisma.SuspensionSelect

/** Selects the user of a token or session, with their suspension. */
export const actorFields = {
  select: {
    ...{ id: true, name: true, verified: true, moderator: true, createdAt: true },
    suspension: { select: suspensionFields },
  },
} satisfies Prisma.UserDefaultArgs

/** Returns the user that `actorFields` selected, and their suspension unless it has ended. */
export function actorIn(
  { suspension, ...user }: Actor['user'] & { suspension: Suspension | null },
  now: Date,
): Pick<Actor, 'user' | 'suspension'> {
  const isOver = suspension?.until != null && suspension.until <= now
  return { user, suspension: isOver ? null : suspension }
}
