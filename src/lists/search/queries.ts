import { Prisma } from '../../db/generated/client.ts'
import { columnOf, planned, type Statements } from '../../db/statements.ts'
import { type ListFilter, type ListOrder, matchingSql, sortedSql } from '../visibility-queries.ts'

/**
 * Returns the number of lists that match all words, and the ids of a page of them (all ids if `take` is null).
 *
 * The total needs all matches anyway, so they are found once. MATERIALIZED makes PostgreSQL use the index of words: the
 * planner can't know that two common words rarely occur together, and could scan all lists instead.
 */
export async function findIds(
  db: Statements,
  filter: ListFilter,
  words: readonly string[],
  order: ListOrder,
  { skip, take }: { skip: number; take: number | null },
  now: Date,
): Promise<{ total: number; ids: number[] }> {
  const { rows } = await db.query<{ total: number; ids: number[] }>(
    planned(Prisma.sql`
    WITH found AS MATERIALIZED (SELECT list_id FROM list_search WHERE words @@ ${prefixes(words)}::tsquery),
    visible AS MATERIALIZED (
      SELECT id, ${Prisma.raw(columnOf(order.by))} FROM found JOIN lists ON id = list_id
      WHERE ${matchingSql(filter, now)}
    )
    SELECT (SELECT count(*)::int FROM visible) AS total,
      ARRAY(SELECT id FROM visible AS lists ORDER BY ${sortedSql(order)} OFFSET ${skip}::bigint LIMIT ${take}::bigint) AS ids`),
  )
  return rows[0] ?? { total: 0, ids: [] }
}

/** Returns the tsquery for prefixes. Words have only letters and digits, so quoting them is enough. */
const prefixes = (words: readonly string[]) => words.map((word) => `'${word}':*`).join(' & ')
