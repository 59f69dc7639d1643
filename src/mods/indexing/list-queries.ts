import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { nexusDomain } from '../../games/nexus.ts'
import type { ListCounts } from '../../lists/queries.ts'
import { matching } from '../../lists/visibility-queries.ts'
import { inChunks, sizeOfIds } from './name-queries.ts'

export interface ListToRead {
  listId: number
  /** Names the state of the list that is read. */
  changeId: string
  /** The list's game in addresses of Nexus Mods. */
  domain: string | null
  files: { hash: string; cleanName: string }[]
}

/** Returns those of the lists that exist, with their files in order. */
export async function findListsToRead(db: Db, listIds: readonly number[]): Promise<Map<number, ListToRead>> {
  const lists = await db.list.findMany({
    where: { id: { in: [...listIds] } },
    select: {
      id: true,
      changeId: true,
      game: { select: { id: true, nexusDomain: true } },
      files: { orderBy: { position: 'asc' }, select: { file: { select: { hash: true, cleanName: true } } } },
    },
  })
  return new Map(
    lists.map(({ id, changeId, game, files }) => [
      id,
      {
        listId: id,
        changeId,
        domain: nexusDomain(game),
        files: files.map(({ file }) => ({ ...file, hash: Buffer.from(file.hash).toString('hex') })),
      },
    ]),
  )
}

/** Returns the game of those of the lists that exist, the state that they are in, and whether they are public. */
export async function findListsToStore(db: Db, listIds: readonly number[], now: Date) {
  const id = { in: [...listIds] }
  const lists = await db.list.findMany({ where: { id }, select: { id: true, gameId: true, changeId: true } })
  const shown = await db.list.findMany({ where: { AND: [{ id }, matching({}, now)] }, select: { id: true } })
  const publicIds = new Set(shown.map(({ id }) => id))
  return new Map(lists.map(({ id, ...list }) => [id, { ...list, isPublic: publicIds.has(id) }]))
}

export interface HeldNames extends ListCounts {
  enabled: number[]
  disabled: number[]
  details: number[]
  crashPlace: string | null
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
  for (const some of inChunks(lists, sizeOfIds)) {
    const rows = some.map(
      (list) => Prisma.sql`(
        ${list.listId}::int, ${list.gameId}::int, ${list.counted}::boolean,
        ${list.mods}::int, ${list.modsEnabled}::int, ${list.plugins}::int, ${list.pluginsEnabled}::int,
        ${integers(list.enabled)}, ${integers(list.disabled)}, ${integers(list.details)}, ${list.crashPlace}::text
      )`,
    )
    await db.$executeRaw`
      INSERT INTO list_mods (list_id, game_id, counted, mods, mods_enabled, plugins, plugins_enabled, enabled, disabled,
        details, crash_place) VALUES ${Prisma.join(rows)}`
  }
}

export async function deleteIndexedLists(db: Db, listIds: readonly number[]): Promise<void> {
  await db.listMods.deleteMany({ where: { listId: { in: [...listIds] } } })
}

/** A change of the counts of a name or a detail in a game. Details are not counted as enabled. */
interface CountChange {
  gameId: number
  id: number
  lists: number
  enabled: number
}

/**
 * Adds the differences between lists before and now to the counts, and deletes rows that reach 0. All servers write in
 * the order of the ids, which prevents deadlocks.
 */
export async function addToCounts(db: Db, before: readonly IndexedList[], after: readonly IndexedList[]) {
  const inNames = ({ enabled, disabled }: IndexedList) => [...enabled, ...disabled]
  for (const some of inChunks(countChanges(before, after, inNames, ({ enabled }) => enabled))) {
    await db.$executeRaw`
      INSERT INTO mod_counts AS kept (game_id, name_id, plugin, lists, enabled)
      SELECT game_id, id, plugin, lists, enabled FROM ${givenSql(some)} JOIN mod_names USING (id)
      ON CONFLICT (game_id, name_id) DO UPDATE
      SET lists = kept.lists + excluded.lists, enabled = kept.enabled + excluded.enabled`
    for (const [gameId, ids] of decreased(some))
      await db.modCount.deleteMany({ where: { gameId, nameId: { in: ids }, lists: 0 } })
  }
  for (const some of inChunks(countChanges(before, after, ({ details }) => details))) {
    await db.$executeRaw`
      INSERT INTO mod_detail_counts AS kept (game_id, detail_id, lists)
      SELECT game_id, id, lists FROM ${givenSql(some)}
      ON CONFLICT (game_id, detail_id) DO UPDATE SET lists = kept.lists + excluded.lists`
    for (const [gameId, ids] of decreased(some))
      await db.modDetailCount.deleteMany({ where: { gameId, detailId: { in: ids }, lists: 0 } })
  }
}

type IdsOf = (list: IndexedList) => readonly number[]

function countChanges(
  before: readonly IndexedList[],
  after: readonly IndexedList[],
  idsOf: IdsOf,
  enabledOf: IdsOf = () => [],
) {
  const changes = new Map<string, CountChange>()
  const count = (lists: readonly IndexedList[], by: 1 | -1) => {
    for (const list of lists.filter(({ counted }) => counted)) {
      const enabled = new Set(enabledOf(list))
      for (const id of idsOf(list)) {
        const key = `${list.gameId} ${id}`
        const change = changes.get(key) ?? { gameId: list.gameId, id, lists: 0, enabled: 0 }
        changes.set(key, change)
        change.lists += by
        if (enabled.has(id)) change.enabled += by
      }
    }
  }
  count(before, -1)
  count(after, 1)
  return [...changes.values()]
    .filter(({ lists, enabled }) => lists !== 0 || enabled !== 0)
    .sort((one, other) => one.gameId - other.gameId || one.id - other.id)
}

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
  const column = (key: keyof CountChange) => integers(changes.map((change) => change[key]))
  return Prisma.sql`
    unnest(${column('gameId')}, ${column('id')}, ${column('lists')}, ${column('enabled')})
      AS given(game_id, id, lists, enabled)`
}

/** Returns an array for PostgreSQL as one text, which costs a fifth of what Prisma takes for an array. */
const integers = (values: readonly number[]): Prisma.Sql => Prisma.sql`${`{${values.join()}}`}::text::int[]`
