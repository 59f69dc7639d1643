import pg from 'pg'
import { Prisma } from './generated/client.ts'

// Statements written by hand are tagged templates, so each parameter stands where it is used. They name columns like
// Prisma's fields, so that their rows equal those of Prisma.

/** Returns the column of a field by the rule of prisma/schema.prisma: createdAt is created_at. */
export const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Returns a name as a quoted identifier, which can't become other SQL. */
export const quoted = (name: string): string => pg.escapeIdentifier(name)

/** Returns SQL that selects the columns of fields, named like the fields, with a prefix if there are several tables. */
export const selected = (table: string, fields: readonly string[], prefix = ''): Prisma.Sql =>
  Prisma.raw(fields.map((field) => `${table}.${columnOf(field)} AS "${prefix}${field}"`).join(', '))

/** A statement with its values. */
export type Statement = pg.QueryConfig

/** A pool for prepared statements or one of its transactions: all that a frequent query needs. */
export interface Statements {
  query<Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig,
  ): Promise<{ rows: Row[]; fields: Pick<pg.FieldDef, 'name'>[] }>
}

/**
 * Prepared statements by text. A connection prepares each name once, so equal names must have equal texts. The map does
 * not grow with requests, because values are parameters and never part of the text.
 */
const statements = new Map<string, { name: string; text: string }>()

/** A tag for the SQL template of a statement. Like in Prisma.sql, values are parameters, and Prisma.Sql is inserted. */
type StatementTag = (strings: TemplateStringsArray, ...values: readonly unknown[]) => pg.QueryConfig

/** Returns a tag for a statement that each connection plans once. PostgreSQL reports it as `label` and a number. */
export const prepared =
  (label: string): StatementTag =>
  (...template) => {
    const { text, values } = Prisma.sql(...template)
    let statement = statements.get(text)
    if (statement === undefined) {
      statement = { name: `${label} ${statements.size}`, text }
      statements.set(text, statement)
    }
    return { ...statement, values: values.map(sent) }
  }

/** Returns the name under which connections prepare a statement; undefined for a text that `prepared` has not made. */
export const preparedName = (text: string): string | undefined => statements.get(text)?.name

/** The tag for a statement that is planned for its values each time, because no single plan fits all values. */
export const customPlan: StatementTag = (...template) => {
  const { text, values } = Prisma.sql(...template)
  return { text, values: values.map(sent) }
}

const sent = (value: unknown) => (value instanceof Date ? value.toISOString() : value)

/** Returns the row of a statement that always has exactly one, such as a count. */
export async function findOnlyRow<Row extends pg.QueryResultRow>(
  db: Statements,
  statement: pg.QueryConfig,
): Promise<Row> {
  const [row] = (await db.query<Row>(statement)).rows
  if (row === undefined) throw new Error('Unexpected: the statement returned no row.')
  return row
}

/**
 * Returns the rows of a statement. A column `game.name` becomes the field `name` of an object `game`. The rows are
 * requested as arrays, because node-postgres would clone an object for each row.
 */
export async function findRows<Row>(db: Statements, statement: pg.QueryConfig): Promise<Row[]> {
  const asArrays: pg.QueryArrayConfig = { ...statement, rowMode: 'array' }
  const { rows, fields } = await db.query<Record<number, unknown>>(asArrays)
  const columns = fields.map(({ name }) => name.split('.'))
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    const parts: Record<string, Record<string, unknown>> = {}
    columns.forEach(([first = '', second], at) => {
      if (second === undefined) row[first] = values[at]
      else {
        parts[first] ??= {}
        parts[first][second] = values[at]
      }
    })
    return Object.assign(row, parts) as Row
  })
}
