import type pg from 'pg'
import type { Statements } from './client.ts'
import { Prisma } from './generated/client.ts'

// Statements written by hand are Prisma.sql templates: each parameter stands where it is used, and nobody counts them. They
// name columns as Prisma names fields, so that their rows are those that Prisma gives.

/** The column of a field, as prisma/schema.prisma maps them all: createdAt is created_at. */
export const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The columns of a table under the names of their fields, after a prefix where several tables have such a field. */
export const selected = (table: string, fields: readonly string[], prefix = ''): Prisma.Sql =>
  Prisma.raw(fields.map((field) => `${table}.${columnOf(field)} AS "${prefix}${field}"`).join(', '))

/**
 * Statements by their text, one for each shape. A name is prepared once on each connection, so equal names must have equal
 * texts. The map never shrinks: what differs from request to request is a parameter, and never part of a text.
 */
const statements = new Map<string, { name: string; text: string }>()

/** A statement that a connection plans once. PostgreSQL tells of it as `label` with a number behind it. */
export function prepared(label: string, { text, values }: Prisma.Sql): pg.QueryConfig {
  let statement = statements.get(text)
  if (statement === undefined) {
    statement = { name: `${label} ${statements.size}`, text }
    statements.set(text, statement)
  }
  return { ...statement, values: values.map(sent) }
}

/** A statement that is planned each time anew, for its values: few plans fit all of them. */
export const planned = ({ text, values }: Prisma.Sql): pg.QueryConfig => ({ text, values: values.map(sent) })

const sent = (value: unknown) => (value instanceof Date ? value.toISOString() : value)

/**
 * Returns the rows of a statement; a column `game.name` becomes the field `name` of an object `game`. The rows are requested as
 * arrays: node-postgres would clone an object for each row.
 */
export async function findRows<Row>(db: Statements, statement: pg.QueryConfig): Promise<Row[]> {
  const asArrays: pg.QueryArrayConfig = { ...statement, rowMode: 'array' }
  const { rows, fields } = await db.query<Record<number, unknown>>(asArrays)
  const columns = fields.map(({ name }) => name.split('.'))
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    const parts: Record<string, Record<string, unknown>> = {}
    for (const [at, [first = '', second]] of columns.entries()) {
      if (second === undefined) row[first] = values[at]
      else {
        parts[first] ??= {}
        parts[first][second] = values[at]
      }
    }
    return Object.assign(row, parts) as Row
  })
}
