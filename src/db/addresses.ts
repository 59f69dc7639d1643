import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { StandbyError, UTC_OPTION } from './connections/session.ts'

/*
 * Check of DATABASE_URL and DATABASE_DIRECT_URL.
 *
 * Problem: a standby shows old data. A pooler in transaction mode keeps the lock of migrations, hides that the database
 * has crashed, and may break prepared statements. All of it is silent.
 * Approach: each start looks at both addresses first. PostgreSQL sends the process id of the session when a client
 * connects, and a pooler has to invent one. If it differs from pg_backend_pid(), two connections ask for theirs a few
 * times by a prepared statement: in session mode, each keeps its own session.
 * Guarantee: an address that can't work is refused with a line that says what to set. Nothing is changed.
 * Tests: test/db/addresses.slow.test.ts, with the real PgBouncer. Settings of poolers: docs/poolers.md.
 */

/** The database of an address can't be used. The message says why, and what to check. */
export class DatabaseUrlError extends Error {
  override name = 'DatabaseUrlError'
}

type Variable = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

/** What is between a client and PostgreSQL: nothing or a pooler in session mode, or a pooler in transaction mode. */
type Pooling = 'sessions' | 'transactions'

const PAGE = 'docs/poolers.md has the settings. Nothing was changed.'

const IS_POOLED: Record<Variable, string> = {
  DATABASE_URL:
    'DATABASE_URL leads to a pooler in transaction mode, which would hide that the database has crashed, and keep the ' +
    `lock of migrations: set DATABASE_DIRECT_URL to the address of the database itself. ${PAGE}`,
  DATABASE_DIRECT_URL: `DATABASE_DIRECT_URL leads to a pooler in transaction mode: it must be the address of the database itself. ${PAGE}`,
}

const OTHER_DATABASE =
  'DATABASE_DIRECT_URL and DATABASE_URL lead to different databases: both must name the same database and schema of the ' +
  `same server. ${PAGE}`

/** Maximum time to connect and to answer a statement, in milliseconds, before the start fails. */
const TIMEOUT_MS = 10_000

/** How often two connections through a pooler ask for their sessions. Other clients may move sessions in between. */
const ROUNDS = 20

/** Differs between databases that accept writes: between starts of a server, databases and default schemas. */
const IDENTITY = `pg_postmaster_start_time()::timestamptz AT TIME ZONE 'UTC' || ' ' || oid || ' ' || coalesce(current_schema(), '')`

/** SQLSTATEs of a prepared statement that does not exist, or whose name another one has. */
const UNPREPARED = new Set(['26000', '42P05'])

/**
 * Checks both addresses. Returns whether DATABASE_URL leads to a pooler in transaction mode. Throws DatabaseUrlError if
 * an address can't be used. `warn` gets one line about the settings that such a pooler lacks.
 */
export async function checkAddresses(
  databaseUrl: string,
  databaseDirectUrl: string | undefined,
  warn: (line: string) => void,
): Promise<{ isPooled: boolean }> {
  const { pooling, identity } = await look('DATABASE_URL', databaseUrl)
  const isPooled = pooling === 'transactions'
  if (databaseDirectUrl !== undefined) {
    const direct = await look('DATABASE_DIRECT_URL', databaseDirectUrl)
    if (direct.pooling === 'transactions') throw new DatabaseUrlError(IS_POOLED.DATABASE_DIRECT_URL)
    if (direct.identity !== identity) throw new DatabaseUrlError(OTHER_DATABASE)
  } else if (isPooled) throw new DatabaseUrlError(IS_POOLED.DATABASE_URL)
  if (isPooled) await checkSettings(databaseUrl, warn)
  return { isPooled }
}

function look(variable: Variable, url: string): Promise<{ pooling: Pooling; identity: string }> {
  return withClient(variable, { connectionString: url }, async (client) => {
    const { rows } = await client.query<{ isStandby: boolean; identity: string }>(
      `SELECT pg_is_in_recovery() AS "isStandby", ${IDENTITY} AS identity FROM pg_database WHERE datname = current_database()`,
    )
    const [{ isStandby, identity } = { isStandby: true, identity: '' }] = rows
    if (isStandby)
      throw new DatabaseUrlError(
        `The database of ${variable} can't be used. ${new StandbyError().message} Set ${variable} to the address of the ` +
          'primary. Nothing was changed.',
      )
    return { pooling: await findPooling(client, url), identity }
  })
}

