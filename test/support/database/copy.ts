import { randomBytes } from 'node:crypto'
import pg from 'pg'

/**
 * Copies the migrated template into a database of its own, and gives its address and what drops it again. It is copied as
 * files: through the log it takes twice the work.
 */
export async function copyDatabase(template: string): Promise<{ url: string; drop(): Promise<void> }> {
  const source = new URL(template).pathname.slice(1)
  const copy = `${source}_${randomBytes(4).toString('hex')}`
  const maintenance = new URL(template)
  maintenance.pathname = '/postgres'
  const url = new URL(template)
  url.pathname = `/${copy}`

  await run(maintenance, `CREATE DATABASE ${copy} TEMPLATE ${source} STRATEGY FILE_COPY`)
  return { url: url.href, drop: () => run(maintenance, `DROP DATABASE ${copy} WITH (FORCE)`) }
}

async function run(server: URL, sql: string) {
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  await client.query(sql)
  await client.end()
}
