// How a database gets its tables.
//
// Problem: the migrations are plain SQL for `prisma migrate deploy`, but its native engine is fetched from a host that many
// machines can't reach, and a server has to migrate by itself when it starts.
// Idea: Prisma publishes the same engine as WebAssembly on npm (schema-engine.ts). It is loaded only where tables exist and
// a migration is missing. An empty database, that of every first start, gets all scripts in one transaction instead: there
// is nothing to find out, and loading the engine takes longer than all that the scripts do.
// Promise: servers that start at once take turns, by an advisory lock of a transaction: one of a session would stay with a
// pooler, and every later start would wait for it (docs/poolers.md). Each migration is applied wholly or not at all, and
// once; a start that was cut off is made good by the next one; `prisma migrate deploy` agrees with what was noted. Commands
// other than `migrate` change no tables that servers of an older version may be using: they refuse such a database.
// Tests: test/db/migrations.test.ts, test/db/empty-database.test.ts (both ways make the same database), and with several
// servers test/faults/servers/several-servers.drill.ts. Measured by `npm run bench -- start`; see docs/decisions/migrations.md.

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MigrationDirectory, MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'
import type { Database } from './client.ts'
import { beginSession } from './connections/session.ts'
import { startSchemaEngine } from './schema-engine.ts'

/** The advisory lock of whoever migrates: any number, but the same in every process. */
const MIGRATION_LOCK = 5_274_901

/** A role may have limits that are meant for what requests do: of the transaction, or of the session. */
const unlimited = (isOfTransaction: boolean) => `SELECT set_config(name, '0', ${isOfTransaction}) FROM pg_settings
  WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`

/** How long a database may take to accept a connection before the start fails. */
const CONNECT_MS = 10_000

const FILTERS = { externalTables: [], externalEnums: [] }

/** The database has tables, but not all that this version needs. The message says what to do. */
export class MigrationsMissingError extends Error {
  override name = 'MigrationsMissingError'

  constructor(names: string[]) {
    const what = names.length === 1 ? `the migration ${names[0]}` : `${names.length} migrations, from ${names[0]} on`
    super(
      `The database lacks ${what}. The server of this version applies what is missing when it starts, and so does the ` +
        'command "migrate": run it once no server of an older version is in use. Nothing was changed.',
    )
  }
}

/** Applies the migrations of prisma/migrations that the database at `url` lacks, and gives their names. */
export const migrateDatabase = (url: string): Promise<string[]> => completeDatabase(url, () => applyMigrations(url))

/** Refuses a database that lacks migrations, unless it is empty: then nobody uses it, and it gets its tables. */
export const requireMigrations = (url: string): Promise<string[]> =>
  completeDatabase(url, (missing) => {
    throw new MigrationsMissingError(missing)
  })

async function completeDatabase(url: string, apply: (missing: string[]) => Promise<string[]>): Promise<string[]> {
  const connection = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  connection.on('error', () => {}) // a connection that is lost fails the query that waits for it, too
  await connection.connect()
  try {
    await connection.query('BEGIN ISOLATION LEVEL READ COMMITTED')
    await connection.query(unlimited(true))
    await connection.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const applied = await appliedMigrations((sql) => connection.query(sql).then(({ rows }) => rows))
    const names = await migrationNames()
    const missing = names.filter((name) => !applied.has(name))
    if (missing.length === 0) return [] // the usual start: the engine need not be loaded
    return (await isEmpty(connection)) ? await createSchema(connection, names) : await apply(missing)
  } finally {
    await connection.end() // and with it the transaction
  }
}

/**
 * Whether the database has all migrations of prisma/migrations. Not asked through a pool: requests that hold all of its
 * connections make a server busy, not unready.
 */
export async function isMigrated({ snapshots }: Pick<Database, 'snapshots'>): Promise<boolean> {
  const [applied, names] = await Promise.all([appliedMigrations((sql) => snapshots.query(sql)), migrationNames()])
  return names.every((name) => applied.has(name))
}

type Query = (sql: string) => Promise<Record<string, unknown>[]>

async function appliedMigrations(query: Query): Promise<Set<unknown>> {
  const [table] = await query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`)
  if (table?.exists !== true) return new Set()
  const rows = await query(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  )
  return new Set(rows.map((row) => row.migration_name))
}

async function isEmpty(client: pg.Client): Promise<boolean> {
  const relations = 'SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace'
  const { rows } = await client.query(`SELECT current_schema() IS NOT NULL AND NOT EXISTS (${relations}) AS empty`)
  return rows[0]?.empty === true
}

/** The table in which Prisma notes what was applied, as its engine makes it. */
const MIGRATIONS_TABLE = `
  CREATE TABLE _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  );`

/** Applies all migrations to an empty database in the transaction of the lock, and notes each as the engine would. */
async function createSchema(client: pg.Client, names: string[]): Promise<string[]> {
  const scripts = await Promise.all(names.map(async (name) => ({ name, script: await readScript(name) })))
  const steps = scripts.map(({ name, script }) => {
    const checksum = createHash('sha256').update(script).digest('hex')
    return `${script}
      ;INSERT INTO _prisma_migrations (id, checksum, started_at, finished_at, migration_name, applied_steps_count)
      SELECT gen_random_uuid(), '${checksum}', moment, moment, '${name}', 1 FROM clock_timestamp() AS moment;`
  })
  await client.query(`${MIGRATIONS_TABLE}${steps.join('')}COMMIT;`)
  return names
}

async function applyMigrations(url: string): Promise<string[]> {
  const onConnect = async (client: pg.ClientBase) => {
    await beginSession(client, {})
    await client.query(unlimited(false))
  }
  const pool = new pg.Pool({ connectionString: url, connectionTimeoutMillis: CONNECT_MS, onConnect })
  const engine = await startSchemaEngine(pool)
  try {
    const migrationsList = await readMigrations()
    const diagnosis = await engine.diagnoseMigrationHistory({
      migrationsList,
      optInToShadowDatabase: false,
      filters: FILTERS,
    })
    // A migration that was cut off has changed nothing, since each script is one transaction: it can be applied again.
    for (const migrationName of diagnosis.failedMigrationNames) await engine.markMigrationRolledBack({ migrationName })
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: FILTERS })
    return appliedMigrationNames
  } finally {
    engine.free()
    await pool.end()
  }
}

/** prisma/ lies beside both src/ and dist/. */
const folder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))

async function migrationNames(): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

async function readMigrations(): Promise<MigrationList> {
  const names = await migrationNames()
  const lockfile = join(folder, 'migration_lock.toml')
  return {
    baseDir: folder,
    lockfile: { path: 'migration_lock.toml', content: existsSync(lockfile) ? await readFile(lockfile, 'utf8') : null },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(names.map(readMigration)),
  }
}

async function readMigration(name: string): Promise<MigrationDirectory> {
  const content = await readScript(name)
  return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: content } } }
}

const readScript = (name: string) => readFile(join(folder, name, 'migration.sql'), 'utf8')
