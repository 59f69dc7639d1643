import type { Database, Db, Statements } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { deleteListsWhere } from '../writing/free-slug-queries.ts'

// Rows that another transaction holds are left for the next sweep: a sweep waits for nobody, and several of them on one
// database share the work.

/** Deletes up to `limit` lists that had expired by `now`, with all that is theirs; gives their number. */
export async function deleteExpired(db: Statements, now: Date, limit: number): Promise<number> {
  const condition = Prisma.sql`id IN (
    SELECT id FROM lists WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )`
  return deleteListsWhere(db, condition, now)
}

/** Deletes up to `limit` freed slugs that may be given again by `now`; returns their number. */
export async function deleteFreedSlugs(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM freed_slugs WHERE slug IN (
      SELECT slug FROM freed_slugs WHERE free_at <= ${now} ORDER BY free_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )`
}

/** Adds up to `limit` noted changes to the totals of lists; gives how many they were. */
export async function foldChanges(db: Db, limit: number): Promise<number> {
  const [row] = await db.$queryRaw<{ folded: number }[]>`SELECT fold_list_changes(${limit}::int) AS folded`
  return row?.folded ?? 0
}

/** Beyond this many bytes, notes that were folded leave room behind that every count would read through. */
const NOTES_BYTES = 2 ** 20

/** Gives back the room of folded notes, of which an import makes many. Only as far as nobody waits for it. */
export async function trimChanges({ pool }: Database): Promise<void> {
  const size = `SELECT pg_relation_size('list_changes') > ${NOTES_BYTES} AS large`
  const { rows } = await pool.query<{ large: boolean }>(size)
  if (rows[0]?.large) await pool.query('VACUUM (TRUNCATE true, SKIP_LOCKED true) list_changes')
}

export interface Release {
  id: bigint
  fileId: number
}

/** The next `limit` notes of released files after `after`, locked. */
export function lockReleases(db: Db, after: bigint, limit: number): Promise<Release[]> {
  return db.$queryRaw`
    SELECT id, file_id AS "fileId" FROM released_files WHERE id > ${after} ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED`
}

/** Which of the files are held by another transaction: it may be about to give one to a list. The others are locked. */
export async function lockFiles(db: Db, fileIds: readonly number[]): Promise<Set<number>> {
  const there = await db.file.findMany({ where: { id: { in: [...fileIds] } }, select: { id: true } })
  const locked = await db.$queryRaw<{ id: number }[]>`
    SELECT id FROM files WHERE id = ANY(${fileIds}) ORDER BY id FOR UPDATE SKIP LOCKED`
  const held = new Set(there.map(({ id }) => id))
  for (const { id } of locked) held.delete(id)
  return held
}

/** Deletes those of the files that neither a list nor a history has; gives their number. */
export async function deleteUnused(db: Db, fileIds: readonly number[]): Promise<number> {
  const { count } = await db.file.deleteMany({
    where: { id: { in: [...fileIds] }, lists: { none: {} }, revisions: { none: {} } },
  })
  return count
}

export async function deleteReleases(db: Db, ids: readonly bigint[]): Promise<void> {
  await db.releasedFile.deleteMany({ where: { id: { in: [...ids] } } })
}
