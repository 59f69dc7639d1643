import type { Statements } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { columnOf, planned } from '../../db/statements.ts'
import { type ListFilter, type ListOrder, matchingSql, sortedSql } from '../visibility-queries.ts'

/**
 * How many lists have a word that begins with each of `words`, and the ids of a page of them (of all if `take` is null).
 * Their total needs all of them anyway: they are looked up once, always by the index of words. The planner can't know
 * that two common words never stand together, and would go through all lists for them.
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

/** Words are letters and digits: quoted, nothing in them means anything to a tsquery. */
const prefixes = (words: readonly string[]) => words.map((word) => `'${word}':*`).join(' & ')
