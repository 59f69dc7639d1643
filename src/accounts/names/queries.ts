import type { Db } from '../../db/client.ts'
import { lock } from '../../db/locks.ts'
import { lookHash } from './look.ts'

/** Number of users whose looks are stored at once. */
const BATCH = 1_000

/** Stores the looks of users that have none yet: users of an older version, and of a backup. */
async function storeLooks(db: Db): Promise<void> {
  for (;;) {
    const users = await db.user.findMany({ where: { look: null }, select: { id: true, name: true }, take: BATCH })
    const data = users.map(({ id, name }) => ({ userId: id, look: lookHash(name) }))
    if (data.length > 0) await db.nameLook.createMany({ data, skipDuplicates: true })
    if (users.length < BATCH) return
  }
}

/** Reports whether a name looks like that of a user, or of an account that was deleted lately. */
export async function isLookTaken(db: Db, name: string, now: Date): Promise<boolean> {
  await storeLooks(db)
  const look = lookHash(name)
  if ((await db.nameLook.findFirst({ where: { look } })) !== null) return true
  return (await db.reservedName.findFirst({ where: { look, freeAt: { gt: now } } })) !== null
}

/** Makes transactions that create accounts wait for each other, so that of two similar names only one is taken. */
export const lockNames = (transaction: Db) => lock(transaction, 'accountNames')

/** How long the name of a deleted user is reserved: as long as the slugs of their lists. In milliseconds. */
const RESERVED_MS = 90 * 24 * 3_600_000

/** Reserves the name of a user who is deleted. Otherwise a stranger could take over their reputation. */
export async function reserveName(db: Db, name: string, now: Date): Promise<void> {
  const look = lookHash(name)
  const freeAt = new Date(now.getTime() + RESERVED_MS)
  await db.reservedName.upsert({ where: { look }, create: { look, freeAt }, update: { freeAt } })
}

export const freeOldNames = (db: Db, now: Date) => db.reservedName.deleteMany({ where: { freeAt: { lte: now } } })
