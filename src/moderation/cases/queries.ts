import { Prisma } from '../../db/generated/client.ts'
import { prepared, type Statements } from '../../db/statements.ts'
import type { Report } from '../reports/queries.ts'

/** A list with open reports. */
export interface OpenCase {
  slug: string
  name: string
  author: string | null
  /** When the oldest open report came. */
  since: Date
  /** Number of open reports by reason. */
  reasons: Record<string, number>
  /** Number of open reports that came beyond those that are stored. */
  more: number
  isHidden: boolean
}

/** The oldest open cases, up to `most`. */
export async function findCases(db: Statements, most: number): Promise<OpenCase[]> {
  const { rows } = await db.query<OpenCase>(
    prepared(
      'cases',
      Prisma.sql`
        SELECT slug, lists.name, users.name AS author, since, reasons, coalesce(more.count, 0) AS more,
          hidden_at IS NOT NULL AS "isHidden"
        FROM (
          SELECT list_id, min(created_at) AS since, json_object_agg(reason, count) AS reasons
          FROM (
            SELECT list_id, reason, count(*) AS count, min(created_at) AS created_at
            FROM reports WHERE closed_at IS NULL AND list_id IS NOT NULL GROUP BY 1, 2
          ) by_reason
          GROUP BY 1
        ) open
        JOIN lists ON lists.id = open.list_id LEFT JOIN users ON users.id = author_id
        LEFT JOIN more_reports more ON more.list_id = lists.id
        ORDER BY since, lists.id LIMIT ${most}`,
    ),
  )
  return rows
}

/** Number of lists that have open reports. */
export async function countCases(db: Statements): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    prepared(
      'count cases',
      Prisma.sql`
        SELECT count(DISTINCT list_id)::int AS count FROM reports WHERE closed_at IS NULL AND list_id IS NOT NULL`,
    ),
  )
  return rows[0]?.count ?? 0
}

/** The open reports of a list, oldest first. */
export async function findOpenReports(db: Statements, listId: number): Promise<Report[]> {
  const { rows } = await db.query<Report>(
    prepared(
      'open reports',
      Prisma.sql`
        SELECT id, reason, text, contact, created_at AS "createdAt" FROM reports
        WHERE list_id = ${listId} AND closed_at IS NULL ORDER BY created_at, id`,
    ),
  )
  return rows
}
