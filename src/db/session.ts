import type pg from 'pg'

/*
 * The first statement of every new connection, which sets its parameters and refuses a standby. After a failover, the
 * address of the primary may lead to one for some seconds; it returns old data. A primary only becomes a standby by a
 * restart, which ends its connections, so one check is enough. Tests: test/http/observability/probes.test.ts.
 */

export type SessionSettings = Readonly<Record<string, string>>

/** The Prisma adapter drops the time zone of the values that it reads, so they are correct only in UTC. */
export const UTC: SessionSettings = { timezone: 'UTC' }

export const BEGIN_MS = 15_000

/** The address of the primary leads to a standby. */
export class StandbyError extends Error {
  override name = 'StandbyError'

  constructor() {
    super('The database is a standby, which refuses writes and may return old data.')
  }
}

/** Sets up the session of a new connection to the primary. Throws StandbyError. */
export async function beginSession(client: pg.ClientBase, settings: SessionSettings): Promise<void> {
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false), `)
  const statement = { text: `SELECT ${set.join('')}pg_is_in_recovery() AS "isStandby"`, query_timeout: BEGIN_MS }
  const { rows } = await client.query<{ isStandby: boolean }>(statement)
  if (rows[0]?.isStandby !== false) throw new StandbyError()
}

export async function openSession(client: pg.Client, settings: SessionSettings): Promise<pg.Client> {
  await client.connect()
  try {
    await beginSession(client, settings)
    return client
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
}

/** Maximum number of connections by default: 24 of the pool, and one for snapshots. More are not faster. */
export const CONNECTIONS = 25

/** Connections that the embedded database accepts: enough for a busy server and some commands. */
export const EMBEDDED_CONNECTIONS = 200

/** Limits in milliseconds. When one passes, the client gets 503. */
export interface Timeouts {
  /** How long a request waits for a connection: until one of the pool is free, or a new one is open. */
  connection: number
  /** How long a statement may run. PostgreSQL also ends a transaction that is idle for so long, because its server froze. */
  statement: number
  lock: number
}

export const DEFAULT_TIMEOUTS: Timeouts = { connection: 15_000, statement: 15_000, lock: 15_000 }
