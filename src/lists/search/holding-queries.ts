import { Prisma } from '../../db/generated/client.ts'
import { columnOf, customPlan, findOnlyRow, prepared, type Statements } from '../../db/statements.ts'
import { type ListFilter, type ListOrder, matchingSql, sortedSql, unsweptSql } from '../visibility-queries.ts'

/*
 * Finds lists by the mods and plugins that they hold.
 *
 * Problem: a mod may be in two lists or in half of all. Nobody knows in advance, and statistics may be old. To find out
 * whether each of 100,000 lists is visible takes longer than everything else.
 *
 * Approach: the statement finds all lists that hold the names, and then decides. If they are few, it looks up each. If
 * they are many, it walks along the index of the order until the page is full, and takes the total from the index of
 * names: `counted` says whether a list was public when it was indexed. That still holds unless the list is stale:
 * changed since then, so that it is queued, or expired. Stale lists are usually few, and are looked up.
 *
 * Guarantee: the page and the total are those of looking up every list, at every moment.
 * Tests: test/mods/popular.slow.test.ts.
 */

/** Number of lists above which they are not looked up one by one. */
const MANY = 2_000

type Filter = ListFilter & Required<Pick<ListFilter, 'holds'>>

/** Like findIds, for a filter with names. `hasWords` is a condition for rows of list_search. */
export function findHoldingIds(
  db: Statements,
  filter: Filter,
  hasWords: Prisma.Sql | undefined,
  order: ListOrder,
  { skip, take }: { skip: number; take: number | null },
  now: Date,
): Promise<{ total: number; ids: number[] }> {
  const moment = Prisma.raw(columnOf(order.by))
  const matches = matchingSql(filter, now)
  const page = Prisma.sql`ORDER BY ${sortedSql(order)} OFFSET ${skip}::bigint LIMIT ${take}::bigint`
  // IS TRUE and the array make PostgreSQL build one hash table of the ids, regardless of how many it expects.
  const amongMany = Prisma.sql`FROM lists WHERE (id IN (SELECT unnest(ids) FROM found)) IS TRUE AND ${matches}`
  const isPublic = filter.owner === undefined && filter.orOwner === undefined && filter.authorId === undefined
  const isSettled = isPublic ? Prisma.sql`cardinality(stale_ids) <= ${MANY}` : Prisma.sql`false`
  // One plan fits all names, but not all words.
  const planned = hasWords === undefined ? prepared('lists by name') : customPlan
  const statement = planned`
      WITH ${foundSql(filter, hasWords, now)},
      few AS MATERIALIZED (
        SELECT * FROM ${lookedUp('ids', moment, matches)} WHERE (SELECT size FROM found) <= ${MANY}
      )
      SELECT CASE WHEN size <= ${MANY} THEN (SELECT count(*) FROM few)
          WHEN ${isSettled} THEN settled + (SELECT count(*) FROM ${lookedUp('stale_ids', moment, matches)})
          ELSE (SELECT count(*) ${amongMany}) END::int AS total,
        CASE WHEN size <= ${MANY} THEN ARRAY(SELECT id FROM few AS lists ${page})
          ELSE ARRAY(SELECT id ${amongMany} ${page}) END AS ids
      FROM found`
  return findOnlyRow(db, statement)
}

/** Selects the lists of an array in `found` that match, one by one through the primary key. */
const lookedUp = (ids: string, moment: Prisma.Sql, matches: Prisma.Sql) => Prisma.sql`(
  SELECT one.* FROM unnest((SELECT ${Prisma.raw(ids)} FROM found)) AS held(list_id),
    LATERAL (SELECT id, ${moment} FROM lists WHERE id = list_id AND ${matches} OFFSET 0) one) looked_up`

/**
 * Collects the ids of all lists that hold the names, public or not, in one row: arrays are smaller and faster than
 * rows. `settled` counts those whose `counted` still holds.
 */
const foundSql = ({ holds, gameId }: Filter, hasWords: Prisma.Sql | undefined, now: Date) => Prisma.sql`
  stale AS MATERIALIZED (SELECT ARRAY(SELECT list_id FROM unindexed_lists UNION ALL SELECT id FROM ${unsweptSql(now)}) AS ids),
  found AS MATERIALIZED (
    SELECT coalesce(array_agg(list_id), '{}') AS ids, count(*) AS size, count(*) FILTER (WHERE counted AND NOT is_stale) AS settled,
      coalesce(array_agg(list_id) FILTER (WHERE is_stale), '{}') AS stale_ids
    FROM (
      SELECT list_id, game_id, counted, (list_id IN (SELECT unnest(ids) FROM stale)) IS TRUE AS is_stale
      FROM list_mods WHERE (enabled || disabled) @> ${holds}::int[]
        AND ${hasWords === undefined ? Prisma.sql`true` : Prisma.sql`list_id IN (SELECT list_id FROM list_search WHERE ${hasWords})`}
      OFFSET 0
    ) held
    WHERE ${gameId === undefined ? Prisma.sql`true` : Prisma.sql`(game_id = ${gameId} OR is_stale)`}
  )`
