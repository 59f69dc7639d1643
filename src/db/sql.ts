import pg from 'pg'
import type { Db } from './client.ts'
import { Prisma } from './generated/client.ts'

// SQL written by hand. A whole statement has the tag `statement`; a part of one is a `Prisma.sql`. Columns are named like
// Prisma's fields.

/** Returns the column of a field by the rule of prisma/schema.prisma: createdAt is created_at. */
export const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Returns a name as a quoted identifier, which can't become other SQL. */
export const quoted = (name: string): string => pg.escapeIdentifier(name)

/** Returns SQL that selects the columns of fields, named like the fields, with a prefix if there are several tables. */
export const selected = (table: string, fields: readonly string[], prefix = ''): Prisma.Sql =>
  Prisma.raw(fields.map((field) => `${table}.${columnOf(field)} AS "${prefix}${field}"`).join(', '))

/** The tag of a statement for the functions below. */
export const statement = Prisma.sql

/** Returns the rows of a statement. A column `game.name` becomes the field `name` of an object `game`. */
export async function findRows<Row>(db: Db, sql: Prisma.Sql): Promise<Row[]> {
  const rows = await db.$queryRaw<Record<string, unknown>[]>(sql)
  const columns = Object.keys(rows[0] ?? {})
  return nested(columns, rows.map(Object.values))
}

/** Returns the row of a statement that always has exactly one, such as a count. */
export async function findOnlyRow<Row>(db: Db, sql: Prisma.Sql, find: typeof findRows = findRows): Promise<Row> {
  const [row] = await find<Row>(db, sql)
  if (row === undefined) throw new Error('Unexpected: the statement returned no row.')
  return row
}

/** Names of prepared statements by text. The map does not grow with requests, because values are parameters. */
const names = new Map<string, string>()

/** Like findRows, as a prepared statement of node-postgres, which takes half of the time. */
export async function findHotRows<Row>(db: Db, sql: Prisma.Sql): Promise<Row[]> {
  if (!('pool' in db && db.pool instanceof pg.Pool)) return findRows(db, sql)
  const { text, values } = sql
  const name = names.get(text) ?? `hot ${names.size}`
  names.set(text, name)
  const query = { name, text, values: values.map(sent), rowMode: 'array' as const } // it would clone an object for each row
  const { rows, fields } = await db.pool.query(query)
  return nested(
    fields.map(({ name }) => name),
    rows,
  )
}

const sent = (value: unknown) => (value instanceof Date ? value.toISOString() : value)

function nested<Row>(columns: readonly string[], rows: readonly unknown[][]): Row[] {
  const paths = columns.map((column) => column.split('.'))
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    const objects: Record<string, Record<string, unknown>> = {}
    paths.forEach(([first = '', second], at) => {
      if (second === undefined) row[first] = values[at]
      else {
        objects[first] ??= {}
        objects[first][second] = values[at]
      }
    })
    return Object.assign(row, objects) as Row
  })
}

// The condition that a row has not expired: no `expiresAt`, or a later one than `now`. Prisma's words are for an `OR`.

export const unexpired = (now: Date) => [{ expiresAt: null }, { expiresAt: { gt: now } }]

export const unexpiredSql = (now: Date) => Prisma.sql`(expires_at IS NULL OR expires_at > ${now})`
