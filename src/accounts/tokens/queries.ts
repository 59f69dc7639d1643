import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { unexpired, unexpiredSql } from '../../db/sql.ts'
import { actorFields, HOLD_SUSPENSION } from '../queries.ts'

const valid = (now: Date) => ({ revokedAt: null, OR: unexpired(now) })

const validSql = (now: Date) => Prisma.sql`revoked_at IS NULL AND ${unexpiredSql(now)}`

/** Finds a valid token by its hash, with its user. */
export const findToken = (db: Db, hash: Uint8Array<ArrayBuffer>, now: Date) =>
  db.apiToken.findFirst({
    where: { hash, ...valid(now) },
    select: { id: true, label: true, abilities: true, expiresAt: true, lastUsedOn: true, user: actorFields },
  })

/** Reports whether a token is valid. If so, it and its user stay valid until the transaction ends. */
export async function holdToken(db: Db, hash: Uint8Array, now: Date): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT id, ${HOLD_SUSPENSION} FROM api_tokens WHERE hash = ${hash} AND ${validSql(now)} FOR SHARE`
  return rows.length > 0
}

/** Stores the day of the last use of a token. Skips a row that another request has locked. */
export const touchToken = (db: Db, id: number, now: Date) => db.$executeRaw`
  UPDATE api_tokens SET last_used_on = (${now}::timestamptz)::date
  WHERE id = (SELECT id FROM api_tokens WHERE id = ${id} FOR UPDATE SKIP LOCKED)`

export const listValidTokens = (db: Db, userId: number, now: Date) =>
  db.apiToken.findMany({
    where: { userId, ...valid(now) },
    omit: { hash: true },
    orderBy: { id: 'desc' },
  })

export const countValidTokens = (db: Db, userId: number, now: Date): Promise<number> =>
  db.apiToken.count({ where: { userId, ...valid(now) } })

/** Revokes a token. Returns false if it does not exist or is already revoked. */
export async function setRevoked(
  db: Db,
  token: { id: number; userId?: number } | { hash: Uint8Array<ArrayBuffer> },
  now: Date,
): Promise<boolean> {
  const { count } = await db.apiToken.updateMany({ where: { ...token, revokedAt: null }, data: { revokedAt: now } })
  return count === 1
}
