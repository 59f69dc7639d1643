import { readdir, readFile } from 'node:fs/promises'
import { query } from './query.ts'

const FOLDER = new URL('../../../prisma/migrations/', import.meta.url)

/** Undoes the last migration, except for the row that records it, and returns its name. The database must have no lists. */
export async function undoLastMigration(url: string): Promise<string> {
  const last = (await migrationNames()).at(-1) ?? ''
  await undoMigrations(url, last)
  return last
}

/** Like undoLastMigration, for all migrations from the one named `first`. */
export async function undoMigrations(url: string, first: string): Promise<void> {
  const names = await migrationNames()
  await query(
    url,
    `CREATE SCHEMA kept; ALTER TABLE _prisma_migrations SET SCHEMA kept; DROP SCHEMA public CASCADE;
     ALTER SCHEMA kept RENAME TO public`,
  )
  for (const name of names.filter((name) => name < first)) {
    await query(url, await readFile(new URL(`${name}/migration.sql`, FOLDER), 'utf8'))
  }
}

async function migrationNames(): Promise<string[]> {
  const folders = (await readdir(FOLDER, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  return folders.map(({ name }) => name).sort()
}
