import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { columnOf, findOnlyRow, statement } from '../../db/statements.ts'
import { type ListFilter, type ListOrder, matchingSql, sortedSql } from '../visibility-queries.ts'

type Filter = ListFilter & Required<Pick<ListFilter, 'holds'>>

/**
 * Like findIds, for a filter with the ids of mods and plugins. `hasWords` is a condition for rows of list_search.
 *
 * A mod may be in two lists or in half of all, and nobody knows in advance, so the plan must not depend on a guess:
 * OFFSET 0 makes PostgreSQL look up each list that holds the names. Test: test/mods/popular.slow.test.ts.
 */
export function findHoldingIds(
  db: Db,
  filter: Filter,
  hasWords: Prisma.Sql | undefined,
  order: ListOrder,
  { skip, take }: { skip: number; take: number | null },
  now: Date,
): Promise<{ total: number; ids: number[] }> {
  const moment = Prisma.raw(columnOf(order.by))
  const matches = matchingSql(filter, now)
  // One plan fits all names, but not all words.
  return findOnlyRow(
    db,
    statement`
      WITH visible AS MATERIALIZED (
        SELECT one.* FROM list_mods,
          LATERAL (SELECT id, ${moment} FROM lists WHERE id = list_id AND ${matches} OFFSET 0) one
        WHERE (enabled || disabled) @> ${filter.holds}::int[]
          AND ${hasWords === undefined ? Prisma.sql`true` : Prisma.sql`list_id IN (SELECT list_id FROM list_search WHERE ${hasWords})`}
      )
      SELECT (SELECT count(*)::int FROM visible) AS total, ARRAY(
        SELECT id FROM visible AS lists ORDER BY ${sortedSql(order)} OFFSET ${skip}::bigint LIMIT ${take}::bigint
      ) AS ids`,
  )
}
