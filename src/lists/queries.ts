import type { Db } from '../db/client.ts'
import { Prisma } from '../db/generated/client.ts'
import { columnOf, selected } from '../db/statements.ts'
import { nameKey } from '../text/name-key.ts'
import { type ListFilter, type ListOrder, matching, sorted, unexpired } from './visibility-queries.ts'

// A row of a list, whoever reads it: Prisma, or a statement that selects LIST_COLUMNS. Both follow prisma/schema.prisma.

const related = { game: true, author: true } satisfies Prisma.ListInclude
const fileFields = { name: true, cleanName: true, bytes: true, createdAt: true } satisfies Prisma.FileSelect

export type ListRow = Prisma.ListGetPayload<{ include: typeof related }>
export type FileRow = Prisma.FileGetPayload<{ select: typeof fileFields }>

/** A list by itself, as it is stored. */
export type StoredList = Prisma.ListGetPayload<object>

export const LIST_FIELDS = Object.values(Prisma.ListScalarFieldEnum)
const GAME_FIELDS = Object.values(Prisma.GameScalarFieldEnum)
const AUTHOR_FIELDS = Object.values(Prisma.UserScalarFieldEnum)

/** What a statement selects of lists with their games and authors: `listRow` makes the row of it. */
export const LIST_COLUMNS = Prisma.join([
  selected('lists', LIST_FIELDS),
  selected('games', GAME_FIELDS, 'game.'),
  selected('users', AUTHOR_FIELDS, 'author.'),
])
export const LIST_JOINS = Prisma.sql`JOIN games ON games.id = lists.game_id LEFT JOIN users ON users.id = lists.author_id`
export type ListColumns = Record<string, unknown>

/** Fields of a row, each with the name of its column there. */
const named = (fields: readonly string[], prefix = '') => fields.map((field) => [field, `${prefix}${field}`] as const)
const LIST_NAMES = named(LIST_FIELDS)
const GAME_NAMES = named(GAME_FIELDS, 'game.')
const AUTHOR_NAMES = named(AUTHOR_FIELDS, 'author.')

/** The row that Prisma would give. A loop, since each row of a batch passes here: rest and spread take ten times as long. */
export function listRow(columns: ListColumns): ListRow {
  const row = picked(columns, LIST_NAMES)
  row.game = picked(columns, GAME_NAMES)
  row.author = columns.authorId === null ? null : picked(columns, AUTHOR_NAMES)
  return row as ListRow
}

function picked(columns: ListColumns, names: readonly (readonly [field: string, column: string])[]) {
  const part: Record<string, unknown> = {}
  for (const [field, column] of names) part[field] = columns[column]
  return part
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
export async function findByIds(db: Db, ids: readonly number[], filter: ListFilter, now: Date): Promise<ListRow[]> {
  const where = { AND: [{ id: { in: [...ids] } }, matching(filter, now)] }
  const rows = new Map((await db.list.findMany({ where, include: related })).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

// Prisma joins what is included: a list is read by one statement, as it was or as it is, never half of each.
export function findList(db: Db, slug: string, now: Date): Promise<ListRow | null> {
  return db.list.findFirst({ where: { slug, ...unexpired(now) }, include: related })
}

export async function findAuthorId(db: Db, name: string): Promise<number | undefined> {
  return (await db.user.findUnique({ where: { nameKey: nameKey(name) }, select: { id: true } }))?.id
}
