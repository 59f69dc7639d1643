import type { Db } from '../../../db/client.ts'
import { Prisma } from '../../../db/generated/client.ts'
import { customPlan, prepared, type Statements } from '../../../db/statements.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { StoredFile } from './uploaded-files.ts'

/** Maps the hashes of stored files, in hexadecimal, to their ids. */
export type FileIds = ReadonlyMap<string, number>

export const hexOf = (hash: Uint8Array): string => Buffer.from(hash).toString('hex')

/**
 * Stores the files that are not stored yet, and returns the ids of all files in their order. Files are inserted in the
 * order of their hashes, so that two transactions with the same files can't deadlock.
 */
export async function storeFiles(
  db: Transaction,
  files: readonly StoredFile[],
  known: FileIds,
  now: Date,
): Promise<number[]> {
  const ids = new Map(known)
  const unknown = files.filter(({ hash }) => !known.has(hexOf(hash))).sort((a, b) => Buffer.compare(a.hash, b.hash))
  for (const batch of batchesOf(unknown)) {
    for (const { hash, id } of await insertFiles(db, batch, now)) ids.set(hexOf(hash), id)
  }
  // If a sweep has deleted a file meanwhile, the foreign key fails, and the transaction is retried.
  return files.map(({ hash }) => ids.get(hexOf(hash)) ?? 0)
}

/** One statement for several files is faster, but holds all their contents in memory, several times. */
const BATCH_BYTES = 1024 ** 2

/** Splits files into batches, in order. A file that is larger than a batch is one by itself. */
function batchesOf(files: readonly StoredFile[]): StoredFile[][] {
  const batches: StoredFile[][] = []
  let bytes = 0
  for (const file of files) {
    const batch = batches.at(-1)
    bytes += file.bytes
    if (batch !== undefined && bytes <= BATCH_BYTES) batch.push(file)
    else {
      batches.push([file])
      bytes = file.bytes
    }
  }
  return batches
}

/** Stores files, and returns the ids of those that are stored now. One is missing if a sweep has just deleted it. */
async function insertFiles(db: Transaction, files: readonly StoredFile[], now: Date) {
  const rows = files.map(
    ({ hash, name, cleanName, bytes, pieces }) =>
      Prisma.sql`(${hash}, ${name}, ${cleanName}, ${bytes}, ${Buffer.concat(pieces)}, ${now})`,
  )
  const { rows: inserted } = await db.query<{ id: number; hash: Uint8Array }>(customPlan`
    INSERT INTO files (hash, name, clean_name, bytes, content, created_at) VALUES ${Prisma.join(rows)}
    ON CONFLICT (hash) DO NOTHING RETURNING id, hash`)
  if (inserted.length === files.length) return inserted
  // Another transaction has stored the others.
  return db.file.findMany({ where: { hash: { in: files.map(({ hash }) => hash) } }, select: { id: true, hash: true } })
}

/** The name and size of a stored file. */
export interface FileName {
  id: number
  cleanName: string
  bytes: number
}

/** Returns the names and sizes of files, in the order of the ids. */
export async function findFileNames(db: Db, ids: readonly number[]): Promise<FileName[]> {
  const files = await db.file.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, cleanName: true, bytes: true },
  })
  const byId = new Map(files.map((file) => [file.id, file]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Returns the names of those files whose content is blocked. FOR KEY SHARE makes a new block wait until this transaction
 * ends.
 */
export async function findBlockedNames(db: Statements, ids: readonly number[]): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(prepared('blocked names')`
    SELECT clean_name AS name FROM files JOIN blocked_files b ON b.bytes = files.bytes AND b.hash = sha256(content)
    WHERE files.id = ANY(${ids}::int[]) FOR KEY SHARE OF b`)
  return rows.map(({ name }) => name)
}
