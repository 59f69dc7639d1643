import type { Db } from '../../db/client.ts'
import { inChunks, sizeOfIds } from '../chunks.ts'
import type { FilePart } from '../composition.ts'

// Stores the readings of files. Names and details get ids, which all files share. A file has up to 20,000 names, which are
// inserted as arrays: createMany takes 75 us a row, in which nothing else runs.

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

/** Finds names by their keys. */
export async function findNames(db: Db, plugin: boolean, keys: readonly string[]): Promise<Map<string, KnownName>> {
  const known = new Map<string, KnownName>()
  for (const some of inChunks(keys)) {
    const where = { plugin, key: { in: some } }
    const rows = await db.modName.findMany({ where, select: { id: true, key: true, name: true } })
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
    const nameId = { in: [...new Set(some.map((detail) => detail.nameId))] }
    const value = { in: [...new Set(some.map((detail) => detail.value))] }
    for (const { id, ...row } of await db.modDetail.findMany({ where: { nameId, value } }))
      known.set(detailKey(row), id)
  }
  return known
}

export async function insertDetails(db: Db, details: readonly NewDetail[]): Promise<void> {
  for (const some of inChunks(inOrder(details, detailKey))) {
    await db.$executeRaw`
      INSERT INTO mod_details (name_id, type, value)
      SELECT name_id, type, value FROM unnest(${some.map(({ nameId }) => nameId)}::int[],
        ${some.map(({ type }) => type)}::text[], ${some.map(({ value }) => value)}::text[]) AS given(name_id, type, value)
      ON CONFLICT DO NOTHING`
  }
}

export const detailKey = ({ nameId, type, value }: NewDetail): string => `${nameId} ${type} ${value}`

export interface NewReading extends Omit<FilePart, 'file' | 'enabled' | 'disabled' | 'details'> {
  fileId: number
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
