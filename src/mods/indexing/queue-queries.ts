import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { findOnlyRow, prepared, type Statements } from '../../db/statements.ts'
import { ATTEMPTS, waitsSql } from '../../lists/search/name-queries.ts'
import { keepsNamesSql } from '../sweep/queries.ts'

// The queues of the index: files that wait to be read, and lists that wait to be indexed. New uploads take precedence
// over the backlog, and all others over those that have failed. What has failed ATTEMPTS times is set aside.

/** Arbitrary number of the advisory lock that lets only one server at a time change the counts. */
const INDEX_LOCK = Prisma.raw('5274904')

/** Returns the ids of the first lists in the queue. */
export async function findQueuedLists(db: Statements, limit: number): Promise<number[]> {
  const { listIds } = await findOnlyRow<{ listIds: number[] }>(
    db,
    prepared('queued lists')`
      SELECT ARRAY(SELECT list_id FROM unindexed_lists WHERE ${waitsSql} ORDER BY attempts, backlog, id LIMIT ${limit}::int) AS "listIds"`,
  )
  return [...new Set(listIds)]
}

export interface UnreadFile {
  id: number
  cleanName: string
  bytes: number
  attempts: number
}

/**
 * Locks and returns files that wait to be read: those of the given lists, or any files if `listIds` is empty. Skips
 * files that another server is reading or a sweep is deleting.
 */
export async function lockUnreadFiles(
  db: Statements,
  listIds: readonly number[],
  limit: number,
): Promise<UnreadFile[]> {
  const ofLists =
    listIds.length === 0
      ? Prisma.sql`true`
      : Prisma.sql`file_id IN (SELECT file_id FROM list_files WHERE list_id = ANY(${listIds}::int[]))`
  const { rows } = await db.query<UnreadFile>(prepared('unread files')`
    SELECT file_id AS id, clean_name AS "cleanName", bytes, attempts
    FROM unread_files JOIN files ON files.id = file_id
    WHERE ${waitsSql} AND ${ofLists} ORDER BY attempts, backlog, file_id LIMIT ${limit}::int
    FOR UPDATE OF unread_files SKIP LOCKED FOR KEY SHARE OF files SKIP LOCKED`)
  return rows
}

/** Keeps names until the transaction ends. Returns false if another server is deleting names. */
export async function keepNames(db: Statements): Promise<boolean> {
  const lock = prepared('keep names')`SELECT ${keepsNamesSql} AS "areKept"`
  return (await findOnlyRow<{ areKept: boolean }>(db, lock)).areKept
}

export async function deleteUnreadFiles(db: Statements, ids: readonly number[]): Promise<void> {
  await db.query(prepared('files are read')`DELETE FROM unread_files WHERE file_id = ANY(${ids}::int[])`)
}

interface QueuedList {
  /** Id of the row in the queue; null for a list that has expired since it was counted. */
  id: string | null
  listId: number
}

/**
 * Returns the first lists in the queue whose files have all been read, and lists that have expired but are still
 * counted. Returns null if another server is indexing lists or deletes names.
 */
export async function takeQueuedLists(db: Statements, limit: number, now: Date): Promise<QueuedList[] | null> {
  const lock = prepared(
    'lock index',
  )`SELECT ${keepsNamesSql} AND pg_try_advisory_xact_lock(${INDEX_LOCK}) AS "isLocked"`
  const { isLocked } = await findOnlyRow<{ isLocked: boolean }>(db, lock)
  if (!isLocked) return null
  const { rows } = await db.query<QueuedList>(prepared('take lists')`
    WITH queued AS MATERIALIZED (
      SELECT id, list_id FROM unindexed_lists WHERE ${waitsSql} ORDER BY attempts, backlog, id LIMIT ${limit}::int
    )
    SELECT id, list_id AS "listId" FROM queued WHERE NOT EXISTS (
      SELECT FROM list_files JOIN unread_files USING (file_id) WHERE list_files.list_id = queued.list_id AND ${waitsSql}
    )
    UNION ALL (
      SELECT NULL, list_id FROM lists JOIN list_mods ON list_id = lists.id
      WHERE ${uncountedSql(now)} LIMIT ${limit}::int
    )`)
  return rows
}

/** Whether a list that has expired is still counted. */
const uncountedSql = (now: Date) => Prisma.sql`
  expires_at <= ${now} AND counted
  AND NOT EXISTS (SELECT FROM unindexed_lists AS aside WHERE aside.list_id = lists.id AND attempts >= ${ATTEMPTS}::int)`

/** Deletes rows of the queue, and those of the same lists that had been set aside. */
export async function deleteQueuedLists(db: Statements, ids: readonly string[], listIds: readonly number[]) {
  await db.query(prepared('lists are indexed')`
    DELETE FROM unindexed_lists
    WHERE id = ANY(${ids}::bigint[]) OR (list_id = ANY(${listIds}::int[]) AND attempts >= ${ATTEMPTS}::int)`)
}

interface QueueState {
  /** The version of the readers that the files were read with. */
  version: number
  /** Whether any file or list waits, or any expired list is still counted. */
  isWaiting: boolean
}

export function findQueueState(db: Statements, now: Date): Promise<QueueState> {
  return findOnlyRow(
    db,
    prepared('index state')`
      SELECT version, EXISTS (SELECT FROM unindexed_lists WHERE ${waitsSql}) OR EXISTS (SELECT FROM unread_files WHERE ${waitsSql})
        OR EXISTS (SELECT FROM lists JOIN list_mods ON list_id = lists.id WHERE ${uncountedSql(now)}) AS "isWaiting"
      FROM mod_readers`,
  )
}

/** Queues all files and lists again, unless another server has done so for this version of the readers. */
export async function queueEverything(db: Db, version: number): Promise<void> {
  const { count } = await db.modReaders.updateMany({ where: { version: { lt: version } }, data: { version } })
  if (count === 0) return
  await db.$executeRaw`
    INSERT INTO unread_files (file_id, backlog) SELECT id, true FROM files
    ON CONFLICT (file_id) DO UPDATE SET backlog = true, attempts = 0`
  await db.$executeRaw`INSERT INTO unindexed_lists (list_id, backlog) SELECT id, true FROM lists ORDER BY id`
}

/**
 * Returns the number of files that wait to be read, for how long the oldest file or list has waited, and how many files
 * and lists have been set aside.
 */
export function findBacklog(db: Statements): Promise<{ files: number; oldestSeconds: number; aside: number }> {
  return findOnlyRow(
    db,
    prepared('index backlog')`
      SELECT (SELECT count(*) FROM unread_files WHERE ${waitsSql})::float8 AS files,
        ((SELECT count(*) FROM unread_files WHERE NOT ${waitsSql})
          + (SELECT count(*) FROM unindexed_lists WHERE NOT ${waitsSql}))::float8 AS aside,
        greatest(0, extract(epoch FROM now() - least(
          (SELECT min(since) FROM unread_files WHERE ${waitsSql}), (SELECT min(since) FROM unindexed_lists WHERE ${waitsSql})
        )))::float8 AS "oldestSeconds"`,
  )
}
