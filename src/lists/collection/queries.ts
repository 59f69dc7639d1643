import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { columnOf, findHotRows, statement } from '../../db/sql.ts'
import { timestamp } from '../../text/timestamp.ts'
import { findListRows, LIST_COLUMNS, LIST_JOINS, type ListRow } from '../queries.ts'
import type { ListSummary } from '../schemas.ts'
import { type ListFilter, type ListOrder, matchingSql, sortedSql } from '../visibility-queries.ts'

// JSON values of the list with the id `page.id`, which the statement of a page reads (hot-queries.ts).

/** Numbers of the list's mods and plugins, as ListCounts; null if its files are not read yet. */
export const countsSql = Prisma.sql`(
  SELECT json_build_object('mods', mods, 'modsEnabled', mods_enabled, 'plugins', plugins, 'pluginsEnabled', plugins_enabled)
  FROM list_mods WHERE list_id = page.id)`

/** What a row of a collection shows of a list. */
export interface ListInRow
  extends Pick<ListSummary, 'slug' | 'name' | 'version' | 'private' | 'expires' | 'updated' | 'author'> {
  game: { name: string }
  counts?: { mods: number | null; plugins: number | null } | undefined
}

/** The list as ListInRow, with times as PostgreSQL writes them. */
export const rowSql = Prisma.sql`(
  SELECT json_build_object('slug', slug, 'name', lists.name, 'version', version, 'private', private,
    'expires', expires_at, 'updated', updated_at, 'game', json_build_object('name', games.name),
    'author', CASE WHEN users.id IS NOT NULL THEN json_build_object('name', users.name, 'verified', verified) END,
    'counts', json_build_object('mods', mods, 'plugins', plugins))
  FROM lists ${LIST_JOINS} LEFT JOIN list_mods ON list_id = lists.id WHERE lists.id = page.id)`

export const rowView = (row: ListInRow): ListInRow => ({
  ...row,
  expires: row.expires && timestamp(new Date(row.expires)),
  updated: timestamp(new Date(row.updated)),
})

export interface Cursor {
  /** Time by which the lists are sorted, as text: a Date would lose the microseconds. */
  moment: string
  id: number
}

/**
 * Returns up to `take` lists after the cursor. The subquery selects only ids, so that PostgreSQL uses the index of the
 * filter and order; with whole rows it could sort all lists of an author.
 */
export async function findBatch(
  db: Db,
  filter: ListFilter,
  order: ListOrder,
  after: Cursor | undefined,
  take: number,
  now: Date,
): Promise<{ rows: ListRow[]; last: Cursor | undefined }> {
  const moment = Prisma.raw(`lists.${columnOf(order.by)}`)
  const beyond = Prisma.raw(order.direction === 'asc' ? '>' : '<')
  const isAfter =
    after === undefined
      ? Prisma.sql`true`
      : Prisma.sql`(${moment}, lists.id) ${beyond} (${after.moment}::timestamptz, ${after.id}::int)`
  const rows = await findListRows<Cursor>(
    db,
    statement`
      SELECT ${LIST_COLUMNS}, ${moment}::text AS moment
      FROM (
        SELECT id FROM lists WHERE ${matchingSql(filter, now)} AND ${isAfter}
        ORDER BY ${sortedSql(order)} LIMIT ${Prisma.raw(String(take))}
      ) batch JOIN lists ON lists.id = batch.id ${LIST_JOINS}
      ORDER BY ${sortedSql(order)}`,
    findHotRows,
  )
  const last = rows.length === take ? rows.at(-1) : undefined
  return { rows, last }
}
