import { inject, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../../src/db/client.ts'
import { type ServerProcess, startServer } from '../processes/programs.ts'
import { copyDatabase } from './copy.ts'

/** Returns the address of a migrated database, which is dropped after the test. */
export async function ownDatabase(): Promise<string> {
  const { url, drop } = await copyDatabase(inject('template'))
  onTestFinished(drop)
  return url
}

/** Opens a migrated database, which is dropped after the test. */
export async function openOwnDatabase(): Promise<{ db: Database; url: string }> {
  const url = await ownDatabase()
  const db = openDatabase(url)
  onTestFinished(() => db.$disconnect())
  return { db, url }
}

/** Starts a server process on a migrated database of its own. Both end with the test. */
export async function startOwnServer(settings: Record<string, string> = {}): Promise<ServerProcess & { url: string }> {
  const url = await ownDatabase()
  const server = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'warn', WRITE_RATE_LIMIT: '0', ...settings })
  return { ...server, url }
}
