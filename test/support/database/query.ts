import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

// This file does not import vitest, because the global setup and bench/ use it outside of tests.

/** Returns the rows of a query, run on a new connection. */
export async function query(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}

/** Returns the address of a database with some parts replaced. */
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

/** Returns the address of an embedded database for its superuser, who may create databases and read the machine's files. */
export async function asSuperuser(url: string, dataDir: string): Promise<string> {
  const password = await readFile(join(dataDir, 'postgres.password'), 'utf8')
  return at(url, { user: 'catalog', password: password.trim() })
}

/** Returns all rows of all tables as text. */
export async function everythingStored(url: string): Promise<string> {
  const tables = await query(url, `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`)
  const rows = await Promise.all(tables.map(({ name }) => query(url, `SELECT row.*::text AS text FROM "${name}" row`)))
  return JSON.stringify(rows)
}
