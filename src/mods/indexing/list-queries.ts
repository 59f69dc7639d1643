import { Prisma } from '../../db/generated/client.ts'
import { prepared, type Statements } from '../../db/statements.ts'
import { matchingSql } from '../../lists/visibility-queries.ts'
import { arrayText, inChunks } from '../chunks.ts'
import type { Detail, FilePart, HeldNames } from '../composition.ts'

// Reads and writes the names that lists hold, and the number of public lists that hold each name.

/** Maximum number of rows that one statement writes, so that none takes long. */
const CHUNK = 5_000

export interface ListToIndex {
  listId: number
  gameId: number
  isPublic: boolean
}

/** Returns those of the lists that still exist. */
export async function findListsToIndex(db: Statements, listIds: readonly number[], now: Date): Promise<ListToIndex[]> {
  const { rows } = await db.query<ListToIndex>(
    prepared(
      'lists to index',
      Prisma.sql`
        SELECT id AS "listId", game_id AS "gameId", (${matchingSql({}, now)}) AS "isPublic"
        FROM lists WHERE id = ANY(${listIds}::int[])`,
    ),
  )
  return rows
}

/** Returns the readings of the lists' files, in the order of the files. */
export async function findParts(
  db: Statements,
  listIds: readonly number[],
): Promise<(FilePart & { listId: number; fileId: number })[]> {
  const { rows } = await db.query<FilePart & { listId: number; fileId: number; details: number[] | null }>(
    prepared(
      'parts of lists',
      Prisma.sql`
        SELECT list_id AS "listId", files.id AS "fileId", clean_name AS file, plugin, entries,
          enabled_entries AS "enabledEntries", enabled, disabled, details
        FROM list_files JOIN files ON files.id = file_id JOIN file_readings ON file_readings.file_id = files.id
        WHERE list_id = ANY(${listIds}::int[]) ORDER BY list_id, position`,
    ),
  )
  return rows.map((row) => ({ ...row, details: row.details ?? [] }))
}

export async function findDetailsByIds(db: Statements, ids: readonly number[]): Promise<Map<number, Detail>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.query<Detail>(
    prepared(
      'details',
      Prisma.sql`SELECT id, name_id AS "nameId", type FROM mod_details WHERE id = ANY(${ids}::int[])`,
    ),
  )
  return new Map(rows.map((detail) => [detail.id, detail]))
}

/** The names that a list holds, as the index has them. */
export interface IndexedList extends HeldNames {
  listId: number
  gameId: number
  /** Whether the counts of names include the list. */
  counted: boolean
}

const COLUMNS =
  Prisma.raw(`list_id AS "listId", game_id AS "gameId", counted, mods, mods_enabled AS "modsEnabled", plugins,
  plugins_enabled AS "pluginsEnabled", enabled, disabled, details`)

export async function findIndexedLists(db: Statements, listIds: readonly number[]): Promise<IndexedList[]> {
  const { rows } = await db.query<IndexedList & { details: number[] | null }>(
    prepared('indexed lists', Prisma.sql`SELECT ${COLUMNS} FROM list_mods WHERE list_id = ANY(${listIds}::int[])`),
  )
  return rows.map((row) => ({ ...row, details: row.details ?? [] }))
}

/** Stores lists, with one statement for all: a server that is busy with uploads waits for each statement. */
export async function saveIndexedLists(db: Statements, lists: readonly IndexedList[]): Promise<void> {
  for (const some of inChunks(
    lists,
    ({ enabled, disabled, details }) => enabled.length + disabled.length + details.length,
  )) {
    const column = <Key extends keyof IndexedList>(key: Key) => some.map((list) => list[key])
    await db.query(
      prepared(
        'index lists',
        Prisma.sql`
          INSERT INTO list_mods (list_id, game_id, counted, mods, mods_enabled, plugins, plugins_enabled, enabled, disabled, details)
          SELECT list_id, game_id, counted, mods, mods_enabled, plugins, plugins_enabled, enabled, disabled, details::int[]
          FROM unnest(${column('listId')}::int[], ${column('gameId')}::int[], ${column('counted')}::boolean[],
            ${column('mods')}::int[], ${column('modsEnabled')}::int[], ${column('plugins')}::int[],
            ${column('pluginsEnabled')}::int[], ${column('enabled')}::bytea[], ${column('disabled')}::bytea[],
            ${some.map(({ details }) => arrayText(details))}::text[]) AS given(list_id, game_id, counted, mods, mods_enabled,
            plugins, plugins_enabled, enabled, disabled, details)
          ON CONFLICT (list_id) DO UPDATE SET (game_id, counted, mods, mods_enabled, plugins, plugins_enabled, enabled, disabled,
            details) = (excluded.game_id, excluded.counted, excluded.mods, excluded.mods_enabled, excluded.plugins,
            excluded.plugins_enabled, excluded.enabled, excluded.disabled, excluded.details)`,
      ),
    )
  }
}

