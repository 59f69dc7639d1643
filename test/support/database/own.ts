import { randomBytes } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { type Database, type DatabaseOptions, openDatabase } from '../../../src/db/client.ts'
import { type ServerProcess, startServer } from '../processes/programs.ts'
import { at, query } from './query.ts'

/** Limits of the database for tests that do not test them, so that they pass on a busy machine too. In milliseconds. */
export const TIMEOUTS = { connection: 60_000, statement: 60_000, lock: 60_000 }

/** Copies a database of the test server. Returns the address of the copy, and a function that drops it. */
async function copyOf(source: string, options = ''): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject('template')
  const copy = `mod_list_catalog_test_${randomBytes(6).toString('hex')}`
  const maintenance = at(server, { database: 'postgres' })
  // Copying files is faster than copying through the write-ahead log.
  await query(maintenance, `CREATE DATABASE ${copy} TEMPLATE ${source} STRATEGY FILE_COPY ${options}`)
  const drop = async () => {
    await query(maintenance, `DROP DATABASE ${copy} WITH (FORCE)`)
  }
  return { url: at(server, { database: copy }), drop }
}

/** Creates a migrated database. Returns its address, and a function that drops it. */
export const copyDatabase = () => copyOf(new URL(inject('template')).pathname.slice(1))

/** Returns the address of a migrated database, which is dropped after the test. */
export async function ownDatabase(): Promise<string> {
  const { url, drop } = await copyDatabase()
  onTestFinished(drop)
  return url
}

/** Returns the address of a database without tables, which is dropped after the test. */
export async function emptyDatabase(): Promise<string> {
  const { url, drop } = await copyOf('template1')
  onTestFinished(drop)
  return url
}

/** Like emptyDatabase, in an encoding other than UTF8. */
export async function databaseIn(encoding: 'LATIN1' | 'SQL_ASCII'): Promise<string> {
  const { url, drop } = await copyOf('template0', `ENCODING '${encoding}' LOCALE 'C'`)
  onTestFinished(drop)
  return url
}

/** Opens a database until the test ends. */
export function connected(url: string, options?: DatabaseOptions): Database {
  const db = openDatabase(url, { timeouts: TIMEOUTS, ...options })
  onTestFinished(() => db.$disconnect())
  return db
}

/** Opens a migrated database, which is dropped after the test. */
export async function openOwnDatabase(): Promise<{ db: Database; url: string }> {
  const url = await ownDatabase()
  return { db: connected(url), url }
}

/** Opens a database until the test ends. Returns the context for calling services on it. */
export const contextOf = (url: string) => ({ db: connected(url), clock: () => new Date() })

/** Starts a server process on a migrated database of its own. Both end with the test. */
export async function startOwnServer(settings: Record<string, string> = {}): Promise<ServerProcess & { url: string }> {
  const url = await ownDatabase()
  const server = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'warn', WRITE_RATE_LIMIT: '0', ...settings })
  return { ...server, url }
}
