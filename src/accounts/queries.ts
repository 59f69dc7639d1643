import type { Db } from '../db/client.ts'
import { prepared, type Statements } from '../db/statements.ts'
import { nameKey } from '../text/name-key.ts'

export function findUser(db: Db, name: string) {
  return db.user.findUnique({ where: { nameKey: nameKey(name) } })
}

export function listUsers(db: Db) {
  return db.user.findMany({
    orderBy: { nameKey: 'asc' },
    include: { suspension: true, _count: { select: { lists: true, tokens: true } } },
  })
}

export function insertUser(db: Db, user: { name: string; verified: boolean; createdAt: Date; handle?: string }) {
  return db.user.create({ data: { ...user, nameKey: nameKey(user.name) } })
}

export function setVerified(db: Db, id: number) {
  return db.user.update({ where: { id }, data: { verified: true } })
}

/** Locks a user until the transaction ends. No other transaction can then change the user or create lists for them. */
export async function lockUser(db: Statements, name: string): Promise<{ id: number; name: string } | null> {
  const { rows } = await db.query<{ id: number; name: string }>(
    prepared('lock user')`SELECT id, name FROM users WHERE name_key = ${nameKey(name)} FOR UPDATE`,
  )
  return rows[0] ?? null
}

/** Deletes a user who has no lists, along with their tokens. */
export async function deleteUserRow(db: Statements, id: number): Promise<void> {
  await db.query(prepared('delete user')`DELETE FROM users WHERE id = ${id}`)
}
