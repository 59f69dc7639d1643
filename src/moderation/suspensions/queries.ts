import { lockSuspension } from '../../accounts/queries.ts'
import type { Db } from '../../db/client.ts'

/** Suspends a user, or replaces their suspension. Waits for their writes that have passed their last check. */
export async function insertSuspension(
  db: Db,
  { userId, reason, until, now }: { userId: number; reason: string; until: Date | null; now: Date },
): Promise<void> {
  await lockSuspension(db, userId)
  const suspension = { reason, until, createdAt: now }
  await db.suspension.upsert({ where: { userId }, create: { userId, ...suspension }, update: suspension })
}

/** Ends the suspension of a user, and returns whether there was one. */
export async function deleteSuspension(db: Db, userId: number): Promise<boolean> {
  const { count } = await db.suspension.deleteMany({ where: { userId } })
  return count > 0
}

/** Makes a user a moderator, or no longer one. Returns false if nothing changed. */
export async function setModerator(db: Db, userId: number, moderator: boolean): Promise<boolean> {
  const { count } = await db.user.updateMany({
    where: { id: userId, moderator: !moderator },
    data: { moderator },
  })
  return count > 0
}
