import { prepared, type Statements } from '../db/statements.ts'

/** Returns figures for monitoring. The number of lists is the planner's estimate, which costs nothing to read. */
export async function countFigures(
  db: Statements,
): Promise<{ lists: number; storedBytes: number; openReports: number }> {
  const { rows } = await db.query<{ lists: number; storedBytes: number; openReports: number }>(prepared('figures')`
    SELECT (SELECT greatest(reltuples, 0)::float8 FROM pg_class WHERE oid = 'lists'::regclass) AS lists,
      pg_total_relation_size('files')::float8 AS "storedBytes",
      (SELECT count(*)::float8 FROM reports WHERE closed_at IS NULL) AS "openReports"`)
  return rows[0] ?? { lists: 0, storedBytes: 0, openReports: 0 }
}

/** Returns the size of all stored files in the database, in bytes. */
export async function storedBytes(db: Statements): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>(
    prepared('stored bytes')`SELECT pg_total_relation_size('files')::float8 AS bytes`,
  )
  return rows[0]?.bytes ?? 0
}
