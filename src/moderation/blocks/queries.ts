import { prepared, type Statements } from '../../db/statements.ts'

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
export async function lockBlocks(db: Statements): Promise<void> {
  await db.query(prepared('lock blocks')`LOCK TABLE blocked_files IN EXCLUSIVE MODE`)
}

/**
 * Blocks the contents of a list's current files, and returns how many were not blocked yet. Empty files are skipped,
 * because blocking one would block every empty file.
 */
export async function blockFilesOf(db: Statements, listId: number, reason: string, now: Date): Promise<number> {
  const { rows } = await db.query(prepared('block files')`
    INSERT INTO blocked_files (hash, bytes, name, reason, created_at)
    SELECT DISTINCT ON (sha256(content)) sha256(content), bytes, clean_name, ${reason}, ${now}::timestamptz
    FROM list_files JOIN files ON files.id = file_id WHERE list_id = ${listId} AND bytes > 0
    ON CONFLICT DO NOTHING RETURNING bytes`)
  return rows.length
}

/** Blocks a content. Returns false if it was blocked already. */
export async function insertBlock(
  db: Statements,
  { hash, bytes, name, reason, now }: { hash: Uint8Array; bytes: number; name: string; reason: string; now: Date },
): Promise<boolean> {
  const { rows } = await db.query(prepared('block file')`
    INSERT INTO blocked_files (hash, bytes, name, reason, created_at)
    VALUES (${hash}, ${bytes}, ${name}, ${reason}, ${now}) ON CONFLICT DO NOTHING RETURNING bytes`)
  return rows.length > 0
}

/** Allows a content again. Returns false if it was not blocked. */
export async function deleteBlock(db: Statements, hash: Uint8Array): Promise<boolean> {
  const { rows } = await db.query(
    prepared('unblock file')`DELETE FROM blocked_files WHERE hash = ${hash} RETURNING bytes`,
  )
  return rows.length > 0
}

export async function findBlocks(db: Statements): Promise<BlockedFile[]> {
  const { rows } = await db.query<BlockedFile>(prepared('blocks')`
    SELECT encode(hash, 'hex') AS hash, bytes, name, reason, created_at AS "createdAt"
    FROM blocked_files ORDER BY created_at, hash`)
  return rows
}
