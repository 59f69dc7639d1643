import type { Db } from '../db/client.ts'
import { Prisma } from '../db/generated/client.ts'
import { prepared, type Statements } from '../db/statements.ts'
import { nameKey } from '../text/name-key.ts'
import { HOLD_SUSPENSION } from './suspension-queries.ts'

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

export function findUser(db: Db, name: string) {
  return db.user.findUnique({ where: { nameKey: nameKey(name) } })
}

export function listUsers(db: Db) {
  return db.user.findMany({
    orderBy: { nameKey: 'asc' },
    include: { suspension: true, _count: { select: { lists: true, tokens: true } } },
  })
}

export function insertUser(db: Db, user: { name: string; verified: boolean; createdAt: Date }) {
  return db.user.create({ data: { ...user, nameKey: nameKey(user.name) } })
}

export function setVerified(db: Db, id: number) {
  return db.user.update({ where: { id }, data: { verified: true } })
}

/** Locks a user until the transaction ends. No other transaction can then change the user or create lists for them. */
export async function lockUser(db: Statements, name: string): Promise<{ id: number; name: string } | null> {
  const { rows } = await db.query<{ id: number; name: string }>(
    prepared('lock user', Prisma.sql`SELECT id, name FROM users WHERE name_key = ${nameKey(name)} FOR UPDATE`),
  )
  return rows[0] ?? null
}

/** Deletes a user who has no lists, along with their tokens. */
export async function deleteUserRow(db: Statements, id: number): Promise<void> {
  await db.query(prepared('delete user', Prisma.sql`DELETE FROM users WHERE id = ${id}`))
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

/** Marks a token as revoked at `now`. Returns false if the token does not exist or is already revoked. */
export async function setRevoked(db: Db, id: number, now: Date): Promise<boolean> {
  const { count } = await db.apiToken.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } })
  return count === 1
}
