import { lockSuspension } from '../../accounts/suspension-queries.ts'
import { prepared, type Statements } from '../../db/statements.ts'

/** Suspends a user, or replaces their suspension. Waits for their writes that have passed their last check. */
export async function insertSuspension(
  db: Statements,
  { userId, reason, until, now }: { userId: number; reason: string; until: Date | null; now: Date },
): Promise<void> {
  await lockSuspension(db, userId)
  await db.query(prepared('suspend')`
    INSERT INTO suspensions (user_id, reason, until, created_at) VALUES (${userId}, ${reason}, ${until}, ${now})
    ON CONFLICT (user_id) DO UPDATE SET reason = excluded.reason, until = excluded.until, created_at = excluded.created_at`)
}

/** Ends the suspension of a user, and returns whether there was one. */
export async function deleteSuspension(db: Statements, userId: number): Promise<boolean> {
  const { rows } = await db.query(
    prepared('end suspension')`DELETE FROM suspensions WHERE user_id = ${userId} RETURNING user_id`,
  )
  return rows.length > 0
}

/** Makes a user a moderator, or no longer one. Returns false if nothing changed. */
export async function setModerator(db: Statements, userId: number, moderator: boolean): Promise<boolean> {
  const { rows } = await db.query(prepared('set moderator')`
    UPDATE users SET moderator = ${moderator} WHERE id = ${userId} AND moderator <> ${moderator} RETURNING id`)
  return rows.length > 0
}
