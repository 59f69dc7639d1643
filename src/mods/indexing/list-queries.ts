import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { matching } from '../../lists/visibility-queries.ts'
import { inChunks, sizeOfIds } from '../chunks.ts'
import type { Detail, FilePart, HeldNames } from '../composition.ts'

// Reads and writes the names that lists hold, and the number of public lists that hold each name.

interface ListToIndex {
  listId: number
  gameId: number
  /** That of an added game (src/games/nexus.ts). */
  nexusDomain: string | null
  isPublic: boolean
}

/** Returns those of the lists that still exist. */
export async function findListsToIndex(db: Db, listIds: readonly number[], now: Date): Promise<ListToIndex[]> {
  const id = { in: [...listIds] }
  const lists = await db.list.findMany({
    where: { id },
    select: { id: true, gameId: true, game: { select: { nexusDomain: true } } },
  })
  const shown = await db.list.findMany({ where: { AND: [{ id }, matching({}, now)] }, select: { id: true } })
  const publicIds = new Set(shown.map(({ id }) => id))
  return lists.map(({ id, gameId, game: { nexusDomain } }) => ({
    listId: id,
    gameId,
    nexusDomain,
    isPublic: publicIds.has(id),
  }))
}

export interface ListPart extends FilePart {
  listId: number
  fileId: number
  /** Whether it is a plugins.txt in a code page, which the list's loadorder.txt decides about. */
  isInCodePage: boolean
}

/** Returns the readings of the lists' files, in the order of the files. */
export async function findParts(db: Db, listIds: readonly number[]): Promise<ListPart[]> {
  const files = await db.listFile.findMany({
    where: { listId: { in: [...listIds] } },
    select: { listId: true, file: { select: { cleanName: true, readings: true } } },
    orderBy: [{ listId: 'asc' }, { position: 'asc' }],
  })
  return files.flatMap(({ listId, file: { cleanName, readings } }) =>
    readings.map((reading) => ({ ...reading, listId, file: cleanName })),
  )
}

export async function findDetailsByIds(db: Db, ids: readonly number[]): Promise<Map<number, Detail>> {
  if (ids.length === 0) return new Map()
  const select = { id: true, nameId: true, type: true }
  const rows = await db.modDetail.findMany({ where: { id: { in: [...ids] } }, select })
  return new Map(rows.map((detail) => [detail.id, detail as Detail]))
}

/** The names that a list holds, as the index has them. */
export interface IndexedList extends HeldNames {
  listId: number
  gameId: number
  /** Whether the counts of names include the list: whether it was public when it was indexed. */
  counted: boolean
}

export const findIndexedLists = (db: Db, listIds: readonly number[]): Promise<IndexedList[]> =>
  db.listMods.findMany({ where: { listId: { in: [...listIds] } } })

/** Stores lists in place of what is stored of them, few at a time: a busy server waits for each statement. */
export async function saveIndexedLists(db: Db, lists: readonly IndexedList[]): Promise<void> {
  const ids = lists.map(({ listId }) => listId)
  await deleteIndexedLists(db, ids)
  for (const some of inChunks(lists, sizeOfIds)) await db.listMods.createMany({ data: some })
}

export async function deleteIndexedLists(db: Db, listIds: readonly number[]): Promise<void> {
  await db.listMods.deleteMany({ where: { listId: { in: [...listIds] } } })
}

/** A change of the counts of a name or a detail in a game. Details are not counted as enabled. */
export interface CountChange {
  gameId: number
  id: number
  lists: number
  enabled: number
}

/** Adds changes to the counts of names. Deletes the row of a name that no public list holds any longer. */
export async function addToCounts(db: Db, changes: readonly CountChange[]): Promise<void> {
  for (const some of inChunks(changes)) {
    await db.$executeRaw`
      INSERT INTO mod_counts AS kept (game_id, name_id, plugin, lists, enabled)
      SELECT game_id, id, plugin, lists, enabled FROM ${givenSql(some)} JOIN mod_names USING (id)
      ON CONFLICT (game_id, name_id) DO UPDATE
      SET lists = kept.lists + excluded.lists, enabled = kept.enabled + excluded.enabled`
    for (const [gameId, ids] of decreased(some))
      await db.modCount.deleteMany({ where: { gameId, nameId: { in: ids }, lists: 0 } })
  }
}

/** Adds changes to the counts of details, like addToCounts. */
export async function addToDetailCounts(db: Db, changes: readonly CountChange[]): Promise<void> {
  for (const some of inChunks(changes)) {
    await db.$executeRaw`
      INSERT INTO mod_detail_counts AS kept (game_id, detail_id, lists)
      SELECT game_id, id, lists FROM ${givenSql(some)}
      ON CONFLICT (game_id, detail_id) DO UPDATE SET lists = kept.lists + excluded.lists`
    for (const [gameId, ids] of decreased(some))
      await db.modDetailCount.deleteMany({ where: { gameId, detailId: { in: ids }, lists: 0 } })
  }
}

/** Returns the ids whose counts became smaller, by game. */
function decreased(changes: readonly CountChange[]): Map<number, number[]> {
  const ids = new Map<number, number[]>()
  for (const { gameId, id, lists } of changes) {
    if (lists >= 0) continue
    const ofGame = ids.get(gameId) ?? []
    ofGame.push(id)
    ids.set(gameId, ofGame)
  }
  return ids
}

function givenSql(changes: readonly CountChange[]): Prisma.Sql {
  const column = (key: keyof CountChange) => changes.map((change) => change[key])
  return Prisma.sql`
    unnest(${column('gameId')}::int[], ${column('id')}::int[], ${column('lists')}::int[], ${column('enabled')}::int[])
      AS given(game_id, id, lists, enabled)`
}
