import type pg from 'pg'
import type { Db, Statements } from '../db/client.ts'
import { Prisma } from '../db/generated/client.ts'
import { columnOf, findRows, planned, selected } from '../db/statements.ts'
import { nameKey } from '../text/name-key.ts'
import { type ListFilter, type ListOrder, matching, matchingSql, sorted } from './visibility-queries.ts'

// A row of a list, whoever reads it: Prisma, or a statement that selects LIST_COLUMNS. Both follow prisma/schema.prisma.

const related = { game: true, author: true } satisfies Prisma.ListInclude
const fileFields = { name: true, cleanName: true, bytes: true, createdAt: true } satisfies Prisma.FileSelect

export type ListRow = Prisma.ListGetPayload<{ include: typeof related }>
export type FileRow = Prisma.FileGetPayload<{ select: typeof fileFields }>

/** A list as it is now or, with a number, as it was in that revision. */
export type ShownList = ListRow & { shownRevision?: number }

/** A list by itself, as it is stored. */
export type StoredList = Prisma.ListGetPayload<object>

export const LIST_FIELDS = Object.values(Prisma.ListScalarFieldEnum)

/** What a statement selects of lists with their games and authors, for `findListRows`. */
export const LIST_COLUMNS = Prisma.join([
  selected('lists', LIST_FIELDS),
  selected('games', Object.values(Prisma.GameScalarFieldEnum), 'game.'),
  selected('users', Object.values(Prisma.UserScalarFieldEnum), 'author.'),
])
export const LIST_JOINS = Prisma.sql`JOIN games ON games.id = lists.game_id LEFT JOIN users ON users.id = lists.author_id`

/** The rows of a statement that selects LIST_COLUMNS, as Prisma would give them, each with what else it selects. */
export async function findListRows<More = unknown>(db: Statements, statement: pg.QueryConfig) {
  const rows = await findRows<ListRow & More>(db, statement)
  for (const row of rows) if (row.authorId === null) row.author = null
  return rows
}

/** The columns and values of what is to be stored. Whatever else the object has is no field of a list, and left out. */
export function storedColumns(values: Partial<StoredList>): { columns: Prisma.Sql; values: Prisma.Sql } {
  const fields = LIST_FIELDS.filter((field) => values[field] !== undefined)
  return {
    columns: Prisma.raw(fields.map(columnOf).join(', ')),
    values: Prisma.join(fields.map((field) => values[field])),
  }
}

export function countLists(db: Db, filter: ListFilter, now: Date): Promise<number> {
  return db.list.count({ where: matching(filter, now) })
}

export function findPage(
  db: Db,
  filter: ListFilter,
  order: ListOrder,
  page: { skip: number; take: number },
  now: Date,
): Promise<ListRow[]> {
  return db.list.findMany({ where: matching(filter, now), orderBy: sorted(order), ...page, include: related })
}

/** The lists of these ids in their order, without those that the filter lets go by now. */
export async function findByIds(
  db: Statements,
  ids: readonly number[],
  filter: ListFilter,
  now: Date,
): Promise<ListRow[]> {
  const found = await findListRows(
    db,
    planned(Prisma.sql`
      SELECT ${LIST_COLUMNS} FROM lists ${LIST_JOINS} WHERE lists.id = ANY(${ids}) AND ${matchingSql(filter, now)}`),
  )
  const rows = new Map(found.map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

export async function findAuthorId(db: Db, name: string): Promise<number | undefined> {
  return (await db.user.findUnique({ where: { nameKey: nameKey(name) }, select: { id: true } }))?.id
}
