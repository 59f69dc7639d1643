import type { Db } from '../../db/client.ts'
import { unexpired } from '../../db/expiry.ts'

type Hash = Uint8Array<ArrayBuffer>

/** Replaces the recovery codes of a user. Sign-in links from the operator stay valid. */
export async function replaceCodes(db: Db, userId: number, hashes: readonly Hash[], createdAt: Date): Promise<void> {
  await db.recoveryCode.deleteMany({ where: { userId, expiresAt: null } })
  await db.recoveryCode.createMany({ data: hashes.map((hash) => ({ userId, hash, createdAt })) })
}

export const insertCode = (db: Db, code: { userId: number; hash: Hash; createdAt: Date; expiresAt: Date }) =>
  db.recoveryCode.create({ data: code })

export const countCodes = (db: Db, userId: number) => db.recoveryCode.count({ where: { userId, expiresAt: null } })

/** Deletes a code and returns its user; null if there is none. If two requests use one code at once, one succeeds. */
export async function takeCode(db: Db, hash: Hash, now: Date): Promise<number | null> {
  const where = { hash, OR: unexpired(now) }
  const code = await db.recoveryCode.findFirst({ where, select: { userId: true } })
  const { count } = await db.recoveryCode.deleteMany({ where })
  return count === 1 && code !== null ? code.userId : null
}

export const deleteOldCodes = (db: Db, now: Date) => db.recoveryCode.deleteMany({ where: { expiresAt: { lte: now } } })
