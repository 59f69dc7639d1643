import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { prepared, type Statements } from '../../db/statements.ts'

/** Stores the day of the last use of a token. Skips a row that another request has locked. */
export async function touchToken(db: Statements, id: number, now: Date): Promise<void> {
  await db.query(
    prepared(
      'touch token',
      Prisma.sql`
        UPDATE api_tokens SET last_used_on = (${now}::timestamptz)::date
        WHERE id = (SELECT id FROM api_tokens WHERE id = ${id} FOR UPDATE SKIP LOCKED)`,
    ),
  )
}

/** Lists the tokens of a user that are valid at `now`, the newest first. */
export const listValidTokens = (db: Db, userId: number, now: Date) =>
  db.apiToken.findMany({
    where: { userId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    omit: { hash: true },
    orderBy: { id: 'desc' },
  })

/** Revokes a token of a user; returns whether there was one to revoke. */
export async function revokeTokenOf(db: Db, userId: number, id: number, now: Date): Promise<boolean> {
  const { count } = await db.apiToken.updateMany({ where: { id, userId, revokedAt: null }, data: { revokedAt: now } })
  return count === 1
}

/** Revokes the token with this hash, if there is one. */
export const revokeByHash = (db: Db, hash: Uint8Array<ArrayBuffer>, now: Date) =>
  db.apiToken.updateMany({ where: { hash, revokedAt: null }, data: { revokedAt: now } })
