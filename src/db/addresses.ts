import pg from 'pg'
import { tlsFault } from '../client/connection-failures.ts'
import { openSession, StandbyError, UTC } from './connections/session.ts'

/*
 * Check of DATABASE_URL and DATABASE_DIRECT_URL at the start.
 *
 * Problem: a pooler would hide that the database has crashed, and keep the lock of migrations. A standby shows old data. A
 * database in LATIN1 or SQL_ASCII refuses or garbles names.
 * Approach: PostgreSQL sends the process id of the session when a client connects; a pooler has to invent one.
 * Guarantee: without a session of its own, on a standby, in another encoding, or on two different databases, a start
 * changes nothing and ends with a line that says what to set.
 * Tests: test/db/addresses.slow.test.ts, test/faults/database/standby.slow.test.ts.
 */

/** The database of an address can't be used. The message says why, and what to check. */
export class DatabaseUrlError extends Error {
  override name = 'DatabaseUrlError'
}

type Variable = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

/** Maximum time to connect and to answer a statement, in milliseconds, before the start fails. */
const TIMEOUT_MS = 10_000

/** Differs between databases: between starts of a server, databases and default schemas. */
const IDENTITY = `pg_postmaster_start_time()::timestamptz AT TIME ZONE 'UTC' || ' ' || oid || ' ' || coalesce(current_schema(), '')`

/**
 * Checks both addresses. Throws DatabaseUrlError if one can't be used, if the direct one has no session of its own, or if
 * they lead to different databases.
 */
export async function checkAddresses(databaseUrl: string, databaseDirectUrl: string | undefined): Promise<void> {
  const { isOwn, identity } = await look('DATABASE_URL', databaseUrl)
  if (databaseDirectUrl === undefined) {
    if (isOwn) return
    throw new DatabaseUrlError(
      'DATABASE_URL leads to a pooler: set DATABASE_DIRECT_URL to the address of the database itself. Nothing was changed.',
    )
  }
  const direct = await look('DATABASE_DIRECT_URL', databaseDirectUrl)
  if (!direct.isOwn)
    throw new DatabaseUrlError(
      'DATABASE_DIRECT_URL leads to a pooler: it must be the address of the database itself. Nothing was changed.',
    )
  if (direct.identity !== identity)
    throw new DatabaseUrlError(
      'DATABASE_DIRECT_URL and DATABASE_URL lead to different databases: both must name the same database and schema of ' +
        'the same server. Nothing was changed.',
    )
}

/** Returns whether the client has a session of its own, and which database it uses. */
async function look(variable: Variable, url: string): Promise<{ isOwn: boolean; identity: string }> {
  let client: pg.Client | undefined
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS })
    client.on('error', () => {}) // the running statement fails, or the next one
    await openSession(client, UTC)
    const { rows } = await client.query<{ pid: number; identity: string; encoding: string }>(
      `SELECT pg_backend_pid() AS pid, ${IDENTITY} AS identity, pg_encoding_to_char(encoding) AS encoding
       FROM pg_database WHERE datname = current_database()`,
    )
    const [{ pid, identity, encoding } = { pid: 0, identity: '', encoding: 'unknown' }] = rows
    if (encoding !== 'UTF8') throw wrongEncoding(variable, encoding)
    return { isOwn: 'processID' in client && client.processID === pid, identity }
  } catch (error) {
    throw error instanceof DatabaseUrlError ? error : unusable(error, variable)
  } finally {
    await client?.end().catch(() => {})
  }
}

function wrongEncoding(variable: Variable, encoding: string): DatabaseUrlError {
  return new DatabaseUrlError(
    `The database of ${variable} has the encoding ${encoding}, which can't hold every name. Make one in UTF8 and set ` +
      `${variable} to its address: createdb --encoding=UTF8 --locale=C.UTF-8 --template=template0 NAME. Nothing was changed.`,
  )
}

/** Returns the error of an address whose database can't be used, with the words of PostgreSQL or the pooler. */
export function unusable(cause: unknown, variable: Variable): DatabaseUrlError {
  if (cause instanceof StandbyError)
    return new DatabaseUrlError(
      `The database of ${variable} can't be used. ${cause.message} Set ${variable} to the address of the primary. Nothing was changed.`,
      { cause },
    )
  const { message = '', code }: { message?: string; code?: string } = cause instanceof Error ? cause : {}
  const [words] = (message || code || 'no reason given').split('\n')
  const advice =
    tlsFault(code ?? '') === 'certificate'
      ? `Check the host in ${variable}. If the certificate is from an authority of your own, add sslrootcert=FILE.`
      : 'Check that it runs, its address and its password; if it is a pooler, its mode (docs/scale.md#a-pooler).'
  return new DatabaseUrlError(`The database of ${variable} can't be used: ${words}. ${advice}`, { cause })
}
