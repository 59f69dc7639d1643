import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { codeOf, EmbeddedDatabaseError } from './error.ts'
import { type Places, USER } from './files.ts'

/** The connection that stands for one holder. It ends with its process, however that ends. */
export interface Presence {
  client: pg.Client
  /** Fulfilled when the connection ends, by us or by the server. */
  gone: Promise<unknown>
}

const NAME = 'mod-list-catalog-holder'
const DATABASE = 'catalog'
const TIMEOUTS = { connectionTimeoutMillis: 5000, query_timeout: 60_000 }
const WRONG_PASSWORD = '28P01'
// It starts, recovers, stops or has no connection left; or it did not say.
const BUSY = new Set(['57P03', '57P01', '57P02', '53300', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])

export function urlOf(port: number, password: string): string {
  return `postgresql://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`
}

/** Connects to the server on this port. Says so where nobody listens, and where a server is not ready for us. */
export async function enter(port: number, password: string): Promise<Presence | 'deaf' | 'busy'> {
  // Not to our own database, which others may want to copy or drop.
  const where = { host: '127.0.0.1', port, user: USER, password, database: 'postgres', ssl: false }
  const client = new pg.Client({ ...where, application_name: NAME, keepAlive: true, ...TIMEOUTS })
  client.on('error', () => {}) // told by 'end', too
  const gone = new Promise<unknown>((resolve) => client.once('end', resolve))
  try {
    await client.connect()
    return { client, gone }
  } catch (fault) {
    await client.end().catch(() => {})
    const code = codeOf(fault)
    if (code === 'ECONNREFUSED') return 'deaf'
    if (code === WRONG_PASSWORD) {
      const message = `The database server on port ${port} refuses the password in postgres.password. Restore that file.`
      throw new EmbeddedDatabaseError(message, { cause: fault })
    }
    if (code === undefined ? /timeout|terminated/i.test(String(fault)) : BUSY.has(code)) return 'busy'
    throw fault
  }
}

/** Whether the server runs on this very folder, and not on the one that this is a copy of: can it read what we write? */
export async function servesFolder({ client }: Presence, { cluster }: Places): Promise<boolean> {
  const [name, secret] = [`catalog.${randomUUID()}`, randomUUID()]
  await writeFile(join(cluster, name), secret, { mode: 0o644 })
  try {
    const { rows } = await client.query('SELECT pg_read_file($1, true) AS text', [name])
    return rows[0]?.text === secret
  } finally {
    await rm(join(cluster, name), { force: true })
  }
}

export async function ensureDatabase({ client }: Presence): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])
  if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
}

export async function hasOtherHolders({ client }: Presence): Promise<boolean> {
  const others = 'SELECT FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid() LIMIT 1'
  const { rowCount } = await client.query(others, [NAME])
  return rowCount !== 0
}

export async function leave({ client }: Presence): Promise<undefined> {
  await client.end().catch(() => {}) // it may be broken already
}
