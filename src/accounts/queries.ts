import type { Db } from '../db/client.ts'
import { existing } from '../lists/visibility-queries.ts'
import { nameKey } from '../text/name-key.ts'
import { lookHash } from './names/look.ts'
import { reserveName } from './names/queries.ts'

export const findUser = (db: Db, name: string) => db.user.findUnique({ where: { nameKey: nameKey(name) } })

export const listUsers = (db: Db) =>
  db.user.findMany({
    orderBy: { nameKey: 'asc' },
    include: { suspension: true, _count: { select: { lists: true, tokens: true } } },
  })

/** Returns everything that is stored of a user, without the hashes of secrets; null if the user was deleted. */
export const findAccountData = (db: Db, userId: number, now: Date) =>
  db.user.findUnique({
    where: { id: userId },
    omit: { nameKey: true },
    include: {
      suspension: true,
      passkeys: true,
      identities: true,
      sessions: { omit: { hash: true } },
      tokens: { omit: { hash: true } },
      recoveryCodes: { omit: { hash: true } },
      deviceCodes: { omit: { hash: true, userCodeHash: true } },
      lists: { where: existing(now), include: { game: true, past: true }, orderBy: { id: 'asc' } },
    },
  })

export const insertUser = (db: Db, user: { name: string; verified: boolean; createdAt: Date; handle?: string }) =>
  db.user.create({ data: { ...user, nameKey: nameKey(user.name), look: { create: { look: lookHash(user.name) } } } })

export const setVerified = (db: Db, id: number) => db.user.update({ where: { id }, data: { verified: true } })

/** Locks a user until the transaction ends. No other transaction can then change the user or create lists for them. */
export async function lockUser(db: Db, id: number): Promise<void> {
  await db.$queryRaw`SELECT id FROM users WHERE id = ${id} FOR UPDATE`
}

/** Locks and returns the user with a name; null if there is none. */
export async function lockUserNamed(db: Db, name: string): Promise<{ id: number; name: string } | null> {
  const found = await findUser(db, name)
  if (found === null) return null
  await lockUser(db, found.id)
  return findUser(db, name)
}

/** Deletes a user who has no lists, along with their tokens, and reserves their name. */
export async function deleteUserRow(db: Db, { id, name }: { id: number; name: string }, now: Date): Promise<void> {
  await reserveName(db, name, now)
  await db.user.deleteMany({ where: { id } })
}
