import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { prepared, type Statements } from '../../db/statements.ts'
import { HOLD_SUSPENSION } from '../suspension-queries.ts'

interface TokenColumns {
  id: number
  isUsedToday: boolean
  label: string | null
  abilities: string[]
  expiresAt: Date | null
  revokedAt: Date | null
  userId: number
  name: string
  verified: boolean
  moderator: boolean
  userCreatedAt: Date
  suspensionReason: string | null
  suspendedUntil: Date | null
}

/** Finds a token by its hash, with its user and their suspension, even one that has ended. */
export async function findToken(db: Statements, hash: Uint8Array, now: Date) {
  const { rows } = await db.query<TokenColumns>(
    prepared(
      'token',
      Prisma.sql`
      SELECT t.id, t.last_used_on IS NOT DISTINCT FROM (${now}::timestamptz)::date AS "isUsedToday", t.label, t.abilities, t.expires_at AS "expiresAt", t.revoked_at AS "revokedAt",
        u.id AS "userId", u.name, u.verified, u.moderator, u.created_at AS "userCreatedAt",
        s.reason AS "suspensionReason", s.until AS "suspendedUntil"
      FROM api_tokens t JOIN users u ON u.id = t.user_id LEFT JOIN suspensions s ON s.user_id = u.id WHERE t.hash = ${hash}`,
    ),
  )
  const [row] = rows
  if (row === undefined) return null
  const { userId, name, verified, moderator, userCreatedAt, suspensionReason: reason, suspendedUntil, ...token } = row
  const suspension = reason === null ? null : { reason, until: suspendedUntil }
  return { ...token, suspension, user: { id: userId, name, verified, moderator, createdAt: userCreatedAt } }
}

/**
 * Reports whether a token is still valid. If so, the token can't be revoked and its user not suspended until the
 * transaction ends.
 */
export async function holdToken(db: Statements, hash: Uint8Array, now: Date): Promise<boolean> {
  const { rows } = await db.query<{ id: number }>(
    prepared(
      'hold token',
      Prisma.sql`
        SELECT id, ${HOLD_SUSPENSION} FROM api_tokens
        WHERE hash = ${hash} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now}) FOR SHARE`,
    ),
  )
  return rows.length > 0
}

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

/** Revokes a token for good, from `now` on. Returns false if none matches that is not revoked yet. */
export async function setRevoked(
  db: Db,
  token: { id: number; userId?: number } | { hash: Uint8Array<ArrayBuffer> },
  now: Date,
): Promise<boolean> {
  const { count } = await db.apiToken.updateMany({ where: { ...token, revokedAt: null }, data: { revokedAt: now } })
  return count === 1
}

export interface NewToken {
  userId: number
  label: string | null
  hash: Uint8Array<ArrayBuffer>
  abilities: string[]
  createdAt: Date
  expiresAt: Date | null
}

export function insertToken(db: Db, token: NewToken) {
  return db.apiToken.create({ data: token })
}

export function listTokens(db: Db, userId: number) {
  return db.apiToken.findMany({ where: { userId }, orderBy: { id: 'asc' } })
}
