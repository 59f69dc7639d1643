import type { Database, Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'

// These statements skip locked rows and leave them to the next sweep, so that sweeps never wait, and several servers
// can sweep one database.

/** Number of sweeps after which a row that can't be deleted is set aside. */
const ATTEMPTS = 3

export async function lockExpired(db: Db, now: Date, limit: number, except: readonly number[]): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    SELECT id FROM lists WHERE expires_at <= ${now}::timestamptz AND hidden_at IS NULL AND id <> ALL(${except}::int[])
      AND NOT EXISTS (SELECT FROM unswept_lists WHERE list_id = lists.id AND attempts >= ${ATTEMPTS}::int)
    ORDER BY expires_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED`
  return rows.map(({ id }) => id)
}

/** Counts a failed attempt to delete an expired list. Reports whether the list is now set aside. */
export async function noteFailedExpiry(db: Db, listId: number): Promise<boolean> {
  const { attempts } = await db.unsweptList.upsert({
    where: { listId },
    create: { listId, attempts: 1 },
    update: { attempts: { increment: 1 } },
  })
  return attempts === ATTEMPTS
}

/** Counts a failed attempt to delete an unused file. Reports whether the file is now set aside. */
export async function noteFailedRelease(db: Db, id: bigint): Promise<boolean> {
  const { attempts } = await db.releasedFile.update({ where: { id }, data: { attempts: { increment: 1 } } })
  return attempts === ATTEMPTS
}

export const unsweptCountSql = Prisma.sql`(
  (SELECT count(*) FROM unswept_lists WHERE attempts >= ${ATTEMPTS}::int)
  + (SELECT count(*) FROM released_files WHERE attempts >= ${ATTEMPTS}::int))::float8`

export async function retryUnswept(db: Db): Promise<void> {
  await db.unsweptList.deleteMany({})
  await db.releasedFile.updateMany({ where: { attempts: { gt: 0 } }, data: { attempts: 0 } })
}

export async function deleteFreedSlugs(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM freed_slugs WHERE slug IN (
      SELECT slug FROM freed_slugs WHERE free_at <= ${now} ORDER BY free_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )`
}

export async function addChangesToTotals(db: Db, limit: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`SELECT fold_list_changes(${limit}::int) AS count`
  return row?.count ?? 0
}

/** Size of list_changes, in bytes, above which the space of deleted rows would slow down every count. */
const MAX_CHANGES_BYTES = 2 ** 20

/** Frees the space of deleted rows in list_changes, of which an import makes many. */
export async function trimChanges(db: Database): Promise<void> {
  const [row] = await db.$queryRaw<{ large: boolean }[]>`
    SELECT pg_relation_size('list_changes') > ${MAX_CHANGES_BYTES} AS large`
  if (row?.large) await db.$executeRaw`VACUUM (TRUNCATE true, SKIP_LOCKED true) list_changes`
}

export interface Release {
  id: bigint
  fileId: number
}

/** Locks and returns rows of released_files that are due, without those that were set aside. */
export function lockReleases(db: Db, after: bigint, now: Date, limit: number): Promise<Release[]> {
  return db.$queryRaw`
    SELECT id, file_id AS "fileId" FROM released_files
    WHERE id > ${after} AND attempts < ${ATTEMPTS} AND (due_at IS NULL OR due_at <= ${now}::timestamptz)
    ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED`
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

export async function deleteUnused(db: Db, fileIds: readonly number[]): Promise<number> {
  const { count } = await db.file.deleteMany({
    where: { id: { in: [...fileIds] }, lists: { none: {} }, revisions: { none: {} } },
  })
  return count
}
