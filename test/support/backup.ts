import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { copyDatabase } from './database/own.ts'
import { query } from './database/query.ts'
import { it as base } from './it.ts'

interface Fixtures {
  /** The path of a backup that does not exist yet, in a new folder. */
  file: string
  /** A second catalog without lists. */
  empty: { url: string; db: Database }
  /** A database without tables, for a backup of an earlier version. */
  bare: { url: string; db: Database }
}

/** `it` with a path for a backup, and an empty catalog to import the backup into. */
export const it = base.extend<{ $test: Fixtures }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from the pattern
  file: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'mod-list-catalog-backup-'))
    await use(join(folder, 'catalog.backup'))
    await rm(folder, { recursive: true })
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  empty: async ({}, use) => useDatabase(use, async () => {}),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  bare: async ({}, use) =>
    useDatabase(use, async (url) => void (await query(url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public'))),
})

async function useDatabase(
  use: (database: Fixtures['empty']) => Promise<void>,
  prepare: (url: string) => Promise<void>,
) {
  const { url, drop } = await copyDatabase()
  await prepare(url)
  const db = openDatabase(url)
  await use({ url, db })
  await db.$disconnect()
  await drop()
}
