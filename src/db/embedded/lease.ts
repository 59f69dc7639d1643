import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type DataFolder, SUPERUSER } from './data-folder.ts'
import { EmbeddedDatabaseError, errorCode } from './error.ts'

/**
 * A lease on a running server: while any process has one, the server is not stopped. It is an idle connection under an
 * application_name of its own, so that pg_stat_activity lists the leases, and the kernel ends that of a killed process.
 */
export interface Lease {
  client: pg.Client
  /** Fulfilled when the connection has ended, whether we or the server ended it. */
  ended: Promise<unknown>
}

/** Processes of different versions that share a data folder know each other's leases by it: it never changes. */
const APPLICATION_NAME = 'mod-list-catalog-holder'
const DATABASE = 'catalog'
const TIMEOUTS = { connectionTimeoutMillis: 5000, query_timeout: 60_000 }
const INVALID_PASSWORD = '28P01'
// The server starts, recovers, shuts down or has no connection left; or it did not answer.
const NOT_READY = new Set(['57P03', '57P01', '57P02', '53300', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])

export function connectionUrl(port: number, password: string): string {
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${DATABASE}`
}

/** Connects to the server on this port: 'refused' where nobody listens, 'not ready' where a server will be or was. */
export async function acquireLease(port: number, password: string): Promise<Lease | 'refused' | 'not ready'> {
  // A connection to the database of the catalog would keep others from copying or dropping it.
  const address = { host: '127.0.0.1', port, user: SUPERUSER, password, database: 'postgres', ssl: false }
  const client = new pg.Client({ ...address, application_name: APPLICATION_NAME, keepAlive: true, ...TIMEOUTS })
  client.on('error', () => {}) // 'end' follows
  const ended = new Promise<unknown>((resolve) => client.once('end', resolve))
  try {
    await client.connect()
    return { client, ended }
  } catch (error) {
    await client.end().catch(() => {})
    const code = errorCode(error)
    if (code === 'ECONNREFUSED') return 'refused'
    if (code === INVALID_PASSWORD) {
      const message = `The database server on port ${port} refuses the password in postgres.password. Restore that file.`
      throw new EmbeddedDatabaseError(message, { cause: error })
    }
    if (code === undefined ? /timeout|terminated/i.test(String(error)) : NOT_READY.has(code)) return 'not ready'
    throw error
  }
}

export async function releaseLease({ client }: Lease): Promise<undefined> {
  await client.end().catch(() => {}) // it may be broken already
}

export async function hasOtherLeases({ client }: Lease): Promise<boolean> {
  const others = 'SELECT FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid() LIMIT 1'
  const { rowCount } = await client.query(others, [APPLICATION_NAME])
  return rowCount !== 0
}

/** Whether the server runs on this very folder and not on one that it was copied from: can it read what we write there? */
export async function servesFolder({ client }: Lease, { cluster }: DataFolder): Promise<boolean> {
  const [name, secret] = [`catalog.${randomUUID()}`, randomUUID()]
  await writeFile(join(cluster, name), secret, { mode: 0o644 })
  try {
    const { rows } = await client.query('SELECT pg_read_file($1, true) AS text', [name])
    return rows[0]?.text === secret
  } finally {
    await rm(join(cluster, name), { force: true })
  }
}

export async function ensureDatabase({ client }: Lease): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])
  if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
}
