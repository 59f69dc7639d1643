import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'

/** The rows of a query on a connection of its own. */
export async function query(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}

/** The address of a database without anything in it, for one test. */
export async function emptyDatabase(): Promise<string> {
  const template = inject('template')
  const name = `mod_list_catalog_empty_${randomBytes(6).toString('hex')}`
  const maintenance = at(template, { database: 'postgres' })
  await query(maintenance, `CREATE DATABASE ${name} STRATEGY FILE_COPY`)
  onTestFinished(() => query(maintenance, `DROP DATABASE ${name} WITH (FORCE)`).then(() => {}))
  return at(template, { database: name })
}

/** The address with some parts of it changed. */
export function at(
  url: string,
  { database, user, password, port, search }: Record<string, string | undefined>,
): string {
  const changed = new URL(url)
  if (database !== undefined) changed.pathname = `/${database}`
  if (user !== undefined) changed.username = user
  if (password !== undefined) changed.password = password
  if (port !== undefined) changed.port = port
  if (search !== undefined) changed.search = search
  return changed.href
}
