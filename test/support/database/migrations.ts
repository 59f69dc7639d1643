import { readdir, readFile } from 'node:fs/promises'
import { migrateDatabase } from '../../../src/db/migrations.ts'
import { query } from './query.ts'

const FOLDER = new URL('../../../prisma/migrations/', import.meta.url)

/** Undoes the last migration, except for the row that records it, and returns its name. The database must have no lists. */
export async function undoLastMigration(url: string): Promise<string> {
  const names = await migrationNames()
  await rebuild(url, names.slice(0, -1))
  return names.at(-1) ?? ''
}

/** Migrates an empty database as an older version did, whose last migration is `last`. */
export async function migrateUpTo(url: string, last: string): Promise<void> {
  await migrateDatabase(url)
  const names = await migrationNames()
  await rebuild(url, names.slice(0, names.indexOf(last) + 1))
  await query(url, 'DELETE FROM _prisma_migrations WHERE migration_name > $1', [last])
}

async function migrationNames(): Promise<string[]> {
  const folders = (await readdir(FOLDER, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  return folders.map(({ name }) => name).sort()
}

/** Replaces all tables by those of these migrations. Which migrations are recorded does not change. */
async function rebuild(url: string, names: readonly string[]): Promise<void> {
  await query(
    url,
    `CREATE SCHEMA kept; ALTER TABLE _prisma_migrations SET SCHEMA kept; DROP SCHEMA public CASCADE;
     ALTER SCHEMA kept RENAME TO public`,
  )
  for (const name of names) await query(url, await readFile(new URL(`${name}/migration.sql`, FOLDER), 'utf8'))
}
