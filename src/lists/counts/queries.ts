import type { Db } from '../../db/client.ts'

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

/** The counts of a list whose files are not read yet. */
export const UNKNOWN: ListCounts = { mods: null, modsEnabled: null, plugins: null, pluginsEnabled: null }

interface Countable {
  id: number
  revisionNumber?: number
  shownRevision?: number
  counts?: ListCounts
}

/** Returns the counts of current lists by their ids. */
async function findCounts(db: Db, listIds: readonly number[]): Promise<Map<number, ListCounts>> {
  const select = { listId: true, mods: true, modsEnabled: true, plugins: true, pluginsEnabled: true }
  const rows = await db.listMods.findMany({ where: { listId: { in: [...listIds] } }, select })
  return new Map(rows.map(({ listId, ...counts }) => [listId, counts]))
}

/** Sets the `counts` of rows, and returns the rows. The counts of past revisions are unknown. */
export async function addCounts<Row extends Countable>(db: Db, rows: readonly Row[]): Promise<readonly Row[]> {
  const current = rows.filter(isCurrent).map(({ id }) => id)
  const counts = current.length === 0 ? new Map<number, ListCounts>() : await findCounts(db, current)
  for (const row of rows) row.counts = (isCurrent(row) && counts.get(row.id)) || UNKNOWN
  return rows
}

const isCurrent = ({ revisionNumber, shownRevision }: Countable) =>
  shownRevision === undefined || shownRevision === revisionNumber
