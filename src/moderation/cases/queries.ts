import { findOnlyRow, prepared, type Statements } from '../../db/statements.ts'
import type { CaseDetail, CaseSummary } from './schemas.ts'

/** An open case as the API shows it, but with a date. */
export type CaseRow = Omit<CaseSummary, 'since'> & { since: Date }

/** Returns open cases, oldest first. */
export async function findCases(db: Statements, { skip, take }: { skip: number; take: number }): Promise<CaseRow[]> {
  const { rows } = await db.query<CaseRow>(prepared('cases')`
    SELECT slug, lists.name, users.name AS author, since, reasons, coalesce(more.count, 0) AS more,
      hidden_at IS NOT NULL AS hidden,
      (SELECT coalesce(sum(bytes), 0)::float8 FROM list_files JOIN files ON files.id = file_id
        WHERE list_files.list_id = lists.id) AS bytes
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
    ORDER BY since, lists.id OFFSET ${skip}::bigint LIMIT ${take}::bigint`)
  return rows
}

/** Returns the number of lists that have open reports. */
export async function countCases(db: Statements): Promise<number> {
  const statement = prepared('count cases')`
    SELECT count(DISTINCT list_id)::int AS count FROM reports WHERE closed_at IS NULL AND list_id IS NOT NULL`
  return (await findOnlyRow<{ count: number }>(db, statement)).count
}

/** A report as the API shows it, but with a date. */
type ReportRow = Omit<CaseDetail['reports'][0], 'created'> & { created: Date }

/** Returns the open reports of a list, oldest first. */
export async function findOpenReports(db: Statements, listId: number): Promise<ReportRow[]> {
  const { rows } = await db.query<ReportRow>(prepared('open reports')`
    SELECT id, reason, text, contact, created_at AS created FROM reports
    WHERE list_id = ${listId} AND closed_at IS NULL ORDER BY created_at, id`)
  return rows
}

/** A file of a case as the API shows it, but with the first bytes of its content. */
export type CaseFile = Omit<CaseDetail['files'][0], 'lines'> & { head: Buffer }

/** Returns a list's current files, in their order. */
export async function findCaseFiles(db: Statements, listId: number, headBytes: number): Promise<CaseFile[]> {
  const { rows } = await db.query<CaseFile>(prepared('case files')`
    SELECT clean_name AS name, bytes, substring(content FROM 1 FOR ${headBytes}::int) AS head,
      (
        SELECT count(DISTINCT other.list_id)::int FROM files same JOIN list_files other ON other.file_id = same.id
        WHERE same.bytes = files.bytes AND same.content = files.content AND other.list_id <> list_files.list_id
      ) AS other_lists,
      EXISTS (
        SELECT FROM blocked_files WHERE blocked_files.bytes = files.bytes AND blocked_files.hash = sha256(files.content)
      ) AS blocked
    FROM list_files JOIN files ON files.id = file_id WHERE list_id = ${listId} ORDER BY position`)
  return rows
}

export async function countMoreReports(db: Statements, listId: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    prepared('more reports')`SELECT count FROM more_reports WHERE list_id = ${listId}`,
  )
  return rows[0]?.count ?? 0
}
