import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { findOnlyRow, statement } from '../../db/sql.ts'
import { ATTEMPTS, waitsSql } from '../../lists/search/queries.ts'

// The queue of the index: lists that wait to be read. New uploads take precedence over the backlog, and both over
// failures. What has failed ATTEMPTS times is set aside, and tried ever more rarely.

/** For how long a server has the lists that it takes. If it dies, another server takes them afterwards. */
const LEASE = Prisma.sql`interval '20 seconds'`

export interface QueuedList {
  listId: number
  /** The ids of its rows in the queue. */
  rows: bigint[]
}

/** Takes the first lists in the queue for this server. Queues expired lists that are still counted. */
export async function takeLists(db: Db, limit: number, now: Date): Promise<QueuedList[]> {
  await db.$executeRaw`INSERT INTO unindexed_lists (list_id) SELECT lists.id FROM ${uncountedSql(now)}`
  const taken = await db.$queryRaw<{ id: bigint; listId: number; attempts: number; backlog: boolean }[]>`
    UPDATE unindexed_lists SET run_at = now() + ${LEASE} WHERE id IN (
      SELECT id FROM unindexed_lists WHERE run_at <= now() ORDER BY attempts, backlog, id LIMIT ${limit}::int
      FOR UPDATE SKIP LOCKED
    ) RETURNING id, list_id AS "listId", attempts, backlog`
  const first = taken.toSorted(
    (one, other) =>
      one.attempts - other.attempts || Number(one.backlog) - Number(other.backlog) || Number(one.id - other.id),
  )
  const lists = new Map(first.map(({ listId }): [number, QueuedList] => [listId, { listId, rows: [] }]))
  // A list that is read now needs not be read for its other rows.
  const where = { listId: { in: [...lists.keys()] } }
  for (const { id, listId } of await db.unindexedList.findMany({ where, select: { id: true, listId: true } }))
    lists.get(listId)?.rows.push(id)
  return [...lists.values()]
}

/** Selects lists that have expired, but are still counted and not in the queue. */
const uncountedSql = (now: Date) => Prisma.sql`
  lists JOIN list_mods ON list_id = lists.id WHERE expires_at <= ${now} AND counted
    AND NOT EXISTS (SELECT FROM unindexed_lists AS queued WHERE queued.list_id = lists.id)`

export async function deleteFromQueue(db: Db, lists: readonly QueuedList[]): Promise<void> {
  await db.unindexedList.deleteMany({ where: { id: { in: lists.flatMap(({ rows }) => rows) } } })
}

/** Counts a failed attempt to index a list. Reports whether the list has just been set aside. */
export async function noteFailure(db: Db, { rows }: QueuedList): Promise<boolean> {
  const failed = await db.$queryRaw<{ attempts: number }[]>`
    UPDATE unindexed_lists SET attempts = attempts + 1, run_at = CASE
      WHEN attempts + 1 < ${ATTEMPTS}::int THEN now()
      ELSE now() + interval '10 minutes' * 2 ^ least(attempts + 1 - ${ATTEMPTS}::int, 10) END
    WHERE id = ANY(${rows}::bigint[]) RETURNING attempts`
  return Math.min(...failed.map(({ attempts }) => attempts)) === ATTEMPTS
}

/** Lets lists that were set aside be tried again now. Returns their number. */
export async function retryAll(db: Db): Promise<number> {
  const rows = await db.$queryRaw<{ listId: number }[]>`
    UPDATE unindexed_lists SET attempts = 0, run_at = now() WHERE NOT ${waitsSql} RETURNING list_id AS "listId"`
  return new Set(rows.map(({ listId }) => listId)).size
}

interface QueueState {
  /** The version of the readers that the lists were read with. */
  version: number
  isWaiting: boolean
}

export function findQueueState(db: Db, now: Date): Promise<QueueState> {
  return findOnlyRow(
    db,
    statement`
      SELECT version, EXISTS (SELECT FROM unindexed_lists WHERE run_at <= now()) OR EXISTS (SELECT FROM ${uncountedSql(now)})
        AS "isWaiting"
      FROM mod_readers`,
  )
}

/** Queues all lists again, unless another server has done so for this version of the readers. */
export async function queueEverything(db: Db, version: number): Promise<void> {
  const { count } = await db.modReaders.updateMany({ where: { version: { lt: version } }, data: { version } })
  if (count === 0) return
  await db.$executeRaw`INSERT INTO unindexed_lists (list_id, backlog) SELECT id, true FROM lists ORDER BY id`
}

/** Returns figures of the queue for metrics, which don't wait for connections of writers. */
export function findBacklog(db: Db): Promise<{ files: number; oldestSeconds: number; aside: number }> {
  return findOnlyRow(
    db,
    statement`
      SELECT
        (SELECT count(*) FROM list_files WHERE list_id IN (SELECT list_id FROM unindexed_lists WHERE ${waitsSql}))::float8 AS files,
        (SELECT count(DISTINCT list_id) FROM unindexed_lists WHERE NOT ${waitsSql})::float8 AS aside,
        greatest(0, extract(epoch FROM now() - (SELECT min(since) FROM unindexed_lists WHERE ${waitsSql})))::float8
          AS "oldestSeconds"`,
  )
}
