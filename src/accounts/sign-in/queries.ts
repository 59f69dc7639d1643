import type { Db } from '../../db/client.ts'
import type { Prisma } from '../../db/generated/client.ts'

type Hash = Uint8Array<ArrayBuffer>

export const insertPending = (db: Db, pending: Prisma.PendingSignInCreateInput) =>
  db.pendingSignIn.create({ data: pending })

export const findPending = (db: Db, hashes: Hash[], step: string, now: Date) =>
  db.pendingSignIn.findMany({ where: { hash: { in: hashes }, step, expiresAt: { gt: now } } })

/** Deletes a pending sign-in. Returns false if another request has already used it. */
export async function deletePending(db: Db, hash: Hash): Promise<boolean> {
  return (await db.pendingSignIn.deleteMany({ where: { hash } })).count === 1
}

export const deleteOldPending = (db: Db, now: Date) =>
  db.pendingSignIn.deleteMany({ where: { expiresAt: { lte: now } } })
