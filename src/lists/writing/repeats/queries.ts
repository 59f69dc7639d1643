import type { Db } from '../../../db/client.ts'

/** A creation of a list that its client named by a key. */
export interface Repeat {
  key: Uint8Array<ArrayBuffer>
  body: Uint8Array<ArrayBuffer>
  salt: Uint8Array<ArrayBuffer>
}

export const findRepeat = (db: Db, key: Uint8Array<ArrayBuffer>) => db.repeat.findUnique({ where: { key } })

/**
 * Stores which list a creation has made. Waits for a transaction that stores the same key. Returns whether this one is
 * the first.
 */
export async function insertRepeat(db: Db, repeat: Repeat, listId: number, now: Date): Promise<boolean> {
  const { count } = await db.repeat.createMany({ data: { ...repeat, listId, createdAt: now }, skipDuplicates: true })
  return count > 0
}

export async function deleteRepeats(db: Db, before: Date): Promise<void> {
  await db.repeat.deleteMany({ where: { createdAt: { lt: before } } })
}
