import type { Db } from '../../db/client.ts'
import { prepared, type Statements } from '../../db/statements.ts'
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
export const lockNames = (transaction: Db) =>
  transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('names of accounts'))`

/** How long the name of a deleted user is reserved: as long as the slugs of their lists. In milliseconds. */
const RESERVED_MS = 90 * 24 * 3_600_000

/** Reserves the name of a user who is deleted. Otherwise a stranger could take over their reputation. */
export async function reserveName(db: Statements, name: string, now: Date): Promise<void> {
  await db.query(prepared('reserve name')`
    INSERT INTO reserved_names (look, free_at) VALUES (${lookHash(name)}, ${new Date(now.getTime() + RESERVED_MS)})
    ON CONFLICT (look) DO UPDATE SET free_at = excluded.free_at`)
}

export const freeOldNames = (db: Db, now: Date) => db.reservedName.deleteMany({ where: { freeAt: { lte: now } } })
