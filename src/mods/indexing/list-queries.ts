import { Prisma } from '../../db/generated/client.ts'
import { prepared, type Statements } from '../../db/statements.ts'
import { matchingSql } from '../../lists/visibility-queries.ts'
import { arrayText, inChunks, sizeOfIds } from '../chunks.ts'
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
export async function findListsToIndex(db: Statements, listIds: readonly number[], now: Date): Promise<ListToIndex[]> {
  const { rows } = await db.query<ListToIndex>(prepared('lists to index')`
    SELECT id AS "listId", game_id AS "gameId",
      (SELECT nexus_domain FROM games WHERE games.id = game_id) AS "nexusDomain", (${matchingSql({}, now)}) AS "isPublic"
    FROM lists WHERE id = ANY(${listIds}::int[])`)
  return rows
}

export interface ListPart extends FilePart {
  listId: number
  fileId: number
  /** Whether it is a plugins.txt in a code page, which the list's loadorder.txt decides about. */
  isInCodePage: boolean
}

/** Returns the readings of the lists' files, in the order of the files. */
export async function findParts(db: Statements, listIds: readonly number[]): Promise<ListPart[]> {
  const { rows } = await db.query<ListPart>(prepared('parts of lists')`
    SELECT list_id AS "listId", files.id AS "fileId", clean_name AS file, plugin, rank, entries,
      enabled_entries AS "enabledEntries", has_marks AS "hasMarks", log_rank AS "logRank",
      is_in_code_page AS "isInCodePage", enabled, disabled,
      coalesce(details, '{}') AS details
    FROM list_files JOIN files ON files.id = file_id JOIN file_readings ON file_readings.file_id = files.id
    WHERE list_id = ANY(${listIds}::int[]) ORDER BY list_id, position`)
  return rows
}

export async function findDetailsByIds(db: Statements, ids: readonly number[]): Promise<Map<number, Detail>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.query<Detail>(
    prepared('details')`SELECT id, name_id AS "nameId", type FROM mod_details WHERE id = ANY(${ids}::int[])`,
  )
  return new Map(rows.map((detail) => [detail.id, detail]))
}

/** The names that a list holds, as the index has them. */
export interface IndexedList extends HeldNames {
  listId: number
  gameId: number
  /** Whether the counts of names include the list: whether it was public when it was indexed. */
  counted: boolean
}

export async function findIndexedLists(db: Statements, listIds: readonly number[]): Promise<IndexedList[]> {
  const { rows } = await db.query<IndexedList>(prepared('indexed lists')`
    SELECT list_id AS "listId", game_id AS "gameId", counted, mods, mods_enabled AS "modsEnabled", plugins,
      plugins_enabled AS "pluginsEnabled", enabled, disabled, coalesce(details, '{}') AS details
    FROM list_mods WHERE list_id = ANY(${listIds}::int[])`)
  return rows
}

/** Stores lists, with one statement for all: a server that is busy with uploads waits for each statement. */
export async function saveIndexedLists(db: Statements, lists: readonly IndexedList[]): Promise<void> {
  for (const some of inChunks(lists, sizeOfIds)) {
    const column = <Key extends keyof IndexedList>(key: Key) => some.map((list) => list[key])
    const ids = (key: 'enabled' | 'disabled' | 'details') => some.map((list) => arrayText(list[key]))
    await db.query(prepared('index lists')`
      INSERT INTO list_mods (list_id, game_id, counted, mods, mods_enabled, plugins, plugins_enabled, enabled, disabled, details)
      SELECT list_id, game_id, counted, mods, mods_enabled, plugins, plugins_enabled, enabled::int[], disabled::int[],
        details::int[]
      FROM unnest(${column('listId')}::int[], ${column('gameId')}::int[], ${column('counted')}::boolean[],
        ${column('mods')}::int[], ${column('modsEnabled')}::int[], ${column('plugins')}::int[],
        ${column('pluginsEnabled')}::int[], ${ids('enabled')}::text[], ${ids('disabled')}::text[], ${ids('details')}::text[]) AS given(list_id, game_id, counted, mods, mods_enabled,
        plugins, plugins_enabled, enabled, disabled, details)
      ON CONFLICT (list_id) DO UPDATE SET (game_id, counted, mods, mods_enabled, plugins, plugins_enabled, enabled, disabled,
        details) = (excluded.game_id, excluded.counted, excluded.mods, excluded.mods_enabled, excluded.plugins,
        excluded.plugins_enabled, excluded.enabled, excluded.disabled, excluded.details)`)
  }
}

export async function deleteIndexedLists(db: Statements, listIds: readonly number[]): Promise<void> {
  await db.query(prepared('drop lists')`DELETE FROM list_mods WHERE list_id = ANY(${listIds}::int[])`)
}

/** A change of the counts of a name or a detail in a game. Details are not counted as enabled. */
export interface CountChange {
  gameId: number
  id: number
  lists: number
  enabled: number
}

/** Adds changes to the counts of names. Deletes the row of a name that no public list holds any longer. */
export async function addToCounts(db: Statements, changes: readonly CountChange[]): Promise<void> {
  for (const some of inChunks(changes)) {
    await db.query(prepared('count names')`
      INSERT INTO mod_counts AS kept (game_id, name_id, plugin, lists, enabled)
      SELECT game_id, id, plugin, lists, enabled FROM ${givenSql(some)} JOIN mod_names USING (id)
      ON CONFLICT (game_id, name_id) DO UPDATE
      SET lists = kept.lists + excluded.lists, enabled = kept.enabled + excluded.enabled`)
    await deleteZeros(db, Prisma.sql`mod_counts`, Prisma.sql`name_id`, some)
  }
}

/** Adds changes to the counts of details, like addToCounts. */
export async function addToDetailCounts(db: Statements, changes: readonly CountChange[]): Promise<void> {
  for (const some of inChunks(changes)) {
    await db.query(prepared('count details')`
      INSERT INTO mod_detail_counts AS kept (game_id, detail_id, lists)
      SELECT game_id, id, lists FROM ${givenSql(some)}
      ON CONFLICT (game_id, detail_id) DO UPDATE SET lists = kept.lists + excluded.lists`)
    await deleteZeros(db, Prisma.sql`mod_detail_counts`, Prisma.sql`detail_id`, some)
  }
}

/** Deletes the rows that a decrease has made zero. `column` has the ids. */
async function deleteZeros(db: Statements, table: Prisma.Sql, column: Prisma.Sql, changes: readonly CountChange[]) {
  const decreased = changes.filter(({ lists }) => lists < 0)
  if (decreased.length === 0) return
  await db.query(prepared('delete zeros')`
    DELETE FROM ${table} AS kept USING ${givenSql(decreased)}
    WHERE kept.game_id = given.game_id AND kept.${column} = given.id AND kept.lists = 0`)
}

function givenSql(changes: readonly CountChange[]): Prisma.Sql {
  const column = (key: keyof CountChange) => changes.map((change) => change[key])
  return Prisma.sql`
    unnest(${column('gameId')}::int[], ${column('id')}::int[], ${column('lists')}::int[], ${column('enabled')}::int[])
      AS given(game_id, id, lists, enabled)`
}
