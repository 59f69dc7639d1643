import type { Db } from '../../db/client.ts'
import type { Prisma } from '../../db/generated/client.ts'

type Hash = Uint8Array<ArrayBuffer>

export const insertDeviceCode = (db: Db, code: Prisma.DeviceCodeUncheckedCreateInput) =>
  db.deviceCode.create({ data: code })

export const findDeviceCode = (db: Db, hash: Hash) => db.deviceCode.findUnique({ where: { hash } })

interface Poll {
  lastPollAt: Date
  nextPollAt: Date
  intervalSeconds?: number
  earlyPolls?: number
}

/** Stores a poll, and when the program may poll again. */
export const storePoll = (db: Db, hash: Hash, poll: Poll) => db.deviceCode.updateMany({ where: { hash }, data: poll })

export const deleteDeviceCode = (db: Db, hash: Hash) => db.deviceCode.deleteMany({ where: { hash } })

/** Deletes an allowed code and returns what was allowed; null if another request has already used the code. */
export async function redeemAllowed(db: Db, hash: Hash) {
  const code = await db.deviceCode.findUnique({ where: { hash } })
  if (code === null || code.userId === null) return null
  const { userId, clientId, abilities } = code
  const { count } = await db.deviceCode.deleteMany({ where: { hash, userId } })
  return count === 1 ? { userId, clientId, abilities } : null
}

const waiting = (userCodeHash: Hash, now: Date) => ({
  userCodeHash,
  expiresAt: { gt: now },
  userId: null,
  denied: false,
})

/** Finds a program that waits for an answer, by its user code. */
export const findWaiting = (db: Db, userCodeHash: Hash, now: Date) =>
  db.deviceCode.findFirst({
    where: waiting(userCodeHash, now),
    select: { clientId: true, abilities: true, createdAt: true },
  })

export async function answerWaiting(
  db: Db,
  userCodeHash: Hash,
  answer: { userId: number } | { denied: true },
  now: Date,
): Promise<boolean> {
  const { count } = await db.deviceCode.updateMany({ where: waiting(userCodeHash, now), data: answer })
  return count === 1
}

/** Deletes the codes that a user allowed and whose tokens were not fetched yet. */
export const deleteAllowed = (db: Db, userId: number) => db.deviceCode.deleteMany({ where: { userId } })

export const deleteOldDeviceCodes = (db: Db, before: Date) =>
  db.deviceCode.deleteMany({ where: { expiresAt: { lte: before } } })