/** Finds out what a connected client has between itself and PostgreSQL. Throws if prepared statements break there. */
export async function findPooling(client: pg.Client, url: string): Promise<Pooling> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  if ('processID' in client && client.processID === rows[0]?.pid) return 'sessions'

  const other = newClient({ connectionString: url })
  try {
    await other.connect()
    await other.query('BEGIN')
    await other.query('ROLLBACK')
    const [own, others] = [new Set<number>(), new Set<number>()]
    for (let round = 0; round < ROUNDS; round++) {
      const name = `session ${randomUUID()}`
      own.add(await sessionOf(client, name)).add(await sessionOf(client, name))
      others.add(await sessionOf(other, name))
    }
    const isKept = own.size === 1 && others.size === 1 && new Set([...own, ...others]).size === 2
    return isKept ? 'sessions' : 'transactions'
  } finally {
    await other.end().catch(() => {})
  }
}

async function sessionOf(client: pg.Client, name: string): Promise<number> {
  const { rows } = await client.query<{ pid: number }>({ name, text: 'SELECT pg_backend_pid() AS pid' })
  return rows[0]?.pid ?? 0
}

/** Warns of settings that only the pooler can make, because in transaction mode no setting of a client lasts. */
async function checkSettings(url: string, warn: (line: string) => void): Promise<void> {
  await withClient('DATABASE_URL', { connectionString: url, options: UTC_OPTION }, async (client) => {
    const { rows } = await client.query<{ zone: string; timeout: string; plans: string; refuses: string | null }>(
      `SELECT current_setting('timezone') AS zone, current_setting('statement_timeout') AS timeout,
        current_setting('plan_cache_mode') AS plans, current_setting('catalog.refuses_standbys', true) AS refuses`,
    )
    const [{ zone, timeout, plans, refuses } = { zone: '', timeout: '', plans: '', refuses: null }] = rows
    if (zone !== 'UTC')
      throw new DatabaseUrlError(
        `The sessions of DATABASE_URL are in the time zone ${zone}: the pooler has to set timezone=UTC by its ` +
          `connect_query, and the address nothing else. ${PAGE}`,
      )
    const missing = [
      refuses !== 'on' && 'the refusal of standbys (else readers may get old lists)',
      timeout === '0' && 'statement_timeout',
      plans !== 'force_generic_plan' && 'plan_cache_mode',
    ].filter((setting) => setting !== false)
    if (missing.length > 0) warn(`The pooler of DATABASE_URL does not set ${missing.join(', ')}: see docs/poolers.md.`)
  })
}

function newClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS })
  client.on('error', () => {}) // the running statement fails, or the next one
  return client
}

async function withClient<T>(
  variable: Variable,
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  let client: pg.Client | undefined
  try {
    client = newClient(config) // throws for a certificate file that does not exist
    await client.connect()
    return await work(client)
  } catch (error) {
    throw error instanceof DatabaseUrlError ? error : unusable(error, variable)
  } finally {
    await client?.end().catch(() => {})
  }
}

/** PgBouncer's message about a startup parameter that it neither knows nor ignores. */
const REFUSED_PARAMETER = /unsupported startup parameter(?: in options)?: (\w+)/

/** Returns the error of an address whose database can't be used, with the words of PostgreSQL or the pooler. */
export function unusable(cause: unknown, variable: Variable): DatabaseUrlError {
  const { message = '', code }: { message?: string; code?: string } = cause instanceof Error ? cause : {}
  const [, parameter] = REFUSED_PARAMETER.exec(message) ?? []
  const isUnprepared = UNPREPARED.has(code ?? '')
  const [words] = isUnprepared
    ? ['its pooler breaks prepared statements']
    : (message || code || 'no reason given').split('\n')
  const advice =
    parameter !== undefined
      ? `Its pooler has to take or to ignore that parameter (ignore_startup_parameters = ${parameter}). ${PAGE}`
      : isUnprepared
        ? `Use PgBouncer 1.21 or later with max_prepared_statements = 200. ${PAGE}`
        : 'Check that it runs, its address and its password; if it is a pooler, its mode (docs/poolers.md).'
  return new DatabaseUrlError(`The database of ${variable} can't be used: ${words}. ${advice}`, { cause })
}
