import { lockSuspension } from '../../accounts/queries.ts'
import type { Db } from '../../db/client.ts'
import type { Prisma } from '../../db/generated/client.ts'
import type { Range } from '../../http/request/paging.ts'
import type { Action, LogEntry } from '../cases/schemas.ts'

/** A new entry of the log. Fields that do not concern the action are omitted. */
export type NewEntry = Omit<Prisma.ModerationActionCreateInput, 'action' | 'createdAt'> & { action: Action }

/** Adds an entry to the log, and returns its id. Columns of omitted fields get their defaults. */
export async function insertEntry(db: Db, entry: NewEntry, now: Date): Promise<number> {
  const { id } = await db.moderationAction.create({ data: { ...entry, createdAt: now }, select: { id: true } })
  return id
}

/** Returns the last action on a list by its id, or on the last list that had a slug. */
export const findLastAction = (db: Db, where: { listId: number } | { slug: string }) =>
  db.moderationAction.findFirst({
    where,
    select: { id: true, action: true, moderator: true, createdAt: true },
    orderBy: { id: 'desc' },
  })

export type LastAction = NonNullable<Awaited<ReturnType<typeof findLastAction>>>

/** Shows a hidden list again, which the transaction has locked. Its lifetime is extended by the time it was hidden. */
export async function showList(db: Db, id: number, now: Date): Promise<void> {
  const select = { hiddenAt: true, expiresAt: true }
  const { hiddenAt, expiresAt } = await db.list.findUniqueOrThrow({ where: { id }, select })
  const hiddenFor = now.getTime() - (hiddenAt ?? now).getTime()
  const data = { hiddenAt: null, expiresAt: expiresAt && new Date(expiresAt.getTime() + hiddenFor) }
  await db.list.update({ where: { id }, data, select: { id: true } })
}

/** Reports whether a user is a moderator. If so, nobody can change that before the transaction ends. */
export async function holdModerator(db: Db, userId: number): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`SELECT id FROM users WHERE id = ${userId} AND moderator FOR SHARE`
  return rows.length > 0
}

/** An entry of the log as the API shows it, but with dates. */
export type LogRow = Omit<LogEntry, 'created' | 'until'> & { created: Date; until: Date | null }

/** Returns a range of the entries of the log, latest first: all, that with an id, or those about a list. */
export async function findEntries(
  db: Db,
  where: { id?: number; listId?: number },
  { skip, take }: Range,
): Promise<LogRow[]> {
  const entries = await db.moderationAction.findMany({ where, orderBy: { id: 'desc' }, skip, take })
  const ids = entries.flatMap(({ userId }) => userId ?? [])
  const users = await db.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
  const names = new Map(users.map(({ id, name }) => [id, name]))
  return entries.map(({ listId, userId, listName, blockedFiles, fileHash, createdAt, ...entry }) => ({
    ...entry,
    action: entry.action as Action,
    name: listName,
    user: (userId !== null && names.get(userId)) || null,
    blocked_files: blockedFiles,
    file_hash: fileHash && Buffer.from(fileHash).toString('hex'),
    created: createdAt,
  }))
}

/**
 * Waits for uploads that have looked at the blocked files, and makes others wait. Must be the first lock of a
 * transaction: those uploads may wait for lists.
 */
export const lockBlocks = (db: Db) => db.$executeRaw`LOCK TABLE blocked_files IN EXCLUSIVE MODE`

/** Blocks the contents of a list's files, except empty ones. Returns how many were not blocked yet. */
export const blockFilesOf = (db: Db, listId: number, reason: string, now: Date): Promise<number> =>
  db.$executeRaw`
    INSERT INTO blocked_files (hash, bytes, name, reason, created_at)
    SELECT DISTINCT ON (sha256(content)) sha256(content), bytes, clean_name, ${reason}, ${now}::timestamptz
    FROM list_files JOIN files ON files.id = file_id WHERE list_id = ${listId} AND bytes > 0
    ON CONFLICT DO NOTHING`

export async function findBlocks(db: Db) {
  const blocks = await db.blockedFile.findMany({ orderBy: [{ createdAt: 'asc' }, { hash: 'asc' }] })
  return blocks.map((block) => ({ ...block, hash: Buffer.from(block.hash).toString('hex') }))
}

/** Suspends a user, or replaces their suspension. Waits for their writes that have passed their last check. */
export async function insertSuspension(
  db: Db,
  { userId, reason, until, now }: { userId: number; reason: string; until: Date | null; now: Date },
): Promise<void> {
  await lockSuspension(db, userId)
  const suspension = { reason, until, createdAt: now }
  await db.suspension.upsert({ where: { userId }, create: { userId, ...suspension }, update: suspension })
}
