import { Prisma } from '../../db/generated/client.ts'
import { timestamp } from '../../text/timestamp.ts'
import { LIST_JOINS } from '../queries.ts'
import type { ListSummary } from '../schemas.ts'

// JSON values of the list with the id `page.id`, which the statement of a page reads with it (hot-queries.ts).

/** The numbers of the list's mods and plugins, as ListCounts; null for a list whose files are not read yet. */
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

/** Returns a row of `rowSql` with the times as the API shows them. */
export const rowView = (row: ListInRow): ListInRow => ({
  ...row,
  expires: row.expires && timestamp(new Date(row.expires)),
  updated: timestamp(new Date(row.updated)),
})
