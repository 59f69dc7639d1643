// Whether the addresses of DATABASE_URL and DATABASE_DIRECT_URL can be used, and for what.
//
// Problem: a standby shows old data, and a pooler of transactions breaks what a session holds: the lock of migrations stays
// with whoever comes next, a lost connection is hidden, and with it that the database has crashed. All of that is silent.
// Idea: each start, and each command, looks before it does anything. An address without a pooler costs it one connection
// with two statements.
// Promise: what can't work is refused with a line that says what to set, and nothing is changed.
// Tests: test/db/address/, with the real PgBouncer; what is set: docs/poolers.md.

import pg from 'pg'
import { StandbyError, UTC_OPTION } from '../connections/session.ts'
import { findPooling, type Pooling } from './pooling.ts'

/** The database of DATABASE_URL can't be used. The message says why, and what to check. */
export class DatabaseUrlError extends Error {
  override name = 'DatabaseUrlError'
}

export interface Addresses {
  databaseUrl: string
  databaseDirectUrl?: string | undefined
}

type Variable = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

const PAGE = 'docs/poolers.md has the settings. Nothing was changed.'

/** How long a database may take to accept a connection, and to answer, before the start fails. */
const TIMEOUT_MS = 10_000

/** Another text for each database that takes writes: of each start of a server, each database, each first schema. */
const IDENTITY = `pg_postmaster_start_time()::timestamptz AT TIME ZONE 'UTC' || ' ' || oid || ' ' || coalesce(current_schema(), '')`

interface Found {
  pooling: Pooling
  identity: string
}

/**
 * Looks at both addresses. Gives whether DATABASE_URL is of a pooler of transactions. Throws DatabaseUrlError where one of
 * them can't be used; `warn` is told what would be better set in the pooler.
 */
export async function checkAddresses(
  { databaseUrl, databaseDirectUrl }: Addresses,
  warn: (line: string) => void,
): Promise<{ isPooled: boolean }> {
  const found = await look('DATABASE_URL', databaseUrl)
  const isPooled = found.pooling === 'transactions'
  if (isPooled && databaseDirectUrl === undefined) throw refusal(NEEDS_DIRECT)
  if (databaseDirectUrl !== undefined && databaseDirectUrl !== databaseUrl) {
    const direct = await look('DATABASE_DIRECT_URL', databaseDirectUrl)
    if (direct.pooling === 'transactions') throw refusal(DIRECT_IS_POOLED)
    if (direct.identity !== found.identity) throw refusal(OTHER_DATABASE)
  } else if (isPooled) throw refusal(DIRECT_IS_POOLED)
  if (isPooled) await checkSettings(databaseUrl, warn)
  return { isPooled }
}

const NEEDS_DIRECT =
  'DATABASE_URL leads to a pooler of transactions, which would hide that the database has crashed, and keep the lock of ' +
  `migrations: set DATABASE_DIRECT_URL to the address of the database itself. ${PAGE}`

const DIRECT_IS_POOLED = `DATABASE_DIRECT_URL leads to a pooler of transactions: it must be the address of the database itself. ${PAGE}`

const OTHER_DATABASE =
  'DATABASE_DIRECT_URL and DATABASE_URL lead to different databases: both must name the same database and schema of the ' +
  `same server. ${PAGE}`

const UNPREPARED = (variable: Variable) =>
  `The pooler of ${variable} breaks prepared statements. Let it pool sessions; or transactions, by PgBouncer 1.21 or later ` +
  `with max_prepared_statements = 200. ${PAGE}`

const refusal = (message: string) => new DatabaseUrlError(message)

/** Looks at one address. */
async function look(variable: Variable, url: string): Promise<Found> {
  return withClient(variable, { connectionString: url }, async (client) => {
    const { rows } = await client.query<{ isStandby: boolean; identity: string }>(
      `SELECT pg_is_in_recovery() AS "isStandby", ${IDENTITY} AS identity FROM pg_database WHERE datname = current_database()`,
    )
    const pooling = await findPooling(client, url)
    if (rows[0]?.isStandby !== false) throw refusal(standby(variable))
    if (pooling === 'statements')
      throw refusal(`The pooler of ${variable} refuses transactions: let it pool them. ${PAGE}`)
    if (pooling === 'transactions without prepared statements') throw refusal(UNPREPARED(variable))
    return { pooling, identity: rows[0].identity }
  })
}

const standby = (variable: Variable) =>
  `The database of ${variable} can't be used. ${new StandbyError().message} Set ${variable} to the address of the primary. ` +
  'Nothing was changed.'

/** What a pooler of transactions has to set for us, since nothing lasts that we set. */
async function checkSettings(url: string, warn: (line: string) => void): Promise<void> {
  await withClient('DATABASE_URL', { connectionString: url, options: UTC_OPTION }, async (client) => {
    const { rows } = await client.query<{ zone: string; timeout: string; plans: string; refuses: string | null }>(
      `SELECT current_setting('timezone') AS zone, current_setting('statement_timeout') AS timeout,
        current_setting('plan_cache_mode') AS plans, current_setting('catalog.refuses_standbys', true) AS refuses`,
    )
    const [{ zone, timeout, plans, refuses } = { zone: '', timeout: '', plans: '', refuses: null }] = rows
    if (zone !== 'UTC')
      throw refusal(
        `The sessions of DATABASE_URL are in the time zone ${zone}: the pooler has to set timezone=UTC by its ` +
          `connect_query, and the address nothing else. ${PAGE}`,
      )
    if (refuses !== 'on')
      warn('The pooler of DATABASE_URL does not refuse standbys: led to one, it shows old lists (docs/poolers.md).')
    if (timeout === '0')
      warn('The pooler of DATABASE_URL sets no statement_timeout: statements that hang go on (docs/poolers.md).')
    if (plans !== 'force_generic_plan')
      warn(
        'The pooler of DATABASE_URL does not set plan_cache_mode=force_generic_plan: reads are slower (docs/poolers.md).',
      )
  })
}

async function withClient<T>(
  variable: Variable,
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  try {
    const client = new pg.Client({ ...config, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS })
    client.on('error', () => {}) // the running statement fails, or the next one
    try {
      await client.connect()
      return await work(client)
    } finally {
      await client.end().catch(() => {})
    }
  } catch (error) {
    throw error instanceof DatabaseUrlError ? error : unusable(error, variable)
  }
}

/** What PgBouncer says of a startup parameter that it neither knows nor is told to ignore. */
const REFUSED_PARAMETER = /unsupported startup parameter(?: in options)?: (\w+)/

/** The error of an address whose database can't be used. */
export function unusable(cause: unknown, variable: Variable): DatabaseUrlError {
  const { message = '', code }: { message?: string; code?: string } = cause instanceof Error ? cause : {}
  const [reason] = (message || code || 'no reason given').split('\n')
  const [, parameter] = REFUSED_PARAMETER.exec(message) ?? []
  const advice =
    parameter === undefined
      ? 'Check that it runs, its address and its password.'
      : `Its pooler has to take or to ignore that parameter (ignore_startup_parameters = ${parameter}). ${PAGE}`
  return new DatabaseUrlError(`The database of ${variable} can't be used: ${reason}. ${advice}`, { cause })
}
