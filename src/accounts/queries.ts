import type { Db } from '../db/client.ts'
import { nameKey } from '../name-key.ts'

export function findToken(db: Db, hash: Uint8Array<ArrayBuffer>) {
  return db.apiToken.findUnique({ where: { hash }, include: { user: true } })
}

export function findUser(db: Db, name: string) {
  return db.user.findUnique({ where: { nameKey: nameKey(name) } })
}

export function listUsers(db: Db) {
  return db.user.findMany({
    orderBy: { nameKey: 'asc' },
    include: { _count: { select: { lists: true, tokens: true } } },
  })
}

export function insertUser(db: Db, user: { name: string; verified: boolean; createdAt: Date }) {
  return db.user.create({ data: { ...user, nameKey: nameKey(user.name) } })
}

export function verifyUser(db: Db, id: number) {
  return db.user.update({ where: { id }, data: { verified: true } })
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

/** Marks the token as revoked from `now` on; false if there is none of that id that was not revoked already. */
export async function revokeToken(db: Db, id: number, now: Date): Promise<boolean> {
  const { count } = await db.apiToken.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } })
  return count === 1
}
