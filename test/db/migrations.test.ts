import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { migrateDatabase, schemaState } from '../../src/db/migrations.ts'
import { waitingIn } from '../support/database/meanwhile.ts'
import { undoLastMigration, undoMigrations } from '../support/database/migrations.ts'
import { connected, emptyDatabase, ownDatabase } from '../support/database/own.ts'
import { query } from '../support/database/query.ts'

const FOLDER = new URL('../../prisma/migrations/', import.meta.url)

const GAMES = `
  TESIII Morrowind, TESIV Oblivion, TESV Skyrim LE, TESV Skyrim SE, TESV Skyrim VR, Fallout 3, Fallout New Vegas,
  Fallout 4, Fallout 4 VR, Tale of Two Wastelands, Cyberpunk 2077, Darkest Dungeon, Dark Messiah of Might & Magic,
  Dark Souls, Dragon Age II, Dragon Age: Origins, Dungeon Siege II, Kerbal Space Program,
  Kingdom Come: Deliverance, Mirror's Edge, Mount & Blade II: Bannerlord, No Man's Sky, STALKER Anomaly,
  Stardew Valley, The Binding of Isaac: Rebirth, The Witcher 3: Wild Hunt, Zeus and Poseidon, Enderal, Enderal SE,
  Starfield, The Witcher: Enhanced Edition`
  .split(',')
  .map((name, index) => ({ id: index + 1, name: name.trim(), name_key: name.trim().toLowerCase() }))

/** Returns the project's migrations as `prisma migrate deploy` would record them. */
async function expectedRecords() {
  const folders = (await readdir(FOLDER, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const names = folders.map(({ name }) => name).sort()
  return Promise.all(
    names.map(async (name) => {
      const script = await readFile(new URL(`${name}/migration.sql`, FOLDER))
      const checksum = createHash('sha256').update(script).digest('hex')
      return {
        migration_name: name,
        checksum,
        applied_steps_count: 1,
        logs: null,
        finished: true,
        rolled_back_at: null,
      }
    }),
  )
}

const records = (url: string) =>
  query(
    url,
    `SELECT migration_name, checksum, applied_steps_count, logs, finished_at >= started_at AS finished, rolled_back_at
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  )

/** Records a migration as applied that this version does not have. */
const recordApplied = (url: string, name: string) =>
  query(
    url,
    `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
     VALUES (gen_random_uuid(), '', now(), $1, 1)`,
    [name],
  )

const games = (url: string) => query(url, 'SELECT id, name, name_key FROM games ORDER BY id')

async function expectMigrated(url: string) {
  expect(await records(url)).toEqual(await expectedRecords())
  expect(await games(url)).toEqual(GAMES)
  expect(await schemaState(connected(url))).toBe('current')
}

describe('an empty database', () => {
  it('gets all migrations in order, recorded as by `prisma migrate deploy`, and the 31 games', async () => {
    const url = await emptyDatabase()
    const applied = await migrateDatabase(url)

    expect(applied).toEqual((await expectedRecords()).map((record) => record.migration_name))
    await expectMigrated(url)
  })

  it('gets each migration once from four servers that start at the same time', async () => {
    const url = await emptyDatabase()
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(url)))

    expect(applied.flat()).toEqual((await expectedRecords()).map((record) => record.migration_name))
    await expectMigrated(url)
  })
})

describe('a migrated database', () => {
  it('is refused by an older version, which names the migration that it does not know', async () => {
    const url = await ownDatabase()
    await recordApplied(url, '20991231000000_later')
    const before = await records(url)

    await expect(migrateDatabase(url)).rejects.toThrow(
      'The database is of a newer version: it has the migration 20991231000000_later, which this version does not know. ' +
        'Start that version instead. Nothing was changed.',
    )
    expect(await records(url)).toEqual(before)
  })

  it('with newer migrations is one of another version for running servers of an older one', async () => {
    const url = await ownDatabase()
    await recordApplied(url, '20991231000000_later')
    expect(await schemaState(connected(url))).toBe('other')
  })
})

describe('a migration that is refused or fails', () => {
  it('changes nothing if the database has tables of another program', async () => {
    const url = await emptyDatabase()
    await query(url, 'CREATE TABLE wiki (id INTEGER)')
    await expect(migrateDatabase(url)).rejects.toThrow(
      'The database has tables of another program, such as wiki. Create an empty database for the catalog',
    )
    const tables = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'"
    expect(await query(url, tables)).toEqual([{ relname: 'wiki' }])
  })

  it("names the script, its line, PostgreSQL's message and what to do", async () => {
    const url = await ownDatabase()
    await undoMigrations(url, '20261128200300_moderation')
    await query(url, "DELETE FROM _prisma_migrations WHERE migration_name >= '20261128200300_moderation'")
    const database = new URL(url).pathname.slice(1)
    await query(url, `ALTER DATABASE ${database} SET search_path = public, pg_catalog; CREATE TYPE public.uuid`)
    const before = await records(url)
    const failure = await migrateDatabase(url).catch((error: Error) => error)

    expect(failure).toMatchObject({ name: 'MigrationError' })
    expect(String(failure)).toMatch(
      /^MigrationError: The migration (\d+_moderation) failed\. PostgreSQL says: type "uuid" is only a shell \(42704\)\nThe script is \/.*\/prisma\/migrations\/\1\/migration\.sql, line 7\. All its changes were rolled back\. Fix the cause, then start again\.$/,
    )
    expect(await records(url)).toEqual(before)
    await query(url, `ALTER DATABASE ${database} RESET search_path; DROP TYPE public.uuid`)
    await migrateDatabase(url)
    expect(await games(url)).toEqual(GAMES)
  })
})

describe('a database that lacks the last migration', () => {
  it('is migrated once locks on its tables are released, regardless of lock_timeout', async () => {
    const url = await ownDatabase()
    const last = await undoLastMigration(url)
    await query(url, 'DELETE FROM _prisma_migrations WHERE migration_name = $1', [last])
    await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET lock_timeout = 1`)
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    await holder.query('BEGIN; LOCK _prisma_migrations IN SHARE MODE')
    const migration = migrateDatabase(url)
    await expect.poll(() => waitingIn(url)).toBe(1)
    await holder.end()

    expect(await migration).toEqual([last])
    await expectMigrated(url)
  })
})

describe('a migration that was interrupted', () => {
  /** Starts a migration that blocks at its first table, and ends the connections there. */
  async function interrupt(url: string, which: string) {
    const obstacle = new pg.Client({ connectionString: url })
    await obstacle.connect()
    await obstacle.query('BEGIN; CREATE TABLE games (id INTEGER)')
    const migration = migrateDatabase(url).then(
      () => 'migrated',
      () => 'failed',
    )
    await expect.poll(() => waitingIn(url)).toBe(1)
    await obstacle.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${which}`)

    expect(await migration).toBe('failed')
    await obstacle.query('ROLLBACK')
    await obstacle.end()
  }

  it.each([
    ['loses the connection that runs it', "datname = current_database() AND wait_event_type = 'Lock'"],
    ['loses all of its connections', 'datname = current_database() AND pid <> pg_backend_pid()'],
  ])('fails when it %s, changes nothing, and is applied by the next start', async (_, which) => {
    const url = await emptyDatabase()
    await interrupt(url, which)

    expect(await query(url, "SELECT to_regclass('games') AS games, to_regclass('lists') AS lists")).toEqual([
      { games: null, lists: null },
    ])
    await migrateDatabase(url)
    await expectMigrated(url)
  })
})
