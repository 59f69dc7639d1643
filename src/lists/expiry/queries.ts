import type { Database, Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import type { Statements } from '../../db/statements.ts'
import { deleteListsWhere } from '../writing/free-slug-queries.ts'

// These statements skip rows that another transaction has locked and leave them to the next sweep. A sweep therefore
// never waits for locks, and several servers can sweep one database at the same time.

/**
 * Deletes up to `limit` lists that had expired by `now`, with everything that belongs to them. Returns their number.
 */
export async function deleteExpired(db: Statements, now: Date, limit: number): Promise<number> {
  const condition = Prisma.sql`id IN (
    SELECT id FROM lists WHERE expires_at <= ${now} AND hidden_at IS NULL ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )`
  return deleteListsWhere(db, condition, now)
}

/** Deletes up to `limit` freed slugs that other lists may use from `now` on. Returns their number. */
export async function deleteFreedSlugs(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM freed_slugs WHERE slug IN (
      SELECT slug FROM freed_slugs WHERE free_at <= ${now} ORDER BY free_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )`
}

/** Adds up to `limit` rows of list_changes to list_totals and deletes them. Returns their number. */
export async function addChangesToTotals(db: Db, limit: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`SELECT fold_list_changes(${limit}::int) AS count`
  return row?.count ?? 0
}

/** Size of list_changes, in bytes, above which the space of deleted rows would slow down every count. */
const MAX_CHANGES_BYTES = 2 ** 20

/**
 * Frees the space of deleted rows in list_changes, of which an import makes many. Does nothing if the table is locked.
 */
export async function trimChanges({ pool }: Database): Promise<void> {
  const size = `SELECT pg_relation_size('list_changes') > ${MAX_CHANGES_BYTES} AS large`
  const { rows } = await pool.query<{ large: boolean }>(size)
  if (rows[0]?.large) await pool.query('VACUUM (TRUNCATE true, SKIP_LOCKED true) list_changes')
}

interface Release {
  id: bigint
  fileId: number
}

/** Locks and returns up to `limit` rows of released_files with ids greater than `after`. */
export function lockReleases(db: Db, after: bigint, limit: number): Promise<Release[]> {
  return db.$queryRaw`
    SELECT id, file_id AS "fileId" FROM released_files WHERE id > ${after} ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED`
}

/** Locks files. Returns the ids of those that another transaction has locked, perhaps to add them to a list. */
export async function lockFiles(db: Db, fileIds: readonly number[]): Promise<Set<number>> {
  const there = await db.file.findMany({ where: { id: { in: [...fileIds] } }, select: { id: true } })
  const locked = await db.$queryRaw<{ id: number }[]>`
    SELECT id FROM files WHERE id = ANY(${fileIds}) ORDER BY id FOR UPDATE SKIP LOCKED`
  const held = new Set(there.map(({ id }) => id))
  for (const { id } of locked) held.delete(id)
  return held
}

/** Deletes the files that no list and no revision uses. Returns their number. */
export async function deleteUnused(db: Db, fileIds: readonly number[]): Promise<number> {
  const { count } = await db.file.deleteMany({
    where: { id: { in: [...fileIds] }, lists: { none: {} }, revisions: { none: {} } },
  })
  return count
}

export async function deleteReleases(db: Db, ids: readonly bigint[]): Promise<void> {
  await db.releasedFile.deleteMany({ where: { id: { in: [...ids] } } })
}
