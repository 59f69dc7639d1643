import type { Database, Statements } from '../db/client.ts'
import { Prisma } from '../db/generated/client.ts'
import { readInSnapshot } from '../db/reads.ts'
import { SNAPSHOT } from '../db/snapshot.ts'
import { prepared } from '../db/statements.ts'
import { countByGame } from '../games/queries.ts'
import { unexpiredSql } from '../lists/visibility-queries.ts'

export interface CatalogCounts {
  /** All games by name, with the number of their public lists. */
  games: { id: number; name: string; listsCount: number }[]
  privateLists: number
  anonymousLists: number
  /** Users with a public list. */
  authors: number
  /** The files of all lists, and their bytes: one that several lists have counts for each of them. */
  files: number
  bytes: number
  /** The bytes of all files of lists and their past revisions, each file once. */
  deduplicatedBytes: number
}

/** All that GET /v1/stats tells, in one snapshot of the database, and until when that stays so. */
export function countCatalog(
  db: Database,
  now: Date,
): Promise<CatalogCounts & { snapshot: string; validUntil: Date | null }> {
  return readInSnapshot(db, async (statements) => {
    const { games } = await countByGame(statements, now)
    return { games, ...(await countRest(statements, now)) }
  })
}

type Counts = Omit<CatalogCounts, 'games'>

/**
 * The sums of the counters, less what only lists have that expired and are not swept yet. Each row that is looked at
 * beside the counters is found by an index: subqueries in place of joins leave no other way.
 */
async function countRest(db: Statements, now: Date): Promise<Counts & { snapshot: string; validUntil: Date | null }> {
  const { rows } = await db.query<Counts & { snapshot: string; validUntil: Date | null }>(
    prepared(
      'statistics',
      Prisma.sql`
      WITH counted AS (
        SELECT sum(private_lists) AS private, sum(anonymous_lists) AS anonymous, sum(authors) AS authors,
          sum(files) AS files, sum(bytes) AS bytes, sum(stored_bytes) AS stored
        FROM statistics
      ),
      expired AS MATERIALIZED (SELECT * FROM unswept_lists(${now})),
      expired_files AS MATERIALIZED (
        SELECT file.id, (SELECT bytes FROM files WHERE files.id = file.id) AS bytes
        FROM expired, LATERAL (SELECT file_id AS id FROM list_files WHERE list_id = expired.id OFFSET 0) file
      ),
      left_over AS (
        SELECT (SELECT bytes FROM files WHERE files.id = candidate.id) AS bytes
        FROM (
          SELECT file_id AS id FROM released_files UNION SELECT id FROM expired_files
          UNION SELECT past.id
          FROM expired, LATERAL (SELECT file_id AS id FROM revision_files WHERE list_id = expired.id OFFSET 0) past
        ) candidate
        WHERE (
          SELECT true FROM list_files JOIN lists ON lists.id = list_id
          WHERE file_id = candidate.id AND ${unexpiredSql(now)} LIMIT 1
        ) IS NULL AND (
          SELECT true FROM revision_files JOIN lists ON lists.id = list_id
          WHERE file_id = candidate.id AND ${unexpiredSql(now)} LIMIT 1
        ) IS NULL
      ),
      author_changes AS (
        SELECT author_id, sum(lists) AS lists
        FROM (
          SELECT author_id, lists FROM list_changes WHERE author_id IS NOT NULL
          UNION ALL SELECT author_id, -1 FROM expired WHERE author_id IS NOT NULL AND NOT private
        ) changes
        GROUP BY 1
      ),
      author_moves AS (
        SELECT (folded + lists > 0)::int - (folded > 0)::int AS authors
        FROM author_changes, LATERAL (
          SELECT coalesce((SELECT t.lists FROM list_totals t WHERE game_id = 0 AND t.author_id = author_changes.author_id), 0) AS folded
          OFFSET 0
        ) total
      )
      SELECT ${SNAPSHOT} AS snapshot,
        (SELECT min(expires_at) FROM lists WHERE expires_at > ${now}) AS "validUntil",
        (private - (SELECT count(*) FROM expired WHERE expired.private))::float8 AS "privateLists",
        (anonymous
          + (SELECT coalesce(sum(lists), 0) FROM list_changes WHERE author_id IS NULL)
          - (SELECT count(*) FROM expired WHERE author_id IS NULL))::float8 AS "anonymousLists",
        (authors + (SELECT coalesce(sum(m.authors), 0) FROM author_moves m))::float8 AS authors,
        (files - (SELECT count(*) FROM expired_files))::float8 AS files,
        (bytes - (SELECT coalesce(sum(e.bytes), 0) FROM expired_files e))::float8 AS bytes,
        (stored - (SELECT coalesce(sum(l.bytes), 0) FROM left_over l))::float8 AS "deduplicatedBytes"
      FROM counted`,
    ),
  )
  const [counts] = rows
  if (counts === undefined) throw new Error('A sum has no row.')
  return counts
}
