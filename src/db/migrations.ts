// Applies the migrations in prisma/migrations that a database lacks.
//
// Problem: a server migrates its database when it starts, but the engine of `prisma migrate deploy` comes from a host
// that many machines can't reach.
// Approach: the scripts are plain SQL. They run in the order of their names, each in its own transaction, which also
// records the script in _prisma_migrations as Prisma does. A transaction holds the lock, because a pooler would keep
// the lock of a session, and every later start would hang (docs/scale.md#a-pooler).
// Guarantee: a migration is applied once and completely, or not at all. Servers that start at once wait for each other.
// `prisma migrate deploy` finds nothing left to do. A database of a newer version is refused, and a running server stops
// answering when its database becomes one.
// Tests: test/db/migrations.test.ts; with several servers test/faults/servers/several-servers.slow.test.ts.

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Database } from './client.ts'

/** Key of the advisory lock that a migrating process holds. All processes use the same key. */
const MIGRATION_LOCK = 5_274_901

/** Disables the time limits that the role or the database may have for requests, until the transaction ends. */
const UNLIMITED = `SELECT set_config(name, '0', true) FROM pg_settings
  WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`

/** How long a database may take to accept a connection, in milliseconds. */
const CONNECT_MS = 10_000

/** The database has other migrations than this program, or a migration failed. The message says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/**
 * What to do about migrations that a database lacks. `apply` applies them, `create` only to an empty database, because
 * servers of an older version may be using another one. `require` changes nothing, and refuses such a database.
 */
export type Migrations = 'apply' | 'create' | 'require'

/** Applies the migrations that the database at `url` lacks, and returns their names. */
export async function migrateDatabase(url: string, mode: Migrations = 'apply'): Promise<string[]> {
  const [lock, connection] = [connectionTo(url), connectionTo(url)]
  try {
    await lock.connect()
    await lock.query('BEGIN')
    await lock.query(UNLIMITED)
    await lock.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const query = (sql: string) => lock.query(sql).then(({ rows }) => rows)
    const { applied, missing, unknown } = await compareMigrations(query)
    if (unknown.length > 0) throw anotherVersion(unknown, missing)
    if (missing.length === 0) return []
    if (applied.length > 0 && mode !== 'apply') throw migrationsMissing(missing)
    if (applied.length === 0) await requireNoTables(query)
    if (applied.length === 0 && mode === 'require') throw databaseIsEmpty()
    await connection.connect()
    for (const name of missing) await applyMigration(connection, name)
    return missing
  } finally {
    await Promise.allSettled([lock.end(), connection.end()]) // also ends their transactions
  }
}

/** `older`: the database lacks migrations. `other`: it has some of another version of this program. */
export type SchemaState = 'current' | 'older' | 'other'

/**
 * Compares the database with this program. Does not use a pool: while requests hold all of its connections, the server
 * is busy but ready.
 */
export async function schemaState({ snapshots }: Pick<Database, 'snapshots'>): Promise<SchemaState> {
  const { missing, unknown } = await compareMigrations((sql) => snapshots.query(sql))
  if (unknown.length > 0) return 'other'
  return missing.length > 0 ? 'older' : 'current'
}

function databaseIsEmpty(): MigrationError {
  return new MigrationError(
    'The database is empty, and this command creates no tables. Set DATABASE_URL or DATA_DIR to the database of the ' +
      'server. To use this database for a new catalog, start the server or run the command "migrate".',
  )
}

function connectionTo(url: string): pg.Client {
  const connection = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  connection.on('error', () => {}) // the running query of a lost connection fails as well
  return connection
}

type Query = (sql: string) => Promise<Record<string, unknown>[]>

/** Compares the migrations that the database has with those of this program. */
async function compareMigrations(query: Query) {
  const [names, applied] = await Promise.all([migrationNames(), appliedMigrations(query)])
  return {
    applied,
    missing: names.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !names.includes(name)),
  }
}

