import { Prisma } from '../db/generated/client.ts'
import { SNAPSHOT } from '../db/snapshot.ts'
import { customPlan, findOnlyRow, prepared, type Statements } from '../db/statements.ts'
import { isIncompleteSql } from '../lists/search/name-queries.ts'
import { matchingSql } from '../lists/visibility-queries.ts'

/** A mod or plugin that public lists of a game hold. */
export interface ModRow {
  id: number
  key: string
  /** The spelling that was stored first. */
  name: string
  /** Number of public lists of the game that hold it. */
  lists: number
  /** Number of those lists in which it is on. */
  enabled: number
}

interface IndexState {
  /** The database snapshot that the result was read from. */
  snapshot: string
  /** Whether the backlog is still being indexed. */
  isIncomplete: boolean
}

const STATE = Prisma.sql`${SNAPSHOT} AS snapshot, ${isIncompleteSql} AS "isIncomplete"`

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
  db: Statements,
  { gameId, plugin, words }: ModFilter,
  { by, direction }: ModOrder,
  { skip, take }: { skip: number; take: number },
): Promise<IndexState & { total: number; mods: ModRow[] }> {
  const hasWords = words?.map((word) => Prisma.sql`words LIKE ${`% ${word}%`}`) ?? [Prisma.sql`true`]
  const order = by === 'name' ? Prisma.raw(`key ${direction}`) : Prisma.raw(`lists ${direction}, key`)
  return findOnlyRow(
    db,
    customPlan`
      WITH held AS MATERIALIZED (
        SELECT ${ROW} FROM mod_counts JOIN mod_names ON mod_names.id = name_id
        WHERE game_id = ${gameId} AND mod_counts.plugin = ${plugin}::boolean
          AND ${hasWords.length === 0 ? Prisma.sql`false` : Prisma.join(hasWords, ' AND ')}
      )
      SELECT ${STATE}, (SELECT count(*)::int FROM held) AS total, (
        SELECT coalesce(json_agg(page), '[]') FROM (
          SELECT * FROM held ORDER BY ${order} OFFSET ${skip}::bigint LIMIT ${take}::bigint
        ) page
      ) AS mods`,
  )
}

/** Finds a name by its key; null if no public list of the game holds it. */
export function findMod(
  db: Statements,
  { gameId, plugin }: ModFilter,
  key: string,
): Promise<IndexState & { mod: ModRow | null }> {
  return findOnlyRow(
    db,
    prepared('name by key')`
      SELECT ${STATE}, (
        SELECT row_to_json(found) FROM (
          SELECT ${ROW} FROM mod_names JOIN mod_counts ON name_id = mod_names.id
          WHERE mod_names.plugin = ${plugin}::boolean AND key = ${key} AND game_id = ${gameId}
        ) found
      ) AS mod`,
  )
}

/** Returns the names with these ids that public lists of the game hold. */
export async function findModsByIds(
  db: Statements,
  { gameId, plugin }: ModFilter,
  ids: readonly number[],
): Promise<ModRow[]> {
  const { rows } = await db.query<ModRow>(prepared('names by id')`
    SELECT ${ROW} FROM mod_counts JOIN mod_names ON mod_names.id = name_id
    WHERE game_id = ${gameId} AND name_id = ANY(${ids}::int[]) AND mod_counts.plugin = ${plugin}::boolean`)
  return rows
}

export interface CountedDetail {
  id: number
  nameId: number
  value: string
  lists: number
}

/** Returns the details of names in public lists of a game, most lists first. */
export async function findCountedDetails(
  db: Statements,
  gameId: number,
  nameIds: readonly number[],
  type: 'spelling' | 'version' | 'source',
): Promise<CountedDetail[]> {
  const { rows } = await db.query<CountedDetail>(prepared('counted details')`
    SELECT id, name_id AS "nameId", value, lists
    FROM mod_details JOIN mod_detail_counts ON detail_id = id AND game_id = ${gameId}
    WHERE name_id = ANY(${nameIds}::int[]) AND type = ${type} ORDER BY lists DESC, value`)
  return rows
}

/** The ids of the names that a list holds, in ascending order, and the ids of their details. */
export interface ListNames {
  enabled: number[]
  disabled: number[]
  details: number[]
}

/** Returns the names that lists hold, in the order of the list ids. */
export async function findNamesOfLists(db: Statements, listIds: readonly number[]): Promise<ListNames[]> {
  const { rows } = await db.query<ListNames>(prepared('names of lists')`
    SELECT enabled, disabled, coalesce(details, '{}') AS details
    FROM unnest(${listIds}::int[]) WITH ORDINALITY AS wanted(list_id, place) JOIN list_mods USING (list_id)
    ORDER BY place`)
  return rows
}

/** Returns the ids of the newest public lists of a game. */
export async function findNewestLists(db: Statements, gameId: number, take: number, now: Date): Promise<number[]> {
  const { ids } = await findOnlyRow<{ ids: number[] }>(
    db,
    prepared('newest lists')`
      SELECT ARRAY(
        SELECT id FROM lists WHERE ${matchingSql({ gameId }, now)}
        ORDER BY created_at DESC, id DESC LIMIT ${Prisma.raw(String(take))}
      ) AS ids`,
  )
  return ids
}
