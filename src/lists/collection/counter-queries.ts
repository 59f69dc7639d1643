import type { Statements } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { SNAPSHOT } from '../../db/snapshot.ts'
import { columnOf, prepared } from '../../db/statements.ts'
import {
  type ListOrder,
  nextExpirySql,
  ofGameAndAuthorSql,
  type PublicFilter,
  unsweptSql,
} from '../visibility-queries.ts'

// Public lists are counted by the counters that triggers keep of them (docs/performance.md, Counting). They are by day, but
// by month where an author is given.

/** Where a page begins: that many lists after the start, or after the start of a day (of a month, with an author). */
export interface PageStart {
  skip: number
  day?: string
}

/** The row of the filter in the counters, of which 0 stands for all. */
const countedSql = ({ gameId = 0, authorId = 0 }: PublicFilter) =>
  Prisma.sql`game_id = ${gameId} AND author_id = ${authorId}`

/** How many lists the filter has. */
export const totalSql = (filter: PublicFilter, now: Date) => Prisma.sql`(
  coalesce((SELECT lists FROM list_totals WHERE ${countedSql(filter)}), 0)
  + (SELECT coalesce(sum(lists), 0) FROM list_changes WHERE ${ofGameAndAuthorSql(filter)})
  - (SELECT count(*) FROM ${unsweptSql(now)} WHERE ${ofGameAndAuthorSql(filter)}))::int`

/** The day is the first one of the page; in descending order the page starts at its end. */
export function dayStartSql({ authorId }: PublicFilter, { by, direction }: ListOrder, day: string): Prisma.Sql {
  const moment = Prisma.raw(columnOf(by))
  if (direction === 'asc') return Prisma.sql`${moment} >= (${day}::date)::timestamp AT TIME ZONE 'UTC'`
  const length = Prisma.raw(authorId === undefined ? "interval '1 day'" : "interval '1 month'")
  return Prisma.sql`${moment} < (${day}::date + ${length}) AT TIME ZONE 'UTC'`
}

/** How many lists there are, and on which day (or month, with an author) the list stands that has `skip` before it. */
export async function findPosition(
  db: Statements,
  filter: PublicFilter,
  { by, direction }: ListOrder,
  skip: number,
  now: Date,
): Promise<{ snapshot: string; validUntil: Date | null; total: number; start: PageStart | null }> {
  const bucket = (day: string) => Prisma.raw(filter.authorId === undefined ? day : `date_trunc('month', ${day})::date`)
  const { rows } = await db.query<{
    snapshot: string
    validUntil: Date | null
    total: number
    day: string | null
    before: number | null
  }>(
    prepared(
      'position',
      Prisma.sql`
        WITH parts AS (
          SELECT day, lists FROM list_days
          WHERE ${countedSql(filter)} AND updated = ${Prisma.raw(String(by === 'updatedAt'))}
          UNION ALL
          SELECT ${bucket(by === 'createdAt' ? 'created_day' : 'updated_day')}, lists FROM list_changes
          WHERE ${ofGameAndAuthorSql(filter)}
          UNION ALL
          SELECT ${bucket(`utc_day(${columnOf(by)})`)}, -1 FROM ${unsweptSql(now)} WHERE ${ofGameAndAuthorSql(filter)}
        ),
        days AS (SELECT day, sum(lists)::int AS lists FROM parts GROUP BY day),
        running AS (
          SELECT day, lists, sum(lists) OVER (ORDER BY day ${Prisma.raw(direction)})::int - lists AS before FROM days
        )
        SELECT ${SNAPSHOT} AS snapshot, ${nextExpirySql(now)} AS "validUntil",
          (SELECT coalesce(sum(lists), 0)::int FROM days) AS total, start.day, start.before
        FROM (SELECT) one LEFT JOIN (
          SELECT day::text, before FROM running, (SELECT ${skip}::bigint AS skip) page
          WHERE before <= skip AND before + lists > skip
        ) start ON true`,
    ),
  )
  const { day, before, ...found } = rows[0] ?? { snapshot: '', validUntil: null, total: 0, day: null, before: null }
  return { ...found, start: day === null || before === null ? null : { skip: skip - before, day } }
}