async function appliedMigrations(query: Query): Promise<string[]> {
  const [table] = await query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`)
  if (table?.exists !== true) return []
  const rows = await query(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1',
  )
  return rows.map((row) => String(row.migration_name))
}

/** Throws if the database has tables of another program. Tables of an extension are allowed. */
async function requireNoTables(query: Query): Promise<void> {
  const [table] = await query(`
    SELECT relname FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND relname <> '_prisma_migrations'
      AND NOT EXISTS (
        SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e'
      )
    ORDER BY relname`)
  if (table === undefined) return
  throw new MigrationError(
    `The database has tables of another program, such as ${table.relname}. Create an empty database for the catalog, and ` +
      'set DATABASE_URL to its address. Nothing was changed.',
  )
}

/** Creates the table that records the migrations, with the same columns as Prisma. */
const MIGRATIONS_TABLE = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`

async function applyMigration(connection: pg.Client, name: string): Promise<void> {
  const script = await readFile(scriptOf(name), 'utf8')
  const checksum = createHash('sha256').update(script).digest('hex')
  await connection.query('BEGIN')
  await connection.query(UNLIMITED)
  await connection.query(MIGRATIONS_TABLE)
  // Prisma's engine leaves an unfinished row if it is interrupted. The script itself was rolled back.
  await connection.query(
    'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = $1 AND rolled_back_at IS NULL',
    [name],
  )
  await connection.query(script).catch((cause) => {
    throw cause instanceof pg.DatabaseError ? migrationFailed(name, script, cause) : cause
  })
  await connection.query(
    `INSERT INTO _prisma_migrations (id, checksum, started_at, finished_at, migration_name, applied_steps_count)
     VALUES (gen_random_uuid(), $1, now(), clock_timestamp(), $2, 1)`,
    [checksum, name],
  )
  await connection.query('COMMIT')
}

/** The folder of the migrations. prisma/ is next to src/ and dist/. */
const FOLDER = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))

const scriptOf = (name: string) => join(FOLDER, name, 'migration.sql')

/** The names of this program's migrations, in their order. */
let known: Promise<string[]> | undefined

/**
 * Returns the names of this program's migrations. They are read once, since an upgrade in place puts those of the next
 * version into the folder while this one runs.
 */
function migrationNames(): Promise<string[]> {
  known ??= readMigrationNames()
  return known
}

async function readMigrationNames(): Promise<string[]> {
  const entries = await readdir(FOLDER, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

function migrationsMissing(missing: string[]): MigrationError {
  return new MigrationError(
    `The database lacks ${namesOf(missing)}. Stop all servers of older versions, then start a server of this version or ` +
      'run the command "migrate". Nothing was changed.',
  )
}

function anotherVersion(unknown: string[], missing: string[]): MigrationError {
  const has = `it has ${namesOf(unknown)}, which this version does not know`
  return new MigrationError(
    missing.length === 0
      ? `The database is of a newer version: ${has}. Start that version instead. Nothing was changed.`
      : `The database is of another version, which this one can't upgrade: ${has}, and lacks ${namesOf(missing)}. To ` +
          'move its data, run "export FILE" with the version that created it. Then set DATA_DIR to a new folder, or ' +
          'DATABASE_URL to an empty database, and run "import FILE" with this version. Nothing was changed.',
  )
}

/** Returns an error with PostgreSQL's message about the failed script, and what to do. */
function migrationFailed(name: string, script: string, error: pg.DatabaseError): MigrationError {
  const line =
    error.position === undefined ? '' : `, line ${script.slice(0, Number(error.position)).split('\n').length}`
  const words = [`${error.message} (${error.code})`, error.detail, error.hint].filter((text) => text !== undefined)
  return new MigrationError(
    `The migration ${name} failed. PostgreSQL says: ${words.join(' ')}\nThe script is ${scriptOf(name)}${line}. All its ` +
      'changes were rolled back. Fix the cause, then start again.',
    { cause: error },
  )
}

const namesOf = (names: string[]) =>
  names.length === 1 ? `the migration ${names[0]}` : `${names.length} migrations, from ${names[0]} on`
