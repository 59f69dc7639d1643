import type { Statements } from '../../db/client.ts'
import { listRow, RELATED, SHOWN, type SummaryColumns, type WrittenColumns } from '../columns.ts'
import type { ListRow } from '../queries.ts'
import { numberedSlug } from '../slug.ts'
import { findFreeNumber } from './free-slug.ts'
import type { StoredFile } from './uploaded-files.ts'

// What a write waits for: few statements, each prepared. The rows that they give are those that Prisma would give.

/** Any number: keeps the locks on slugs apart from other advisory locks. */
const SLUG_LOCKS = 5_274_902

/** How many slugs one look covers: nearly always the first one is free. */
const CANDIDATES = 32

/** The columns that a create and an update write alike. */
export interface ListValues extends WrittenColumns {
  expiresAt: Date | null
  updatedAt: Date
  gameId: number
}

export interface NewList extends ListValues {
  slugBase: string
  createdAt: Date
  authorId: number | null
}

/** The ids of stored files by their hashes in hex. */
export type FileIds = ReadonlyMap<string, number>

const keyOf = (hash: Uint8Array) => Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('hex')

export const hasAll = (known: FileIds, files: readonly StoredFile[]): boolean =>
  files.every(({ hash }) => known.has(keyOf(hash)))

/** What is there before a write: the name of the game, the files that are known, and the last number of a slug's base. */
export interface Known {
  /** Null if there is no such game. */
  game: string | null
  fileIds: FileIds
  slugNumber: number
}

export async function findKnown(
  db: Statements,
  { gameId, files, slugBase }: { gameId: number; files: readonly StoredFile[]; slugBase: string | null },
): Promise<Known> {
  const { rows } = await db.query<{ game: string | null; number: number | null; ids: number[]; hashes: string[] }>({
    name: 'known',
    text: `
      SELECT (SELECT name FROM games WHERE id = $1) AS game,
        (SELECT slug_number FROM lists WHERE slug_base = $2 ORDER BY slug_number DESC LIMIT 1) AS number,
        coalesce(array_agg(id), '{}') AS ids, coalesce(array_agg(encode(hash, 'hex')), '{}') AS hashes
      FROM files WHERE hash = ANY($3)`,
    values: [gameId, slugBase, files.map(({ hash }) => hash)],
  })
  const { game, number, ids, hashes } = rows[0] ?? { game: null, number: null, ids: [], hashes: [] }
  return { game, slugNumber: number ?? 0, fileIds: new Map(hashes.map((hash, index) => [hash, ids[index] ?? 0])) }
}

/**
 * Stores the files that are not known yet and gives the ids of all, in their order. The order of the hashes decides
 * who waits for whom: two transactions with the same files can't wait for each other.
 */
export async function storeFiles(
  db: Statements,
  files: readonly StoredFile[],
  known: FileIds,
  now: Date,
): Promise<number[]> {
  const ids = new Map(known)
  const unknown = files.filter(({ hash }) => !known.has(keyOf(hash))).sort((a, b) => Buffer.compare(a.hash, b.hash))
  for (const file of unknown) ids.set(keyOf(file.hash), (await insertFile(db, file, now)) ?? (await fileId(db, file)))
  // A file that a sweep has taken away meanwhile breaks the foreign key, and the transaction is tried again.
  return files.map(({ hash }) => ids.get(keyOf(hash)) ?? 0)
}

/** Undefined if another transaction has stored it. */
async function insertFile(
  db: Statements,
  { hash, name, cleanName, bytes, content }: StoredFile,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await db.query<{ id: number }>({
    name: 'insert file',
    text: `
      INSERT INTO files (hash, name, clean_name, bytes, content, created_at) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (hash) DO NOTHING RETURNING id`,
    values: [hash, name, cleanName, bytes, content, now],
  })
  return rows[0]?.id
}

/** 0 if a sweep took it away just now. */
async function fileId(db: Statements, { hash }: StoredFile): Promise<number> {
  const text = 'SELECT id FROM files WHERE hash = $1'
  const { rows } = await db.query<{ id: number }>({ name: 'file id', text, values: [hash] })
  return rows[0]?.id ?? 0
}

/** Columns of ListValues, in the order of `valuesOf`; then come the ids of the files, and the words. */
const COLUMNS = 'name, version, description, website, discord, readme, private, expires_at, updated_at, game_id'
const PLACED = `
  INSERT INTO list_files (list_id, position, file_id)
  SELECT l.id, place - 1, file FROM l, unnest($11::int[]) WITH ORDINALITY AS given(file, place)`
