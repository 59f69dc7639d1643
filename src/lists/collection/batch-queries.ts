import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { columnOf, findHotRows, statement } from '../../db/statements.ts'
import { findListRows, LIST_COLUMNS, LIST_JOINS, type ListRow } from '../queries.ts'
import { type ListFilter, type ListOrder, matchingSql, sortedSql } from '../visibility-queries.ts'

/** The position of the last list of a batch, after which the next batch starts. */
export interface Cursor {
  /** Time by which the lists are sorted, as text: a Date would lose the microseconds. */
  moment: string
  id: number
}

/**
 * Returns up to `take` lists after the cursor. A subquery selects only their ids, so that PostgreSQL reads them from
 * the index of the filter and order. If it selected whole rows, a plan could sort all lists of an author instead.
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
