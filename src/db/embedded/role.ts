// The role by which the catalog uses its embedded database.
//
// Problem: initdb creates a superuser. SQL of a superuser reads and writes files of the machine and runs programs, so
// a single mistake in a statement would open the machine.
// Approach: the superuser only creates the database and a role, which owns the database and everything in it. The
// catalog, its migrations and all commands connect as that role. In the folder of an earlier build, where the
// superuser owned everything, the first connection hands it over in one transaction.
// Guarantee: the address that this returns is never a superuser's.
// Tests: test/db/embedded/role.slow.test.ts.

import { createHmac } from 'node:crypto'
import pg from 'pg'
import { type DataFolder, readPassword, SUPERUSER } from './data-folder.ts'
import { EmbeddedDatabaseError, errorCode, undefinedOn } from './error.ts'

const ROLE = 'mod_list_catalog'
const DATABASE = 'catalog'

/** Key of the advisory lock of processes that prepare the database at once. */
const LOCK = 5_274_904

const CONNECT_MS = 5000
const INVALID_PASSWORD = '28P01'
const NO_DATABASE = '3D000'

/** Hands the tables and functions of the superuser to the role, except those of extensions. Sequences follow tables. */
const HAND_OVER = `
  DO $$ DECLARE statement text; BEGIN
    FOR statement IN
      SELECT format('ALTER TABLE %s OWNER TO ${ROLE}', pg_class.oid::regclass) FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relowner = '${SUPERUSER}'::regrole
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
      UNION ALL
      SELECT format('ALTER ROUTINE %s OWNER TO ${ROLE}', pg_proc.oid::regprocedure) FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND proowner = '${SUPERUSER}'::regrole
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
    LOOP EXECUTE statement; END LOOP;
  END $$`

/**
 * Returns the URL of the catalog's database in a running PostgreSQL. Creates the database and its role if they do not
 * exist.
 */
export async function openCatalogDatabase(folder: DataFolder, port: number): Promise<string> {
  const superuserPassword = await readPassword(folder)
  // No file holds this password, because it follows from the superuser's.
  const password = createHmac('sha256', superuserPassword).update(ROLE).digest('hex')
  const address = { host: '127.0.0.1', port, ssl: false, connectionTimeoutMillis: CONNECT_MS }
  const asSuperuser = { ...address, user: SUPERUSER, password: superuserPassword }

  const isReady = await withClient({ ...address, user: ROLE, password, database: DATABASE }, async () => true).catch(
    undefinedOn(INVALID_PASSWORD, NO_DATABASE),
  )
  if (!isReady) {
    try {
      await withClient({ ...asSuperuser, database: 'postgres' }, createDatabase)
      await withClient({ ...asSuperuser, database: DATABASE }, (client) => createRole(client, password))
    } catch (cause) {
      if (errorCode(cause) !== INVALID_PASSWORD) throw cause
      throw new EmbeddedDatabaseError(
        `The database server on port ${port} refuses the password in postgres.password. Restore that file.`,
        { cause },
      )
    }
  }
  return `postgresql://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE}`
}

async function withClient<T>(settings: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(settings)
  client.on('error', () => {}) // the query fails as well
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])
  if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
}

/** Creates the role, and makes it the owner of the database, in one transaction. */
async function createRole(client: pg.Client, password: string): Promise<void> {
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [ROLE])
  const rights = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS'
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER'
  await client.query(`${verb} ROLE ${ROLE} ${rights} PASSWORD ${client.escapeLiteral(password)}`)
  await client.query(`ALTER DATABASE ${DATABASE} OWNER TO ${ROLE}`)
  await client.query(HAND_OVER)
  await client.query('COMMIT')
}
