import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { columnOf, findOnlyRow, statement } from '../../db/statements.ts'
import { type ListFilter, type ListOrder, matchingSql, sortedSql } from '../visibility-queries.ts'
import { findHoldingIds } from './holding-queries.ts'

/**
 * Returns the number of lists that match all words, mods and plugins of a filter, and the ids of a page of them (all
 * ids if `take` is null).
 *
 * The total needs all matches anyway, so they are found once. MATERIALIZED makes PostgreSQL use the index of words: the
 * planner can't know that two common words rarely occur together, and could scan all lists instead.
 */
export function findIds(
  db: Db,
  filter: ListFilter,
  order: ListOrder,
  page: { skip: number; take: number | null },
  now: Date,
): Promise<{ total: number; ids: number[] }> {
  const { words, holds } = filter
  const hasWords = words && Prisma.sql`words @@ ${prefixes(words)}::tsquery`
  if (holds !== undefined) return findHoldingIds(db, { ...filter, holds }, hasWords, order, page, now)
  return findOnlyRow(
    db,
    statement`
      WITH visible AS MATERIALIZED (
        WITH found AS MATERIALIZED (SELECT list_id FROM list_search WHERE ${hasWords ?? Prisma.sql`true`})
        SELECT id, ${Prisma.raw(columnOf(order.by))} FROM found JOIN lists ON id = list_id WHERE ${matchingSql(filter, now)}
      )
      SELECT (SELECT count(*)::int FROM visible) AS total, ARRAY(
        SELECT id FROM visible AS lists ORDER BY ${sortedSql(order)} OFFSET ${page.skip}::bigint LIMIT ${page.take}::bigint
      ) AS ids`,
  )
}

/** Returns the tsquery for prefixes. Words have only letters and digits, so quoting them is enough. */
const prefixes = (words: readonly string[]) => words.map((word) => `'${word}':*`).join(' & ')
