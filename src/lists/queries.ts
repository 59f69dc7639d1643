import type { Db } from '../db/client.ts'
import { Prisma } from '../db/generated/client.ts'
import { columnOf, findRows, selected } from '../db/sql.ts'
import type { Range } from '../http/request/paging.ts'
import { nameKey } from '../text/name-key.ts'
import { type ListFilter, type ListOrder, matching, sorted } from './visibility-queries.ts'

// Prisma queries and raw statements (LIST_COLUMNS) return the same rows. Both follow prisma/schema.prisma.

const gameFields = { id: true, name: true, nexusDomain: true } satisfies Prisma.GameSelect
const authorFields = { name: true, verified: true } satisfies Prisma.UserSelect
export const related = { game: { select: gameFields }, author: { select: authorFields } } satisfies Prisma.ListInclude
const fileFields = { name: true, cleanName: true, bytes: true, createdAt: true } satisfies Prisma.FileSelect

export type ListRow = Prisma.ListGetPayload<{ include: typeof related }> & { counts?: ListCounts }
export type FileRow = Prisma.FileGetPayload<{ select: typeof fileFields }>

/** A list as it is now, or as it was in the revision `shownRevision`. */
export type ShownList = ListRow & { shownRevision?: number }

/** A row of `lists`, without its game and author. */
export type StoredList = Prisma.ListGetPayload<object>

export const LIST_FIELDS = Object.values(Prisma.ListScalarFieldEnum)

export const GAME_FIELDS = Object.keys(gameFields)

export const LIST_COLUMNS = Prisma.join([
  selected('lists', LIST_FIELDS),
  selected('games', GAME_FIELDS, 'game.'),
  selected('users', Object.keys(authorFields), 'author.'),
])
export const LIST_JOINS = Prisma.sql`JOIN games ON games.id = lists.game_id LEFT JOIN users ON users.id = lists.author_id`

/** Returns the rows of a statement that selects LIST_COLUMNS, in the shape of Prisma's. */
export async function findListRows<More = unknown>(db: Db, sql: Prisma.Sql, find: typeof findRows = findRows) {
  const rows = await find<ListRow & More>(db, sql)
  for (const row of rows) if (row.authorId === null) row.author = null
  return rows
}

/** Returns the fields that the values of a list set. Properties that are not fields of a list are left out. */
export const storedFields = (values: Partial<StoredList>) => LIST_FIELDS.filter((field) => values[field] !== undefined)

export function storedColumns(values: Partial<StoredList>): { columns: Prisma.Sql; values: Prisma.Sql } {
  const fields = storedFields(values)
  return {
    columns: Prisma.raw(fields.map(columnOf).join(', ')),
    values: Prisma.join(fields.map((field) => values[field])),
  }
}

export function countLists(db: Db, filter: ListFilter, now: Date): Promise<number> {
  return db.list.count({ where: matching(filter, now) })
}

export function findPage(db: Db, filter: ListFilter, order: ListOrder, page: Range, now: Date): Promise<ListRow[]> {
  return db.list.findMany({ where: matching(filter, now), orderBy: sorted(order), ...page, include: related })
}

/** Locks the lists that meet a condition, in the order of their ids, which prevents deadlocks. */
export const lockListsWhere = (db: Db, condition: Prisma.Sql) =>
  db.$executeRaw`SELECT FROM lists WHERE ${condition} ORDER BY id FOR UPDATE`

export async function findGameId(db: Db, name: string): Promise<number | undefined> {
  return (await db.game.findUnique({ where: { nameKey: nameKey(name) }, select: { id: true } }))?.id
}

export async function findAuthorId(db: Db, name: string): Promise<number | undefined> {
  return (await db.user.findUnique({ where: { nameKey: nameKey(name) }, select: { id: true } }))?.id
}

/** Numbers of a list's mods and plugins. Null if no file names any, or if the files are not read yet. */
export interface ListCounts {
  mods: number | null
  modsEnabled: number | null
  plugins: number | null
  pluginsEnabled: number | null
}

export const UNKNOWN_COUNTS: ListCounts = { mods: null, modsEnabled: null, plugins: null, pluginsEnabled: null }

interface Countable {
  id: number
  revisionNumber?: number
  shownRevision?: number
  counts?: ListCounts
}

async function findCounts(db: Db, listIds: readonly number[]): Promise<Map<number, ListCounts>> {
  const select = { listId: true, mods: true, modsEnabled: true, plugins: true, pluginsEnabled: true }
  const rows = await db.listMods.findMany({ where: { listId: { in: [...listIds] } }, select })
  return new Map(rows.map(({ listId, ...counts }) => [listId, counts]))
}

/** Sets the `counts` of rows, and returns the rows. The counts of past revisions are unknown. */
export async function addCounts<Row extends Countable>(db: Db, rows: readonly Row[]): Promise<readonly Row[]> {
  const current = rows.filter(isCurrent).map(({ id }) => id)
  const counts = current.length === 0 ? new Map<number, ListCounts>() : await findCounts(db, current)
  for (const row of rows) row.counts = (isCurrent(row) && counts.get(row.id)) || UNKNOWN_COUNTS
  return rows
}

const isCurrent = ({ revisionNumber, shownRevision }: Countable) =>
  shownRevision === undefined || shownRevision === revisionNumber
