import { prepared, type Statements } from '../../db/statements.ts'
import { visibleSql } from '../../lists/visibility-queries.ts'
import type { ReportInput } from './schemas.ts'

/**
 * Locks a list, so that its reports are counted one after another. Returns null unless the list is visible to anyone.
 */
export async function lockReported(
  db: Statements,
  slug: string,
  clock: () => Date,
): Promise<{ id: number; open: number } | null> {
  const { rows: locked } = await db.query<{ id: number }>(
    prepared('lock reported')`SELECT id FROM lists WHERE slug = ${slug} FOR NO KEY UPDATE`,
  )
  const [list] = locked
  if (list === undefined) return null
  const { rows } = await db.query<{ id: number; open: number }>(prepared('reported list')`
    SELECT id, (SELECT count(*)::int FROM reports WHERE list_id = lists.id AND closed_at IS NULL) AS open
    FROM lists WHERE id = ${list.id} AND ${visibleSql(clock())}`)
  return rows[0] ?? null
}

/** Returns the id of the open report of a list by this sender. */
export async function findOpenReport(db: Statements, listId: number, sender: Uint8Array): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(prepared('open report')`
    SELECT id FROM reports WHERE list_id = ${listId} AND closed_at IS NULL AND sender = ${sender}`)
  return rows[0]?.id
}

export async function insertReport(
  db: Statements,
  {
    id,
    listId,
    input,
    sender,
    now,
  }: { id: string; listId: number; input: ReportInput; sender: Uint8Array | null; now: Date },
): Promise<void> {
  const { reason, text, contact } = input
  await db.query(prepared('insert report')`
    INSERT INTO reports (id, list_id, reason, text, contact, sender, created_at)
    VALUES (${id}::uuid, ${listId}, ${reason}, ${text}, ${contact}, ${sender}, ${now})`)
}

/** Returns the id of the report that stands for those of a list that are only counted. */
export async function findSharedReport(db: Statements, listId: number): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string | null }>(
    prepared('shared report')`SELECT report_id AS id FROM more_reports WHERE list_id = ${listId}`,
  )
  return rows[0]?.id ?? undefined
}

/** Stores the report of a sender as the one that stands for all further reports of a list. */
export async function shareReport(
  db: Statements,
  listId: number,
  id: string,
  sender: Uint8Array,
  now: Date,
): Promise<void> {
  await db.query(prepared('share report')`
    INSERT INTO more_reports (list_id, count, report_id) VALUES (${listId}, 0, ${id}::uuid)
    ON CONFLICT (list_id) DO UPDATE SET report_id = excluded.report_id`)
  await db.query(prepared('count reporter')`
    INSERT INTO counted_reporters (list_id, sender, created_at) VALUES (${listId}, ${sender}, ${now})
    ON CONFLICT DO NOTHING`)
}

/** Counts a report instead of storing it, unless one of this sender is counted already. */
export async function countReport(db: Statements, listId: number, sender: Uint8Array, now: Date): Promise<void> {
  await db.query(prepared('count report')`
    WITH counted AS (
      INSERT INTO counted_reporters (list_id, sender, created_at) VALUES (${listId}, ${sender}, ${now})
      ON CONFLICT DO NOTHING RETURNING list_id
    )
    INSERT INTO more_reports AS more (list_id, count) SELECT list_id, 1 FROM counted
    ON CONFLICT (list_id) DO UPDATE SET count = more.count + 1`)
}

/** Closes all open reports of a list, and returns how many there were. Erases who sent them. */
export async function closeReports(
  db: Statements,
  listId: number,
  outcome: 'dismissed' | 'acted on',
  now: Date,
): Promise<number> {
  const { rows } = await db.query(prepared('close reports')`
    UPDATE reports SET closed_at = ${now}, outcome = ${outcome}, sender = NULL
    WHERE list_id = ${listId} AND closed_at IS NULL RETURNING id`)
  const more = await db.query<{ count: number }>(
    prepared('close more reports')`DELETE FROM more_reports WHERE list_id = ${listId} RETURNING count`,
  )
  return rows.length + (more.rows[0]?.count ?? 0)
}

interface ReportState {
  outcome: 'dismissed' | 'acted on' | null
  closedAt: Date | null
  isGone: boolean
}

export async function findReport(db: Statements, id: string): Promise<ReportState | null> {
  const { rows } = await db.query<ReportState>(prepared('report')`
    SELECT outcome, closed_at AS "closedAt", list_id IS NULL AS "isGone" FROM reports WHERE id = ${id}::uuid`)
  return rows[0] ?? null
}

/**
 * Closes the reports of deleted lists, and deletes reports that were closed before `before`, along with their contacts.
 */
export async function sweepReports(db: Statements, now: Date, before: Date): Promise<void> {
  await db.query(prepared('close reports of gone lists')`
    UPDATE reports SET closed_at = ${now}, outcome = 'acted on', sender = NULL
    WHERE list_id IS NULL AND closed_at IS NULL`)
  await db.query(prepared('delete reports')`DELETE FROM reports WHERE closed_at < ${before}`)
}
