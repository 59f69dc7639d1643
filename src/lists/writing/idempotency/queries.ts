import type { Db } from '../../../db/client.ts'

/** A creation of a list that its client named by an idempotency key. Only hashes are stored. */
export interface StoredKey {
  key: Uint8Array<ArrayBuffer>
  body: Uint8Array<ArrayBuffer>
  salt: Uint8Array<ArrayBuffer>
}

export const findKey = (db: Db, key: Uint8Array<ArrayBuffer>) => db.idempotencyKey.findUnique({ where: { key } })

/** Stores which list a creation has made. */
export async function insertKey(db: Db, stored: StoredKey, listId: number, now: Date): Promise<void> {
  await db.idempotencyKey.create({ data: { ...stored, listId, createdAt: now } })
}

export async function deleteKeys(db: Db, before: Date): Promise<void> {
  await db.idempotencyKey.deleteMany({ where: { createdAt: { lt: before } } })
}
