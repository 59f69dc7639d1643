import { prepared, type Statements } from '../../db/statements.ts'

/**
 * Numbers of a list's mods and plugins, and of those that are on. Null if no file names any, or if the files are not
 * read yet.
 */
export interface ListCounts {
  mods: number | null
  modsEnabled: number | null
  plugins: number | null
  pluginsEnabled: number | null
}

const UNKNOWN: ListCounts = { mods: null, modsEnabled: null, plugins: null, pluginsEnabled: null }

interface Countable {
  id: number
  revisionNumber?: number
  shownRevision?: number
  counts?: ListCounts
}

/** Returns the counts of current lists by their ids. */
async function findCounts(db: Statements, listIds: readonly number[]): Promise<Map<number, ListCounts>> {
  const { rows } = await db.query<ListCounts & { listId: number }>(prepared('counts of lists')`
    SELECT list_id AS "listId", mods, mods_enabled AS "modsEnabled", plugins, plugins_enabled AS "pluginsEnabled"
    FROM list_mods WHERE list_id = ANY(${listIds}::int[])`)
  return new Map(rows.map(({ listId, ...counts }) => [listId, counts]))
}

/** Sets the `counts` of rows, and returns the rows. The counts of past revisions are unknown. */
export async function addCounts<Row extends Countable>(db: Statements, rows: readonly Row[]): Promise<readonly Row[]> {
  const current = rows.filter(isCurrent).map(({ id }) => id)
  const counts = current.length === 0 ? new Map<number, ListCounts>() : await findCounts(db, current)
  for (const row of rows) row.counts = (isCurrent(row) && counts.get(row.id)) || UNKNOWN
  return rows
}

const isCurrent = ({ revisionNumber, shownRevision }: Countable) =>
  shownRevision === undefined || shownRevision === revisionNumber