export async function deleteIndexedLists(db: Statements, listIds: readonly number[]): Promise<void> {
  await db.query(prepared('drop lists', Prisma.sql`DELETE FROM list_mods WHERE list_id = ANY(${listIds}::int[])`))
}

/** A change of the counts of a name. */
export interface NameChange {
  gameId: number
  nameId: number
  lists: number
  enabled: number
}

/** Adds changes to the counts of names. Deletes the row of a name that no public list holds any longer. */
export async function addToCounts(db: Statements, changes: readonly NameChange[]): Promise<void> {
  for (let from = 0; from < changes.length; from += CHUNK) {
    const some = changes.slice(from, from + CHUNK)
    const [gameIds, nameIds] = [some.map(({ gameId }) => gameId), some.map(({ nameId }) => nameId)]
    await db.query(
      prepared(
        'count names',
        Prisma.sql`
          INSERT INTO mod_counts AS kept (game_id, name_id, plugin, lists, enabled)
          SELECT given.game_id, name_id, plugin, given.lists, given.enabled
          FROM unnest(${gameIds}::int[], ${nameIds}::int[], ${some.map(({ lists }) => lists)}::int[],
            ${some.map(({ enabled }) => enabled)}::int[]) AS given(game_id, name_id, lists, enabled)
          JOIN mod_names ON mod_names.id = name_id
          ON CONFLICT (game_id, name_id) DO UPDATE
          SET lists = kept.lists + excluded.lists, enabled = kept.enabled + excluded.enabled`,
      ),
    )
    if (some.every(({ lists }) => lists >= 0)) continue
    await db.query(
      prepared(
        'uncount names',
        Prisma.sql`
          DELETE FROM mod_counts USING unnest(${gameIds}::int[], ${nameIds}::int[]) AS given(game_id, name_id)
          WHERE mod_counts.game_id = given.game_id AND mod_counts.name_id = given.name_id AND lists = 0`,
      ),
    )
  }
}

export interface DetailChange {
  gameId: number
  detailId: number
  lists: number
}

/** Adds changes to the counts of details, like addToCounts. */
export async function addToDetailCounts(db: Statements, changes: readonly DetailChange[]): Promise<void> {
  for (let from = 0; from < changes.length; from += CHUNK) {
    const some = changes.slice(from, from + CHUNK)
    const [gameIds, detailIds] = [some.map(({ gameId }) => gameId), some.map(({ detailId }) => detailId)]
    await db.query(
      prepared(
        'count details',
        Prisma.sql`
          INSERT INTO mod_detail_counts AS kept (game_id, detail_id, lists)
          SELECT * FROM unnest(${gameIds}::int[], ${detailIds}::int[], ${some.map(({ lists }) => lists)}::int[])
          ON CONFLICT (game_id, detail_id) DO UPDATE SET lists = kept.lists + excluded.lists`,
      ),
    )
    if (some.every(({ lists }) => lists >= 0)) continue
    await db.query(
      prepared(
        'uncount details',
        Prisma.sql`
          DELETE FROM mod_detail_counts USING unnest(${gameIds}::int[], ${detailIds}::int[]) AS given(game_id, detail_id)
          WHERE mod_detail_counts.game_id = given.game_id AND mod_detail_counts.detail_id = given.detail_id AND lists = 0`,
      ),
    )
  }
}
