import type pg from 'pg'

/*
 * What every new connection does first, in one statement.
 *
 * It sets what holds for its statements. Startup parameters would cost no statement, but poolers refuse those that they
 * don't know. A pooler of transactions gives each transaction another session: there nothing that is set lasts, and its
 * own settings have to do it (docs/poolers.md).
 *
 * And it refuses a standby. After a failover the address of the primary may lead to one for seconds. It takes no writes,
 * shows what the primary had a while ago, and its snapshots have no names (db/snapshot.ts). A primary never becomes a
 * standby without a restart, which ends its connections: to look once is enough. Tests: test/faults/database/standby.slow.test.ts.
 */

/** Settings of PostgreSQL by their names. */
export type SessionSettings = Readonly<Record<string, string>>

/** The Prisma adapter drops the time zone of what it reads: only in UTC are the moments right. */
export const UTC: SessionSettings = { timezone: 'UTC' }

/** The same as a startup parameter, which poolers of transactions carry over to each session. */
export const UTC_OPTION = '-c timezone=UTC'

/** How long the statement may take. */
export const BEGIN_MS = 3_000

/** An address that is to lead to the primary leads to a standby. */
export class StandbyError extends Error {
  override name = 'StandbyError'

  constructor() {
    super('The database is a standby, which takes no writes and shows what its primary had a while ago.')
  }
}

/** Sets up the session of a new connection to the primary. Throws StandbyError. */
export async function beginSession(client: pg.ClientBase, settings: SessionSettings): Promise<void> {
  if (await setUpSession(client, settings)) throw new StandbyError()
}

/** Sets up the session of a new connection. Gives whether it is one to a standby. */
export async function setUpSession(client: pg.ClientBase, settings: SessionSettings): Promise<boolean> {
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false), `)
  const statement = { text: `SELECT ${set.join('')}pg_is_in_recovery() AS "isStandby"`, query_timeout: BEGIN_MS }
  const { rows } = await client.query<{ isStandby: boolean }>(statement)
  return rows[0]?.isStandby !== false
}

/** Connects a client, and sets up its session. One that is refused is closed. */
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
