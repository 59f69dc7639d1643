import { Prisma } from '../../db/generated/client.ts'
import { columnOf, planned, type Statements } from '../../db/statements.ts'
import { type ListFilter, type ListOrder, matchingSql, sortedSql } from '../visibility-queries.ts'
import { holdingSql } from './name-queries.ts'

/**
 * Returns the number of lists that match all words, mods and plugins of a filter, and the ids of a page of them (all
 * ids if `take` is null).
 *
 * The total needs all matches anyway, so they are found once. MATERIALIZED makes PostgreSQL use the indexes of words
 * and names: the planner can't know that two common words rarely occur together, and could scan all lists instead.
 *
 * A mod may be in two lists or in half of them. The statement itself counts the matches first: if they are few, it
 * looks up each list; if they are many, it reads an index of all lists and picks them out. So old statistics can't lead
 * to a bad plan.
 */
export async function findIds(
  db: Statements,
  filter: ListFilter,
  order: ListOrder,
  { skip, take }: { skip: number; take: number | null },
  now: Date,
): Promise<{ total: number; ids: number[] }> {
  const moment = Prisma.raw(columnOf(order.by))
  const matches = matchingSql(filter, now)
  const visible =
    filter.holds === undefined
      ? Prisma.sql`SELECT id, ${moment} FROM found JOIN lists ON id = list_id WHERE ${matches}`
      : Prisma.sql`
        SELECT one.* FROM found, LATERAL (SELECT id, ${moment} FROM lists WHERE id = list_id AND ${matches} OFFSET 0) one
        WHERE (SELECT count FROM size) <= ${MANY}
        UNION ALL
        SELECT id, ${moment} FROM lists
        WHERE (SELECT count FROM size) > ${MANY} AND (id IN (SELECT list_id FROM found)) IS TRUE AND ${matches}`
  const { rows } = await db.query<{ total: number; ids: number[] }>(
    planned(Prisma.sql`
    WITH found AS MATERIALIZED (${foundSql(filter)}),
    size AS MATERIALIZED (SELECT count(*) FROM found),
    visible AS MATERIALIZED (${visible})
    SELECT (SELECT count(*)::int FROM visible) AS total,
      ARRAY(SELECT id FROM visible AS lists ORDER BY ${sortedSql(order)} OFFSET ${skip}::bigint LIMIT ${take}::bigint) AS ids`),
  )
  return rows[0] ?? { total: 0, ids: [] }
}

/** Number of matches above which reading an index of all lists is faster than looking up each list. */
const MANY = 2_000

const foundSql = ({ words, holds }: ListFilter): Prisma.Sql => {
  const hasWords = words && Prisma.sql`words @@ ${prefixes(words)}::tsquery`
  if (holds === undefined) return Prisma.sql`SELECT list_id FROM list_search WHERE ${hasWords ?? Prisma.sql`true`}`
  const found = holdingSql(holds)
  return hasWords === undefined
    ? found
    : Prisma.sql`${found} AND list_id IN (SELECT list_id FROM list_search WHERE ${hasWords})`
}

/** Returns the tsquery for prefixes. Words have only letters and digits, so quoting them is enough. */
const prefixes = (words: readonly string[]) => words.map((word) => `'${word}':*`).join(' & ')
