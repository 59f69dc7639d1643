import type { Database } from '../db/client.ts'
import { nameKey } from '../text/name-key.ts'
import { isGameId } from './schemas.ts'
import type { StoredFile } from './writing/uploaded-files.ts'

/*
 * The bytes of files. Problem: Prisma passes bytes on as Base64 in JSON, which takes fifteen times the processor time
 * of node-postgres. Approach: node-postgres stores them on Prisma's pool, outside of transactions; then a transaction
 * links them by their hashes. Guarantee: the sweep deletes a file that nothing has linked for an hour, and an upload
 * that finds a file gone stores it again. Tests: test/lists/stored-files.test.ts.
 */

type Pool = Pick<Database, 'pool'>

export interface UploadFacts {
  /** Null if there is no such game. */
  game: { id: number; name: string } | null
  /** The blocked contents that have the size of one of the files, by their SHA-256 in hexadecimal. */
  blocked: string[]
  /** The hashes of the files that are stored already, in hexadecimal. */
  stored: string[]
  /** The highest number of a slug of the base that a list has; 0 if there is none. */
  lastNumber: number
}

/** What an upload asks for. */
interface Asked {
  /** The id or the name of a game. */
  game?: string | undefined
  files: readonly StoredFile[]
  /** The base of the slug of a new list. */
  slugBase?: string | undefined
}

/** Finds what an upload must know before its files are stored. */
export async function findUploadFacts({ pool }: Pool, { game, files, slugBase }: Asked): Promise<UploadFacts> {
  const id = game !== undefined && isGameId(game) ? Number(game) : null
  const key = game !== undefined && id === null ? nameKey(game) : null
  const { rows } = await pool.query<UploadFacts>({
    name: 'upload facts',
    text: `
      SELECT (
          SELECT json_build_object('id', id, 'name', name) FROM games WHERE id = $1::int OR name_key = $2::text
        ) AS game,
        ARRAY(SELECT encode(hash, 'hex') FROM blocked_files WHERE bytes = ANY($3::int[])) AS blocked,
        ARRAY(SELECT encode(hash, 'hex') FROM files WHERE hash = ANY($4::bytea[])) AS stored,
        coalesce((SELECT max(slug_number) FROM lists WHERE slug_base = $5::text), 0) AS "lastNumber"`,
    values: [id, key, files.map(({ bytes }) => bytes), files.map(({ hash }) => hash), slugBase],
  })
  return rows[0] ?? { game: null, blocked: [], stored: [], lastNumber: 0 }
}

/** How long a file is kept that nothing has linked yet, in milliseconds. */
const UNLINKED_MS = 3_600_000

/** Stores files, unless they are stored already. One that nothing links within an hour is deleted by the sweep. */
export async function storeFiles({ pool }: Pool, files: readonly StoredFile[], now: Date): Promise<void> {
  const due = new Date(now.getTime() + UNLINKED_MS)
  for (const batch of batchesOf(files)) {
    const values: unknown[] = [now.toISOString(), due.toISOString()]
    const rows = batch.map(({ hash, name, cleanName, bytes, pieces }) => {
      const at = values.push(hash, name, cleanName, bytes, Buffer.concat(pieces))
      return `($${at - 4}, $${at - 3}, $${at - 2}, $${at - 1}::int, $${at}, $1::timestamptz)`
    })
    const text = `
      WITH added AS (
        INSERT INTO files (hash, name, clean_name, bytes, content, created_at) VALUES ${rows.join(', ')}
        ON CONFLICT (hash) DO NOTHING RETURNING id
      )
      INSERT INTO released_files (file_id, due_at) SELECT id, $2::timestamptz FROM added`
    await pool.query({ text, values })
  }
}

/** Size of the files that one statement stores, in bytes. It holds their contents in memory several times. */
const BATCH_BYTES = 1024 ** 2

/** Splits files into batches, in the order of their hashes, so that statements with the same files can't deadlock. */
function batchesOf(files: readonly StoredFile[]): StoredFile[][] {
  const batches: StoredFile[][] = []
  let bytes = 0
  for (const file of [...files].sort((a, b) => Buffer.compare(a.hash, b.hash))) {
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

/**
 * Returns files with their contents, without those that are gone because no list uses them any longer. node-postgres
 * reads no binary columns, and Base64 is cheaper than hexadecimal.
 */
export async function findContents<File extends { hash: string }>({ pool }: Pool, files: readonly File[]) {
  const { rows } = await pool.query<{ hash: string; content: string }>({
    name: 'contents',
    text: `SELECT encode(hash, 'hex') AS hash, encode(content, 'base64') AS content FROM files WHERE hash = ANY($1::bytea[])`,
    values: [files.map(({ hash }) => Buffer.from(hash, 'hex'))],
  })
  const contents = new Map(rows.map(({ hash, content }) => [hash, Buffer.from(content, 'base64')]))
  return files.flatMap((file) => {
    const content = contents.get(file.hash)
    return content === undefined ? [] : [{ ...file, content }]
  })
}

/** Returns files with their contents; null if one of them is gone. */
export async function findAllContents<File extends { hash: string }>(db: Pool, files: readonly File[]) {
  const found = await findContents(db, files)
  return found.length === files.length ? found : null
}
