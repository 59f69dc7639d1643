import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'

// Names and their details get ids, which all lists share. A list has up to 20,000 names, which are inserted as arrays,
// because createMany takes 75 us a row.

interface NewName {
  key: string
  name: string
  words: string
}

export interface KnownName {
  id: number
  key: string
  name: string
}

export async function findNames(db: Db, plugin: boolean, keys: readonly string[]): Promise<Map<string, KnownName>> {
  const known = new Map<string, KnownName>()
  for (const some of inChunks(keys)) {
    const rows = await manyRows<KnownName>(
      db,
      Prisma.sql`found AS (
        SELECT id, key, name FROM mod_names WHERE plugin = ${plugin}::boolean AND key = ANY(${some}::text[])
      )`,
    )
    for (const row of rows) known.set(row.key, row)
  }
  return known
}

/** Returns those of the keys that no stored name has. */
export async function findUnknownKeys(db: Db, plugin: boolean, keys: readonly string[]): Promise<Set<string>> {
  const unknown = new Set<string>()
  for (const some of inChunks(keys)) {
    const rows = await manyRows<{ key: string }>(
      db,
      Prisma.sql`found AS (
        SELECT key FROM unnest(${some}::text[]) AS given(key)
        WHERE NOT EXISTS (SELECT FROM mod_names WHERE plugin = ${plugin}::boolean AND mod_names.key = given.key)
      )`,
    )
    for (const { key } of rows) unknown.add(key)
  }
  return unknown
}

/** Stores names that are not stored yet, and returns them. One server stores names at a time. */
export async function insertNames(db: Db, plugin: boolean, names: readonly NewName[]): Promise<KnownName[]> {
  const stored: KnownName[] = []
  for (const some of inChunks(names)) {
    const rows = await manyRows<KnownName>(
      db,
      Prisma.sql`found AS (
        INSERT INTO mod_names (plugin, key, name, words)
        SELECT ${plugin}::boolean, key, name, words FROM unnest(${some.map(({ key }) => key)}::text[],
          ${some.map(({ name }) => name)}::text[], ${some.map(({ words }) => words)}::text[]) AS given(key, name, words)
        RETURNING id, key, name
      )`,
    )
    stored.push(...rows)
  }
  return stored
}

/** Returns the rows of the query `found` as one text, because Prisma takes 7 us to read a row. */
async function manyRows<Row>(db: Db, queries: Prisma.Sql): Promise<Row[]> {
  const [row] = await db.$queryRaw<{ found: string }[]>`
    WITH ${queries} SELECT coalesce(json_agg(found), '[]')::text AS found FROM found`
  return JSON.parse(row?.found ?? '[]')
}

/** Another spelling of a name, or a version or source that a list has for it. */
export interface Detail {
  nameId: number
  type: 'spelling' | 'version' | 'source'
  value: string
}

/** Returns the ids of details by `detailKey`. Stores those that are not stored yet. */
export async function idsOfDetails(db: Db, details: readonly Detail[]): Promise<Map<string, number>> {
  const distinct = [...new Map(details.map((detail) => [detailKey(detail), detail])).values()]
  const ids = new Map<string, number>()
  for (const some of inChunks(distinct)) {
    const given = Prisma.sql`unnest(${some.map(({ nameId }) => nameId)}::int[], ${some.map(({ type }) => type)}::text[],
      ${some.map(({ value }) => value)}::text[]) AS given(name_id, type, value)`
    const rows = await manyRows<Detail & { id: number }>(
      db,
      Prisma.sql`known AS (SELECT id, name_id, type, value FROM mod_details JOIN ${given} USING (name_id, type, value)),
      added AS (
        INSERT INTO mod_details (name_id, type, value)
        SELECT name_id, type, value FROM ${given} EXCEPT SELECT name_id, type, value FROM known
        RETURNING id, name_id, type, value
      ),
      found AS (
        SELECT id, name_id AS "nameId", type, value FROM known UNION ALL SELECT id, name_id, type, value FROM added
      )`,
    )
    for (const { id, ...detail } of rows) ids.set(detailKey(detail), id)
  }
  return ids
}

export const detailKey = ({ nameId, type, value }: Detail): string => `${nameId} ${type} ${value}`

/**
 * Deletes the names and details that no list holds. PostgreSQL compares the counts, which are smaller than the lists,
 * in a hash table in its work memory.
 */
export async function deleteUnheldNames(db: Db): Promise<number> {
  await db.$executeRaw`SET LOCAL work_mem = '64MB'`
  await db.$executeRaw`
    DELETE FROM mod_details WHERE id IN (
      SELECT id FROM mod_details EXCEPT SELECT detail_id FROM mod_detail_counts
      EXCEPT SELECT unnest(details) FROM list_mods WHERE NOT counted
    )`
  return db.$executeRaw`
    DELETE FROM mod_names WHERE id IN (
      SELECT id FROM mod_names EXCEPT SELECT name_id FROM mod_counts
      EXCEPT SELECT unnest(enabled || disabled) FROM list_mods WHERE NOT counted
    )`
}

/** Approximate maximum size of the rows that one statement reads or writes, in bytes, so that none takes long. */
const CHUNK = 50_000

/** Size that a row counts as, unless it has arrays of ids. */
const ROW = 10

/** Yields rows in chunks of about CHUNK, at least one row each. */
export function* inChunks<Row>(rows: readonly Row[], sizeOf: (row: Row) => number = () => ROW): Generator<Row[]> {
  let chunk: Row[] = []
  let size = 0
  for (const row of rows) {
    size += sizeOf(row)
    if (size > CHUNK && chunk.length > 0) {
      yield chunk
      chunk = []
      size = sizeOf(row)
    }
    chunk.push(row)
  }
  if (chunk.length > 0) yield chunk
}

export const sizeOfIds = (row: Record<'enabled' | 'disabled' | 'details', readonly number[]>): number =>
  row.enabled.length + row.disabled.length + row.details.length
