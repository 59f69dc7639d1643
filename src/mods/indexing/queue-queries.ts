import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { tryLock } from '../../db/locks.ts'
import { findOnlyRow, prepared, type Statements } from '../../db/statements.ts'
import { ATTEMPTS, waiting, waitsSql } from '../../lists/search/name-queries.ts'

// The queues of the index: files that wait to be read, and lists that wait to be indexed. New uploads take precedence
// over the backlog, and all others over those that have failed. What has failed ATTEMPTS times is set aside.

/** The order of a queue, before the id. */
const FIRST = [{ attempts: 'asc' }, { backlog: 'asc' }] as const

/** Returns the first rows in the queue of lists. */
const firstInQueue = (db: Db, take: number) =>
  db.unindexedList.findMany({
    where: waiting,
    select: { id: true, listId: true },
    orderBy: [...FIRST, { id: 'asc' }],
    take,
  })

/** Returns the ids of the first lists in the queue. */
export async function findQueuedLists(db: Db, limit: number): Promise<number[]> {
  const rows = await firstInQueue(db, limit)
  return [...new Set(rows.map(({ listId }) => listId))]
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
export const keepNames = (db: Db): Promise<boolean> => tryLock(db, 'modNames', 'shared')

export async function deleteUnreadFiles(db: Db, ids: readonly number[]): Promise<void> {
  await db.unreadFile.deleteMany({ where: { fileId: { in: [...ids] } } })
}

interface QueuedList {
  /** Id of the row in the queue; null for a list that has expired since it was counted. */
  id: bigint | null
  listId: number
}

/**
 * Returns the first lists in the queue whose files have all been read, and lists that have expired but are still
 * counted. Returns null if another server is indexing lists or deletes names.
 */
export async function takeQueuedLists(db: Db, limit: number, now: Date): Promise<QueuedList[] | null> {
  if (!(await keepNames(db)) || !(await tryLock(db, 'modIndex', 'alone'))) return null
  const queued = await firstInQueue(db, limit)
  const listId = { in: queued.map(({ listId }) => listId) }
  const unread = await db.listFile.findMany({
    where: { listId, file: { unread: waiting } },
    select: { listId: true },
    distinct: ['listId'],
  })
  const isUnread = new Set(unread.map(({ listId }) => listId))
  const expired = await db.$queryRaw<{ listId: number }[]>`
    SELECT list_id AS "listId" FROM lists JOIN list_mods ON list_id = lists.id WHERE ${uncountedSql(now)} LIMIT ${limit}::int`
  return [
    ...queued.filter(({ listId }) => !isUnread.has(listId)),
    ...expired.map(({ listId }) => ({ id: null, listId })),
  ]
}

/** Whether a list that has expired is still counted. */
const uncountedSql = (now: Date) => Prisma.sql`
  expires_at <= ${now} AND counted
  AND NOT EXISTS (SELECT FROM unindexed_lists AS aside WHERE aside.list_id = lists.id AND attempts >= ${ATTEMPTS}::int)`

/** Deletes rows of the queue, and those of the same lists that had been set aside. */
export async function deleteQueuedLists(db: Db, ids: readonly bigint[], listIds: readonly number[]): Promise<void> {
  const aside = { listId: { in: [...listIds] }, attempts: { gte: ATTEMPTS } }
  await db.unindexedList.deleteMany({ where: { OR: [{ id: { in: [...ids] } }, aside] } })
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
 * and lists have been set aside. For metrics, which don't wait for connections of writers.
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
