import type { Db } from '../db/client.ts'
import { Prisma } from '../db/generated/client.ts'
import { findOnlyRow, statement } from '../db/sql.ts'
import type { Range } from '../http/request/paging.ts'
import { type IndexState, indexStateSql } from '../lists/search/queries.ts'
import { matching, sorted } from '../lists/visibility-queries.ts'

export interface ModRow {
  id: number
  key: string
  /** The spelling that was stored first. */
  name: string
  lists: number
  enabled: number
}

const ROW = Prisma.raw('name_id AS id, key, name, lists, enabled')

export interface ModFilter {
  gameId: number
  plugin: boolean
  /** Words that must each begin a word of the name. If the array is empty, no name is found. */
  words?: readonly string[] | undefined
}

export interface ModOrder {
  by: 'lists' | 'name'
  direction: 'asc' | 'desc'
}

/** Returns a page of the names that public lists of a game hold, and the total of all pages. */
export function findMods(
  db: Db,
  { gameId, plugin, words }: ModFilter,
  { by, direction }: ModOrder,
  { skip, take }: Range,
): Promise<IndexState & { total: number; mods: ModRow[] }> {
  const hasWords = words?.map((word) => Prisma.sql`words LIKE ${`% ${word}%`}`) ?? [Prisma.sql`true`]
  const order = by === 'name' ? Prisma.raw(`key ${direction}`) : Prisma.raw(`lists ${direction}, key`)
  return findOnlyRow(
    db,
    statement`
      WITH held AS MATERIALIZED (
        SELECT ${ROW} FROM mod_counts JOIN mod_names ON mod_names.id = name_id
        WHERE game_id = ${gameId} AND mod_counts.plugin = ${plugin}::boolean
          AND ${hasWords.length === 0 ? Prisma.sql`false` : Prisma.join(hasWords, ' AND ')}
      )
      SELECT ${indexStateSql}, (SELECT count(*)::int FROM held) AS total, (
        SELECT coalesce(json_agg(page), '[]') FROM (
          SELECT * FROM held ORDER BY ${order} OFFSET ${skip}::bigint LIMIT ${take}::bigint
        ) page
      ) AS mods`,
  )
}

export async function countKnownMods(db: Db, gameId: number, keys: readonly string[]): Promise<number> {
  const { known } = await findOnlyRow<{ known: number }>(
    db,
    statement`
      SELECT count(*)::int AS known FROM mod_names JOIN mod_counts ON name_id = id
      WHERE NOT mod_names.plugin AND key = ANY(${keys}::text[]) AND game_id = ${gameId}`,
  )
  return known
}

/** Finds a name by its key; null if no public list of the game holds it. */
export async function findMod(db: Db, filter: ModFilter, key: string): Promise<ModRow | null> {
  const name = await db.modName.findUnique({ where: { plugin_key: { plugin: filter.plugin, key } } })
  const [mod = null] = name === null ? [] : await findModsByIds(db, filter, [name.id])
  return mod
}

/** Returns the names with these ids that public lists of the game hold. */
export async function findModsByIds(db: Db, { gameId, plugin }: ModFilter, ids: readonly number[]): Promise<ModRow[]> {
  const counts = await db.modCount.findMany({ where: { gameId, plugin, nameId: { in: [...ids] } } })
  const names = await db.modName.findMany({
    where: { id: { in: counts.map(({ nameId }) => nameId) } },
    select: { id: true, key: true, name: true },
  })
  const byId = new Map(names.map((name) => [name.id, name]))
  return counts.flatMap(({ nameId, lists, enabled }) => {
    const name = byId.get(nameId)
    return name === undefined ? [] : [{ ...name, lists, enabled }]
  })
}

export async function findHeldKeys(db: Db, { gameId, plugin }: ModFilter, keys: readonly string[]): Promise<string[]> {
  const names = await db.modName.findMany({ where: { plugin, key: { in: [...keys] } }, select: { id: true } })
  const held = await findModsByIds(
    db,
    { gameId, plugin },
    names.map(({ id }) => id),
  )
  return held.map(({ key }) => key)
}

export interface CountedDetail {
  id: number
  nameId: number
  value: string
  lists: number
}

/** Returns the details of names in public lists of a game, most lists first. */
export async function findCountedDetails(
  db: Db,
  gameId: number,
  nameIds: readonly number[],
  type: 'spelling' | 'version' | 'source',
): Promise<CountedDetail[]> {
  const details = await db.modDetail.findMany({
    where: { nameId: { in: [...nameIds] }, type },
    select: { id: true, nameId: true, value: true },
    orderBy: { value: 'asc' },
  })
  const detailId = { in: details.map(({ id }) => id) }
  const counts = await db.modDetailCount.findMany({
    where: { gameId, detailId },
    select: { detailId: true, lists: true },
  })
  const listsOf = new Map(counts.map(({ detailId, lists }) => [detailId, lists]))
  const counted = details.flatMap((detail) => {
    const lists = listsOf.get(detail.id)
    return lists === undefined ? [] : [{ ...detail, lists }]
  })
  return counted.sort((one, other) => other.lists - one.lists)
}

/** The ids of the names that a list holds, in ascending order, and the ids of their details. */
export interface ListNames {
  enabled: number[]
  disabled: number[]
  details: number[]
}

/** Returns the names that lists hold, in the order of the list ids. */
export async function findNamesOfLists(db: Db, listIds: readonly number[]): Promise<ListNames[]> {
  const rows = await db.$queryRaw<ListNames[]>`
    SELECT enabled, disabled, coalesce(details, '{}') AS details
    FROM unnest(${listIds}::int[]) WITH ORDINALITY AS wanted(list_id, place) JOIN list_mods USING (list_id)
    ORDER BY place`
  return rows
}

/** Returns the ids of the newest public lists of a game. */
export async function findNewestLists(db: Db, gameId: number, take: number, now: Date): Promise<number[]> {
  const orderBy = sorted({ by: 'createdAt', direction: 'desc' })
  const lists = await db.list.findMany({ where: matching({ gameId }, now), orderBy, take, select: { id: true } })
  return lists.map(({ id }) => id)
}

export interface ModOfGames {
  id: number
  name: string
  lists: number
  /** The game with the most of these lists. */
  gameId: number
}

interface ModSearch {
  /** Words that must each begin a word of the name. */
  words: readonly string[]
  /** The key of the whole text. The mod with this name comes first. */
  key: string
  gameId?: number | undefined
}

/** Returns the mods that match all words, in the most lists first. */
export async function findModsOfGames(db: Db, { words, key, gameId }: ModSearch, take: number): Promise<ModOfGames[]> {
  const hasWords = words.map((word) => Prisma.sql`words LIKE ${`% ${word}%`}`)
  const ofGame = gameId === undefined ? Prisma.sql`true` : Prisma.sql`game_id = ${gameId}`
  const rows = await db.$queryRaw<ModOfGames[]>`
    SELECT id, name, sum(lists)::int AS lists, (array_agg(game_id ORDER BY lists DESC, game_id))[1] AS "gameId"
    FROM mod_names JOIN mod_counts ON name_id = id
    WHERE NOT mod_names.plugin AND ${Prisma.join(hasWords, ' AND ')} AND ${ofGame}
    GROUP BY id ORDER BY key = ${key} DESC, sum(lists) DESC, key LIMIT ${take}::int`
  return rows
}