const FOUND_BY = 'INSERT INTO list_search (list_id, words) SELECT l.id, array_to_tsvector($12::text[]) FROM l'

/**
 * The first slug that no list has, and that no other transaction is about to give to one: whoever has its lock may.
 * Nobody waits for such a lock, also not where all lists have the same name.
 */
const INSERT_LIST = `
  WITH slug AS MATERIALIZED (
    SELECT slug, $16::int + place::int - 1 AS number FROM unnest($17::text[]) WITH ORDINALITY AS candidate(slug, place)
    WHERE CASE WHEN EXISTS (SELECT FROM lists WHERE lists.slug = candidate.slug) THEN false
      ELSE pg_try_advisory_xact_lock(${SLUG_LOCKS}, hashtext(candidate.slug)) END
    LIMIT 1
  ),
  l AS (
    INSERT INTO lists (${COLUMNS}, slug_base, created_at, author_id, slug, slug_number)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $13, $14, $15, slug, number FROM slug
    ON CONFLICT DO NOTHING RETURNING *
  ),
  placed AS (${PLACED}),
  found_by AS (${FOUND_BY})
  SELECT (SELECT number FROM slug) AS taken, ${SHOWN} FROM (SELECT) one LEFT JOIN (l ${RELATED}) ON true`

/** Stores a list under the next free slug of its base. */
export async function insertList(
  db: Statements,
  list: NewList,
  slugNumber: number,
  fileIds: readonly number[],
  words: readonly string[],
): Promise<ListRow> {
  for (let from = slugNumber + 1; ; ) {
    const slugs = Array.from({ length: CANDIDATES }, (_, index) => numberedSlug(list.slugBase, from + index))
    const { rows } = await db.query<SummaryColumns & { taken: number | null }>({
      name: 'insert list',
      text: INSERT_LIST,
      values: [...valuesOf(list), fileIds, words, list.slugBase, list.createdAt, list.authorId, from, slugs],
    })
    if (rows[0] !== undefined && rows[0].id !== null) return listRow(rows[0])
    const taken = rows[0]?.taken
    // Another transaction stored a list of that slug at the same moment, or all of them are taken.
    from = taken == null ? await findFreeNumber(db, list.slugBase, from + CANDIDATES) : taken + 1
  }
}

/** Puts other values and files in the place of a list's own. */
export async function replaceList(
  db: Statements,
  id: number,
  list: ListValues,
  fileIds: readonly number[],
  words: readonly string[],
): Promise<ListRow> {
  await db.query({ name: 'empty list', text: 'DELETE FROM list_files WHERE list_id = $1', values: [id] })
  const { rows } = await db.query<SummaryColumns>({
    name: 'replace list',
    text: `
      WITH l AS (
        UPDATE lists SET (${COLUMNS}, revision) = ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, revision + 1)
        WHERE id = $13 RETURNING *
      ),
      placed AS (${PLACED}),
      found_by AS (${FOUND_BY} ON CONFLICT (list_id) DO UPDATE SET words = excluded.words)
      SELECT ${SHOWN} FROM l ${RELATED}`,
    values: [...valuesOf(list), fileIds, words, id],
  })
  return listRow(rows[0] ?? gone())
}

function gone(): never {
  throw new Error('A list went away under its own lock.')
}

const valuesOf = (list: ListValues) => [
  list.name,
  list.version,
  list.description,
  list.website,
  list.discord,
  list.readme,
  list.private,
  list.expiresAt,
  list.updatedAt,
  list.gameId,
]

/** Keeps other transactions from changing the list until this one ends, and gives it; null if there is none by `now`. */
export async function lockList(db: Statements, slug: string, now: Date): Promise<ListRow | null> {
  await db.query({ name: 'lock list', text: 'SELECT FROM lists WHERE slug = $1 FOR UPDATE', values: [slug] })
  const { rows } = await db.query<SummaryColumns>({
    name: 'locked list',
    text: `
      SELECT ${SHOWN} FROM lists l ${RELATED} WHERE l.slug = $1 AND (l.expires_at IS NULL OR l.expires_at > $2)`,
    values: [slug, now],
  })
  return rows[0] === undefined ? null : listRow(rows[0])
}

export async function deleteList(db: Statements, id: number): Promise<void> {
  await db.query({ name: 'delete list', text: 'DELETE FROM lists WHERE id = $1', values: [id] })
}
