import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { inChunks, sizeOfIds } from '../chunks.ts'

// Stores the readings of files. Names and details get ids, which all files share.

export async function findContentsOf(db: Db, fileIds: readonly number[]): Promise<Map<number, Buffer>> {
  const files = await db.file.findMany({ where: { id: { in: [...fileIds] } }, select: { id: true, content: true } })
  return new Map(files.map(({ id, content }) => [id, Buffer.from(content.buffer, content.byteOffset, content.length)]))
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

// A file has up to 20,000 names. Prisma takes seconds for as many, in which nothing else runs; an array takes milliseconds.

/** Finds names by their keys. */
export async function findNames(db: Db, plugin: boolean, keys: readonly string[]): Promise<Map<string, KnownName>> {
  const known = new Map<string, KnownName>()
  for (const some of inChunks(keys)) {
    const rows = await db.$queryRaw<KnownName[]>`
      SELECT id, key, name FROM mod_names WHERE plugin = ${plugin}::boolean AND key = ANY(${some}::text[])`
    for (const row of rows) known.set(row.key, row)
  }
  return known
}

/** Stores names that are not stored yet, in the order of their keys, so that two servers can't deadlock. */
export async function insertNames(db: Db, plugin: boolean, names: readonly NewName[]): Promise<void> {
  for (const some of inChunks(inOrder(names, ({ key }) => key))) {
    await db.$executeRaw`
      INSERT INTO mod_names (plugin, key, name, words)
      SELECT ${plugin}::boolean, key, name, words FROM unnest(${some.map(({ key }) => key)}::text[],
        ${some.map(({ name }) => name)}::text[], ${some.map(({ words }) => words)}::text[]) AS given(key, name, words)
      ON CONFLICT DO NOTHING`
  }
}

export interface NewDetail {
  nameId: number
  type: string
  value: string
}

/** Returns the ids of stored details by `detailKey`. */
export async function findDetails(db: Db, details: readonly NewDetail[]): Promise<Map<string, number>> {
  const known = new Map<string, number>()
  for (const some of inChunks(details)) {
    const rows = await db.$queryRaw<(NewDetail & { id: number })[]>`
      SELECT id, name_id AS "nameId", type, value
      FROM ${givenSql(some)} JOIN mod_details USING (name_id, type, value)`
    for (const row of rows) known.set(detailKey(row), row.id)
  }
  return known
}

export async function insertDetails(db: Db, details: readonly NewDetail[]): Promise<void> {
  for (const some of inChunks(inOrder(details, detailKey))) {
    await db.$executeRaw`
      INSERT INTO mod_details (name_id, type, value)
      SELECT name_id, type, value FROM ${givenSql(some)} ON CONFLICT DO NOTHING`
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
  db: Db,
  fileIds: readonly number[],
  readings: readonly NewReading[],
): Promise<void> {
  await db.fileReading.deleteMany({ where: { fileId: { in: [...fileIds] } } })
  for (const some of inChunks(readings, sizeOfIds)) await db.fileReading.createMany({ data: some })
}

/** Sorts items by their keys. Any order will do that is the same on all servers. */
const inOrder = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] =>
  items.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
