import type { Statements } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { SNAPSHOT, STARTED } from '../../db/snapshot.ts'
import { prepared } from '../../db/statements.ts'
import { findListRows, LIST_COLUMNS, LIST_JOINS, type ListRow } from '../queries.ts'
import { type ListOrder, matchingSql, nextExpirySql, type PublicFilter, sortedSql } from '../visibility-queries.ts'
import { dayStartSql, type PageStart, totalSql } from './counter-queries.ts'

// The hot reads of collections, as prepared statements. Only shapes and limits stand in their texts, so that there are
// few of them; every shape has an index of its own (prisma/migrations/20261121000100_page_indexes).

export interface PageFilter extends PublicFilter {
  /** The name by which the author's id was found. */
  authorKey?: string
}

export interface PageIds {
  /** The committed snapshot of the database that this was read from. */
  snapshot: string
  ids: number[]
  stamps: number[]
  /** The next moment at which this changes though nothing is written; null is never. */
  validUntil: Date | null
  /** Whether the author of the filter still goes by that name. */
  isAuthor: boolean
}

/** Rows that are read at once: few sizes make few statements. */
const SIZES = [10, 30, 60, 100, 250, 900]

/** The lists of a page, by id and stamp, and their total, in one statement. */
export function findPageIds(
  db: Statements,
  filter: PageFilter,
  order: ListOrder,
  { skip, take }: { skip: number; take: number },
  now: Date,
): Promise<PageIds & { total: number }> {
  return findIds(db, filter, order, { skip }, take, now, totalSql(filter, now))
}

/** The same from a day on; the total is not looked up, and 0. */
export function findPageIdsFrom(
  db: Statements,
  filter: PageFilter,
  order: ListOrder,
  start: PageStart,
  take: number,
  now: Date,
): Promise<PageIds> {
  return findIds(db, filter, order, start, take, now, Prisma.sql`0`)
}

async function findIds(
  db: Statements,
  filter: PageFilter,
  order: ListOrder,
  { skip, day }: PageStart,
  take: number,
  now: Date,
  total: Prisma.Sql,
): Promise<PageIds & { total: number }> {
  const { authorId, authorKey } = filter
  const size = SIZES.find((size) => size >= take) ?? take
  const isAuthor =
    authorKey === undefined
      ? Prisma.sql`true`
      : Prisma.sql`EXISTS (SELECT FROM users WHERE id = ${authorId} AND name_key = ${authorKey})`
  const { rows } = await db.query<{ [Key in keyof PageIds]: PageIds[Key] | null } & { total: number }>(
    prepared(
      'page',
      Prisma.sql`
        SELECT ${SNAPSHOT} AS snapshot, ${total} AS total, ${nextExpirySql(now)} AS "validUntil", ${isAuthor} AS "isAuthor",
          array_agg(page.id) AS ids, array_agg(page.stamp) AS stamps
        FROM (
          SELECT id, stamp FROM lists
          WHERE ${matchingSql({ ...filter }, now)} AND ${day === undefined ? Prisma.sql`true` : dayStartSql(filter, order, day)}
          ORDER BY ${sortedSql(order)} LIMIT ${Prisma.raw(String(size))} OFFSET ${skip}
        ) page`,
    ),
  )
  const [page] = rows
  return {
    snapshot: page?.snapshot ?? '',
    total: page?.total ?? 0,
    validUntil: page?.validUntil ?? null,
    isAuthor: page?.isAuthor === true,
    ids: (page?.ids ?? []).slice(0, take),
    stamps: (page?.stamps ?? []).slice(0, take),
  }
}

/** The id of an author by name. */
export async function findAuthor(db: Statements, nameKey: string): Promise<{ snapshot: string; id: number | null }> {
  const { rows } = await db.query<{ snapshot: string; id: number | null }>(
    prepared(
      'author',
      Prisma.sql`SELECT ${SNAPSHOT} AS snapshot, (SELECT id FROM users WHERE name_key = ${nameKey}) AS id`,
    ),
  )
  return rows[0] ?? { snapshot: '', id: null }
}

/** What the collection views show of some lists, and when the server was started that they were read from. */
export function findSummaries(db: Statements, ids: readonly number[]): Promise<(ListRow & { started: string })[]> {
  return findListRows<{ started: string }>(
    db,
    prepared(
      'summaries',
      Prisma.sql`
        SELECT ${STARTED} AS started, ${LIST_COLUMNS} FROM lists ${LIST_JOINS} WHERE lists.id = ANY(${ids})`,
    ),
  )
}
