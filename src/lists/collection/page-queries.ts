import { Prisma } from '../../db/generated/client.ts'
import { SNAPSHOT } from '../../db/snapshot.ts'
import { findOnlyRow, prepared, type Statements } from '../../db/statements.ts'
import { nameKey } from '../../text/name-key.ts'
import {
  type ListOrder,
  matchingSql,
  nextExpirySql,
  ofGameAndAuthorSql,
  sortedSql,
  unsweptSql,
} from '../visibility-queries.ts'

// Prepared statements for pages of public lists. Each distinct text is prepared separately, so a text varies only with
// the filters, the order and the page size. Each combination of filter and order has a covering index
// (lists_public_*_idx).

/** Selects public lists by the names of their game and author, ignoring case. */
interface NamedFilter {
  game?: string | undefined
  author?: string | undefined
}

interface PageIds {
  /** The database snapshot that the page was read from. */
  snapshot: string
  /** Number of lists on all pages. */
  total: number
  /** The next time at which the page changes without a write; null means never. */
  validUntil: Date | null
  ids: number[]
  changeIds: string[]
}

/** Page sizes that are read. Other pages are cut from the next larger size, so that few statements are prepared. */
const SIZES = [10, 30, 60, 100, 250, 900]

/**
 * Finds the ids and change ids of the lists on a page, and the total. The page of an unknown game or author is empty.
 */
export async function findPageIds(
  db: Statements,
  { game, author }: NamedFilter,
  order: ListOrder,
  { skip, take }: { skip: number; take: number },
  now: Date,
): Promise<PageIds> {
  const filter = {
    ...(game !== undefined && { gameId: Prisma.sql`(SELECT game_id FROM asked)` }),
    ...(author !== undefined && { authorId: Prisma.sql`(SELECT author_id FROM asked)` }),
  }
  const idOf = (table: string, name: string | undefined) =>
    name === undefined
      ? Prisma.sql`0`
      : Prisma.sql`(SELECT id FROM ${Prisma.raw(table)} WHERE name_key = ${nameKey(name)})`
  const size = SIZES.find((size) => size >= take) ?? take
  const page = await findOnlyRow<PageIds>(
    db,
    prepared('page')`
      WITH asked AS MATERIALIZED (SELECT ${idOf('games', game)} AS game_id, ${idOf('users', author)} AS author_id),
      counted AS MATERIALIZED (
        SELECT coalesce((
          SELECT lists FROM list_totals
          WHERE game_id = (SELECT game_id FROM asked) AND author_id = (SELECT author_id FROM asked)
        ), 0)
        + (SELECT coalesce(sum(lists), 0) FROM list_changes WHERE ${ofGameAndAuthorSql(filter)})
        - (SELECT count(*) FROM ${unsweptSql(now)} WHERE ${ofGameAndAuthorSql(filter)}) AS total
      )
      SELECT ${SNAPSHOT} AS snapshot, (SELECT total FROM counted)::int AS total, ${nextExpirySql(now)} AS "validUntil",
        coalesce(array_agg(page.id), '{}') AS ids, coalesce(array_agg(page.change_id), '{}') AS "changeIds"
      FROM (
        SELECT id, change_id FROM lists
        WHERE ${matchingSql(filter, now)} AND (SELECT total FROM counted) > ${skip}::bigint
        ORDER BY ${sortedSql(order)} LIMIT ${Prisma.raw(String(size))} OFFSET ${skip}::bigint
      ) page`,
  )
  return { ...page, ids: page.ids.slice(0, take), changeIds: page.changeIds.slice(0, take) }
}
