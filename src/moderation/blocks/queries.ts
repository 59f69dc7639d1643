import type { Db } from '../../db/client.ts'

interface BlockedFile {
  /** SHA-256 of the content, in hexadecimal. */
  hash: string
  bytes: number
  name: string
  reason: string
  createdAt: Date
}

/**
 * Waits for all uploads that have looked at the blocked files, and makes others wait until the transaction ends, so that
 * no upload stores a file after it was blocked. Must be the first lock of the transaction: those uploads may wait for
 * lists.
 */
export const lockBlocks = (db: Db) => db.$executeRaw`LOCK TABLE blocked_files IN EXCLUSIVE MODE`

/**
 * Blocks the contents of a list's current files, and returns how many were not blocked yet. Empty files are skipped,
 * because blocking one would block every empty file.
 */
export const blockFilesOf = (db: Db, listId: number, reason: string, now: Date): Promise<number> =>
  db.$executeRaw`
    INSERT INTO blocked_files (hash, bytes, name, reason, created_at)
    SELECT DISTINCT ON (sha256(content)) sha256(content), bytes, clean_name, ${reason}, ${now}::timestamptz
    FROM list_files JOIN files ON files.id = file_id WHERE list_id = ${listId} AND bytes > 0
    ON CONFLICT DO NOTHING`

/** Blocks a content. Returns false if it was blocked already. */
export async function insertBlock(
  db: Db,
  { now, ...block }: { hash: Uint8Array<ArrayBuffer>; bytes: number; name: string; reason: string; now: Date },
): Promise<boolean> {
  const { count } = await db.blockedFile.createMany({ data: { ...block, createdAt: now }, skipDuplicates: true })
  return count > 0
}

/** Allows a content again. Returns false if it was not blocked. */
export async function deleteBlock(db: Db, hash: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const { count } = await db.blockedFile.deleteMany({ where: { hash } })
  return count > 0
}

export async function findBlocks(db: Db): Promise<BlockedFile[]> {
  const blocks = await db.blockedFile.findMany({ orderBy: [{ createdAt: 'asc' }, { hash: 'asc' }] })
  return blocks.map((block) => ({ ...block, hash: Buffer.from(block.hash).toString('hex') }))
}
