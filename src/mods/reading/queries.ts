import { Prisma } from '../../db/generated/client.ts'
import { prepared, type Statements } from '../../db/statements.ts'
import { arrayText, inChunks, sizeOfIds } from '../chunks.ts'

// Stores the readings of files. Names and details get ids, which all files share.

export async function findContentsOf(db: Statements, fileIds: readonly number[]): Promise<Map<number, Buffer>> {
  const { rows } = await db.query<{ id: number; content: string }>(prepared('contents to read')`
    SELECT id, encode(content, 'base64') AS content FROM files WHERE id = ANY(${fileIds}::int[])`)
  return new Map(rows.map(({ id, content }) => [id, Buffer.from(content, 'base64')]))
}

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

/** Finds names by their keys. */
export async function findNames(
  db: Statements,
  plugin: boolean,
  keys: readonly string[],
): Promise<Map<string, KnownName>> {
  const known = new Map<string, KnownName>()
  for (const some of inChunks(keys)) {
    const { rows } = await db.query<KnownName>(prepared('known names')`
      SELECT id, key, name FROM mod_names WHERE plugin = ${plugin}::boolean AND key = ANY(${some}::text[])`)
    for (const row of rows) known.set(row.key, row)
  }
  return known
}

/** Stores names that are not stored yet, in the order of their keys, so that two servers can't deadlock. */
export async function insertNames(db: Statements, plugin: boolean, names: readonly NewName[]): Promise<void> {
  for (const some of inChunks(inOrder(names, ({ key }) => key))) {
    await db.query(prepared('insert names')`
      INSERT INTO mod_names (plugin, key, name, words)
      SELECT ${plugin}::boolean, key, name, words FROM unnest(${some.map(({ key }) => key)}::text[],
        ${some.map(({ name }) => name)}::text[], ${some.map(({ words }) => words)}::text[]) AS given(key, name, words)
      ON CONFLICT DO NOTHING`)
  }
}

export interface NewDetail {
  nameId: number
  type: string
  value: string
}

/** Returns the ids of stored details by `detailKey`. */
export async function findDetails(db: Statements, details: readonly NewDetail[]): Promise<Map<string, number>> {
  const known = new Map<string, number>()
  for (const some of inChunks(details)) {
    const { rows } = await db.query<NewDetail & { id: number }>(prepared('known details')`
      SELECT id, name_id AS "nameId", type, value
      FROM ${givenSql(some)} JOIN mod_details USING (name_id, type, value)`)
    for (const row of rows) known.set(detailKey(row), row.id)
  }
  return known
}

export async function insertDetails(db: Statements, details: readonly NewDetail[]): Promise<void> {
  for (const some of inChunks(inOrder(details, detailKey))) {
    await db.query(prepared('insert details')`
      INSERT INTO mod_details (name_id, type, value)
      SELECT name_id, type, value FROM ${givenSql(some)} ON CONFLICT DO NOTHING`)
  }
}

function givenSql(details: readonly NewDetail[]): Prisma.Sql {
  const column = (key: keyof NewDetail) => details.map((detail) => detail[key])
  return Prisma.sql`
    unnest(${column('nameId')}::int[], ${column('type')}::text[], ${column('value')}::text[])
      AS given(name_id, type, value)`
}

export const detailKey = ({ nameId, type, value }: NewDetail): string => `${nameId} ${type} ${value}`

export interface NewReading {
  fileId: number
  plugin: boolean
  rank: number
  entries: number
  enabledEntries: number
  hasMarks: boolean
  logRank: string | null
  isInCodePage: boolean
  enabled: number[]
  disabled: number[]
  details: number[]
}

/** Replaces the readings of files. */
export async function replaceReadings(
  db: Statements,
  fileIds: readonly number[],
  readings: readonly NewReading[],
): Promise<void> {
  await db.query(prepared('drop readings')`DELETE FROM file_readings WHERE file_id = ANY(${fileIds}::int[])`)
  for (const some of inChunks(readings, sizeOfIds)) {
    const column = <Key extends keyof NewReading>(key: Key) => some.map((reading) => reading[key])
    const ids = (key: 'enabled' | 'disabled' | 'details') => some.map((reading) => arrayText(reading[key]))
    await db.query(prepared('insert readings')`
      INSERT INTO file_readings (file_id, plugin, rank, entries, enabled_entries, has_marks, log_rank, is_in_code_page, enabled, disabled,
        details)
      SELECT file_id, plugin, rank, entries, enabled_entries, has_marks, log_rank, is_in_code_page, enabled::int[], disabled::int[],
        details::int[]
      FROM unnest(${column('fileId')}::int[], ${column('plugin')}::boolean[], ${column('rank')}::int[],
        ${column('entries')}::int[],
        ${column('enabledEntries')}::int[], ${column('hasMarks')}::boolean[], ${column('logRank')}::text[],
        ${column('isInCodePage')}::boolean[],
        ${ids('enabled')}::text[], ${ids('disabled')}::text[], ${ids('details')}::text[])
        AS given(file_id, plugin, rank, entries, enabled_entries, has_marks, log_rank, is_in_code_page, enabled, disabled,
          details)`)
  }
}

/** Sorts items by their keys. Any order will do that is the same on all servers. */
const inOrder = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] =>
  items.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
