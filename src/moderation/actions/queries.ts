import { Prisma } from '../../db/generated/client.ts'
import { columnOf, findOnlyRow, prepared, type Statements } from '../../db/statements.ts'
import type { LogEntry } from '../cases/schemas.ts'
import type { Action } from './actions.ts'

/** A new entry of the log. Fields that do not concern the action are omitted. */
export interface NewEntry {
  action: Action
  reason: string
  /** The name of the moderator; null for a command of the operator. */
  moderator: string | null
  listId?: number
  slug?: string
  listName?: string
  /** The author of the list, or the user whom the action is about. */
  userId?: number | null
  /** Number of reports that the action closed. */
  reports?: number
  blockedFiles?: number
  fileHash?: Uint8Array
  /** Whether the user was suspended. */
  suspended?: boolean
  until?: Date | null
}

/** Adds an entry to the log, and returns its id. Columns of omitted fields get their defaults. */
export async function insertEntry(db: Statements, entry: NewEntry, now: Date): Promise<number> {
  const fields = Object.entries({ ...entry, createdAt: now }).filter(([, value]) => value !== undefined)
  const columns = Prisma.raw(fields.map(([field]) => columnOf(field)).join(', '))
  const values = Prisma.join(fields.map(([, value]) => value))
  const statement = prepared('log action')`INSERT INTO moderation_actions (${columns}) VALUES (${values}) RETURNING id`
  return (await findOnlyRow<{ id: number }>(db, statement)).id
}

/** The last action on a list. */
export interface LastAction {
  id: number
  action: Action
  moderator: string | null
  createdAt: Date
}

export const findLastAction = (db: Statements, listId: number): Promise<LastAction | null> =>
  lastActionWhere(db, Prisma.sql`list_id = ${listId}`)

/** Returns the deletion of the last list that had this slug; null if moderators did not delete it. */
export async function findDeletion(db: Statements, slug: string): Promise<LastAction | null> {
  const last = await lastActionWhere(db, Prisma.sql`slug = ${slug}`)
  return last?.action === 'delete' ? last : null
}

async function lastActionWhere(db: Statements, condition: Prisma.Sql): Promise<LastAction | null> {
  const { rows } = await db.query<LastAction>(prepared('last action')`
    SELECT id, action, moderator, created_at AS "createdAt" FROM moderation_actions
    WHERE ${condition} ORDER BY id DESC LIMIT 1`)
  return rows[0] ?? null
}

/** Hides a list, or shows it again. Its lifetime is extended by the time it was hidden. */
export async function setHidden(db: Statements, listId: number, hiddenAt: Date | null, now: Date): Promise<void> {
  const shown = Prisma.sql`hidden_at = NULL, expires_at = expires_at + (${now}::timestamptz - hidden_at)`
  const change = hiddenAt === null ? shown : Prisma.sql`hidden_at = ${hiddenAt}::timestamptz`
  await db.query(prepared('set hidden')`UPDATE lists SET ${change} WHERE id = ${listId}`)
}

/** Reports whether a user is a moderator. If so, nobody can change that before the transaction ends. */
export async function holdModerator(db: Statements, userId: number): Promise<boolean> {
  const { rows } = await db.query(
    prepared('hold moderator')`SELECT id FROM users WHERE id = ${userId} AND moderator FOR SHARE`,
  )
  return rows.length > 0
}

/** An entry of the log as the API shows it, but with dates. */
export type LogRow = Omit<LogEntry, 'created' | 'until'> & { created: Date; until: Date | null }

/** Returns a range of the entries of the log, latest first: all, that with an id, or those about a list. */
export async function findEntries(
  db: Statements,
  filter: { id: number } | { listId: number } | 'all',
  { skip, take }: { skip: number; take: number },
): Promise<LogRow[]> {
  const condition =
    filter === 'all'
      ? Prisma.sql`true`
      : 'id' in filter
        ? Prisma.sql`moderation_actions.id = ${filter.id}`
        : Prisma.sql`list_id = ${filter.listId}`
  const { rows } = await db.query<LogRow>(prepared('log')`
    SELECT moderation_actions.id, action, reason, moderation_actions.moderator, slug, list_name AS name,
      users.name AS user, reports, blocked_files, encode(file_hash, 'hex') AS file_hash, suspended, until,
      moderation_actions.created_at AS created
    FROM moderation_actions LEFT JOIN users ON users.id = user_id
    WHERE ${condition} ORDER BY moderation_actions.id DESC OFFSET ${skip}::bigint LIMIT ${take}::bigint`)
  return rows
}

export async function countEntries(db: Statements): Promise<number> {
  const statement = prepared('count log')`SELECT count(*)::int AS count FROM moderation_actions`
  return (await findOnlyRow<{ count: number }>(db, statement)).count
}
