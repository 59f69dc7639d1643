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
 * The rows of a statement, in which a column `game.name` is the name of the game. They come as arrays: node-postgres would
 * clone an object for each row, which costs more than all the rest where there are many columns.
 */
export async function findRows<Row>(db: Statements, statement: pg.QueryConfig): Promise<Row[]> {
  const asArrays: pg.QueryArrayConfig = { ...statement, rowMode: 'array' }
  const { rows, fields } = await db.query<Values>(asArrays)
  let rowOf = rowMakers.get(statement.text)
  if (rowOf === undefined) {
    rowOf = rowMaker(fields.map(({ name }) => name))
    rowMakers.set(statement.text, rowOf)
  }
  return rows.map(rowOf) as Row[]
}

/** The values of a row by the places of their columns. */
type Values = Record<number, unknown>
type RowMaker = (values: Values) => object

/** By the text of the statement, as `statements` are. */
const rowMakers = new Map<string, RowMaker>()

/**
 * Makes rows of the values of columns. It is written for them as a function, as compilers of templates do: to set fields
 * by names that are only known then takes ten times as long. The names stand in our statements, and are quoted.
 */
function rowMaker(columns: readonly string[]): RowMaker {
  const own: string[] = []
  const parts = new Map<string, string[]>()
  columns.forEach((name, at) => {
    const [first = name, second] = name.split('.')
    const member = `${JSON.stringify(second ?? first)}: values[${at}]`
    if (second === undefined) own.push(member)
    else parts.set(first, [...(parts.get(first) ?? []), member])
  })
  const nested = Array.from(parts, ([part, members]) => `${JSON.stringify(part)}: { ${members.join(', ')} }`)
  return new Function('values', `return { ${[...own, ...nested].join(', ')} }`) as RowMaker
}
