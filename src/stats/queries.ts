import type { Db } from '../db/client.ts'
import { Prisma } from '../db/generated/client.ts'
import { findOnlyRow, statement } from '../db/sql.ts'
import { unsweptCountSql } from '../lists/expiry/queries.ts'
import { visibleSql } from '../lists/visibility-queries.ts'

/** The counts of GET /v1/stats, except the numbers of public lists. Expired and hidden lists never count. */
export interface CatalogCounts {
  privateLists: number
  anonymousLists: number
  authors: number
  /** Number and bytes of the lists' current files. A file of several lists counts once for each of them. */
  files: number
  bytes: number
  /** Bytes of the files of all lists and of their past revisions. Each file counts once. */
  deduplicatedBytes: number
}

/** Counts the whole catalog in one statement, so that all numbers are of one moment. `db` must be in a transaction. */
export async function countCatalog(db: Db, now: Date): Promise<CatalogCounts> {
  // With the default memory, PostgreSQL would sort the uses of very many files on disk.
  await db.$executeRaw`SET LOCAL work_mem = '32MB'`
  const count = statement`
    WITH visible AS MATERIALIZED (SELECT id, private, author_id FROM lists WHERE ${visibleSql(now)}),
    uses AS (
      SELECT file_id, sum(current) AS current
      FROM (
        SELECT list_id, file_id, 1 AS current FROM list_files
        UNION ALL SELECT list_id, file_id, 0 FROM revision_files
      ) used JOIN visible ON visible.id = list_id
      GROUP BY file_id
    ),
    stored AS (
      SELECT coalesce(sum(current), 0) AS files, coalesce(sum(current * bytes), 0) AS bytes,
        coalesce(sum(bytes), 0) AS deduplicated
      FROM uses JOIN files ON files.id = file_id
    )
    SELECT
      count(*) FILTER (WHERE private)::float8 AS "privateLists",
      count(*) FILTER (WHERE author_id IS NULL)::float8 AS "anonymousLists",
      count(DISTINCT author_id) FILTER (WHERE NOT private)::float8 AS authors,
      (SELECT files::float8 FROM stored) AS files,
      (SELECT bytes::float8 FROM stored) AS bytes,
      (SELECT deduplicated::float8 FROM stored) AS "deduplicatedBytes"
    FROM visible`
  return findOnlyRow(db, count)
}

/** The tables that grow with what is uploaded: files, and the index of mods that is made from them. */
const STORED = ['files', 'list_mods', 'mod_names', 'mod_details', 'mod_counts', 'mod_detail_counts']

/** The size of these tables and their indexes. PostgreSQL keeps the space of deleted rows for new ones. */
const storedBytesSql = Prisma.raw(
  `(${STORED.map((table) => `pg_total_relation_size('${table}')`).join(' + ')})::float8`,
)

interface Figures {
  /** Number of lists that are neither expired nor hidden, as `lists.total` of GET /v1/stats. */
  lists: number
  storedBytes: number
  openReports: number
  /** Seconds since a backup was last checked; null if none ever was. */
  backupAge: number | null
  /** Number of lists and files that the sweep has set aside. */
  unswept: number
}

export const readStoredBytes = async (db: Db): Promise<number> => {
  const sql = statement`SELECT ${storedBytesSql} AS bytes`
  return (await findOnlyRow<{ bytes: number }>(db, sql)).bytes
}

export const readFigures = (db: Db, now: Date): Promise<Figures> =>
  findOnlyRow(
    db,
    statement`
      SELECT (SELECT count(*)::float8 FROM lists WHERE ${visibleSql(now)}) AS lists,
        ${storedBytesSql} AS "storedBytes",
        (SELECT count(*)::float8 FROM reports WHERE closed_at IS NULL) AS "openReports",
        (SELECT extract(epoch FROM now() - checked_at)::float8 FROM checked_backups) AS "backupAge",
        ${unsweptCountSql} AS unswept`,
  )
