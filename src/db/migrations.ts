// Applies the migrations in prisma/migrations that a database lacks. Problem: the engine of `prisma migrate deploy`
// comes from a host that many machines can't reach. Approach: under an advisory lock the scripts run in the order of
// their names, each in a transaction, which also records it in _prisma_migrations as Prisma does. Guarantee: a
// migration is applied once and completely, or not at all. `prisma migrate deploy` finds nothing left to do. A database
// of another version is refused. Tests: test/db/migrations.test.ts, test/faults/servers/several-servers.slow.test.ts.

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Database } from './client.ts'

/** The database has other migrations than this program, or a migration failed. The message says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/**
 * What to do about migrations that a database lacks. `create` applies them only to an empty database, because servers
 * of an older version may use another one. `require` refuses such a database; `leave` does not look.
 */
export type Migrations = 'apply' | 'create' | 'require' | 'leave'

/** Takes the lock of migrations until the transaction or the session ends, and disables the time limits of requests. */
export const beginMigrations = (scope: 'session' | 'transaction') => `
  SELECT set_config(name, '0', ${scope === 'transaction'}) FROM pg_settings
  WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout');
  SELECT pg_advisory${scope === 'transaction' ? '_xact' : ''}_lock(5274901)`

/** Applies the migrations that the database at `url` lacks, and returns their names. */
export async function migrateDatabase(url: string, mode: Migrations = 'apply'): Promise<string[]> {
  const connection = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  connection.on('error', () => {}) // the running query of a lost connection fails as well
  try {
    await connection.connect()
    await requireUtf8(connection)
    await connection.query(beginMigrations('session'))
    const { applied, missing, unknown } = await compareMigrations(connection)
    if (unknown.length > 0) throw anotherVersion(unknown)
    if (missing.length === 0) return []
    if (applied.length > 0 && mode !== 'apply') throw migrationsMissing(missing)
    if (applied.length === 0) await requireNoTables(connection)
    if (applied.length === 0 && mode === 'require') throw databaseIsEmpty()
    for (const name of missing) {
      await connection.query('BEGIN')
      await applyMigration(connection, name)
      await connection.query('COMMIT')
    }
    return missing
  } finally {
    await connection.end() // also ends the lock and an open transaction
  }
}

/** `older`: the database lacks migrations. `other`: it has some of another version of this program. */
export type SchemaState = 'current' | 'older' | 'other'

/**
 * Compares the database with this program. Uses no pool: while requests hold all its connections, the server is ready.
 */
export async function schemaState({ snapshots }: Pick<Database, 'snapshots'>): Promise<SchemaState> {
  const { missing, unknown } = await compareMigrations({
    query: (sql) => snapshots.query(sql).then((rows) => ({ rows })),
  })
  if (unknown.length > 0) return 'other'
  return missing.length > 0 ? 'older' : 'current'
}

interface Connection {
  query(sql: string): Promise<{ rows: Record<string, unknown>[] }>
}

export async function compareMigrations(connection: Connection) {
  const exists = await connection.query(`SELECT FROM pg_class WHERE oid = to_regclass('_prisma_migrations')`)
  const recorded = `SELECT migration_name AS name FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`
  const { rows } = exists.rows.length === 0 ? exists : await connection.query(recorded)
  const applied = rows.map(({ name }) => String(name))
  const names = await migrationNames()
  return {
    applied,
    missing: names.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !names.includes(name)),
  }
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

export async function applyMigration(connection: pg.Client, name: string): Promise<void> {
  const script = await readFile(scriptOf(name), 'utf8')
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
    [createHash('sha256').update(script).digest('hex'), name],
  )
}

/** The folder of the migrations. prisma/ is next to src/ and dist/. */
const FOLDER = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))

const scriptOf = (name: string) => join(FOLDER, name, 'migration.sql')

let known: Promise<string[]> | undefined

/**
 * Returns the names of this program's migrations, read once, before an upgrade in place adds those of the next version.
 */
function migrationNames(): Promise<string[]> {
  known ??= readdir(FOLDER, { withFileTypes: true }).then((entries) =>
    entries.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort(),
  )
  return known
}

/** Throws if the database has tables of another program. Tables of an extension are allowed. */
export async function requireNoTables(connection: Connection): Promise<void> {
  const { rows } = await connection.query(`
    SELECT relname FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND relname <> '_prisma_migrations'
      AND NOT EXISTS (
        SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e'
      )
    ORDER BY relname`)
  const [table] = rows
  if (table === undefined) return
  throw new MigrationError(
    `The database has tables of another program, such as ${table.relname}. Create an empty database for the catalog, and ` +
      'set DATABASE_URL to its address. Nothing was changed.',
  )
}

async function requireUtf8(connection: Connection): Promise<void> {
  const { rows } = await connection.query('SHOW server_encoding')
  const encoding = rows[0]?.server_encoding
  if (encoding === 'UTF8') return
  throw new MigrationError(
    `The database has the encoding ${encoding}, which can't hold every name. Make one in UTF8 and set DATABASE_URL to its ` +
      'address: createdb --encoding=UTF8 --locale=C.UTF-8 --template=template0 NAME. Nothing was changed.',
  )
}

function databaseIsEmpty(): MigrationError {
  return new MigrationError(
    'The database is empty, and this command creates no tables. Set DATABASE_URL or DATA_DIR to the database of the ' +
      'server. To use this database for a new catalog, start the server or run the command "migrate".',
  )
}

function migrationsMissing(missing: string[]): MigrationError {
  return new MigrationError(
    `The database lacks ${namesOf(missing)}. Stop all servers of older versions, then start a server of this version or ` +
      'run the command "migrate". Nothing was changed.',
  )
}

function anotherVersion(unknown: string[]): MigrationError {
  return new MigrationError(
    `The database is of a newer version: it has ${namesOf(unknown)}, which this version does not know. Start that version ` +
      'instead. Nothing was changed.',
  )
}

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
