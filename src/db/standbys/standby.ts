import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import {
  BEGIN_SNAPSHOT,
  countsOf,
  type PoolCounts,
  quietPool,
  USE_CUSTOM_PLANS,
  withConnection,
} from '../connections/pools.ts'
import { type SessionSettings, setUpSession } from '../connections/session.ts'
import { isUnavailable } from '../failures.ts'
import { lsnOf, MARK_IN_ROW, type Position } from './position.ts'

/** Why a standby, or the result of a read on it, can't be used. */
export type Refusal =
  /** It has not replayed the position in time. */
  | 'late'
  /** It does not show the primary's mark: it has another history, or is far behind. */
  | 'history'
  /** It is no longer a standby. */
  | 'promoted'
  /** The primary commits asynchronously, so no standby can be compared with it. */
  | 'asynchronous'

export class StandbyRefusedError extends Error {
  readonly reason: Refusal
  override name = 'StandbyRefusedError'

  constructor(reason: Refusal) {
    super(`The standby can't be read: ${reason}.`)
    this.reason = reason
  }
}

export interface Standby {
  /** Host of the standby, without user and password. */
  readonly name: string
  /** Whether reads are sent to it. */
  isReady: boolean
  /**
   * Runs `work`, which must only read, in one snapshot that has everything up to the position. With `customPlans`,
   * statements are planned for their values.
   */
  read<T>(position: Position, work: (connection: pg.PoolClient) => Promise<T>, customPlans: boolean): Promise<T>
  /**
   * Checks by a separate connection whether the standby has reached the position, and is ready or not from then on. If
   * it does not answer, running reads fail at once.
   */
  check(position: Position): Promise<void>
  counts(): PoolCounts
  end(): Promise<void>
}

/** Maximum number of checks whether a standby has reached a position, and the pause between them: 20 ms in all. */
const MAX_CHECKS = 10
const PAUSE_MS = 2

/** A standby that does not answer a small query within this time is frozen or disconnected. */
const FROZEN_MS = 500

/** How long a read waits for a connection. The wait is short, because the primary can answer instead. */
const CONNECT_MS = 200

/** How long a read waits for a lock, for example while a change of the tables is replayed. */
const LOCK_MS = 100

const POSITION = {
  name: 'standby position',
  text: `SELECT pg_is_in_recovery(), pg_last_wal_replay_lsn()::text, (${MARK_IN_ROW})`,
  rowMode: 'array' as const,
  query_timeout: FROZEN_MS,
}

export interface StandbyOptions {
  /** Maximum number of connections to each standby. One of them is for checks. */
  connections: number
  settings: pg.PoolConfig
  session: SessionSettings
}

export function openStandby(url: string, { connections, settings, session }: StandbyOptions): Standby {
  const onConnect = async (client: pg.ClientBase) => {
    await setUpSession(client, { ...session, lock_timeout: String(LOCK_MS) })
  }
  const common = { ...settings, connectionString: url, onConnect, idleTimeoutMillis: 0 }
  const pool = quietPool({ ...common, max: connections - 1, connectionTimeoutMillis: CONNECT_MS })
  const checks = quietPool({ ...common, max: 1, connectionTimeoutMillis: FROZEN_MS })
  const reading = new Set<pg.PoolClient>()

  const standby: Standby = {
    name: hostOf(url),
    isReady: false,

    read(position, work, customPlans) {
      return withConnection(pool, async (client) => {
        reading.add(client)
        try {
          await reach(client, position)
          await client.query(BEGIN_SNAPSHOT)
          if (customPlans) await client.query(USE_CUSTOM_PLANS)
          const result = await work(client)
          await commit(client)
          return result
        } finally {
          reading.delete(client)
        }
      })
    },

    async check(position) {
      try {
        await withConnection(checks, (client) => reach(client, position))
        standby.isReady = true
      } catch (error) {
        standby.isReady = false
        if (isUnavailable(error)) for (const client of reading) void client.end() // their statements fail, too
        throw error
      }
    },

    counts: () => countsOf(pool),
    end: async () => {
      await Promise.all([pool.end(), checks.end()])
    },
  }
  return standby
}

/** Waits until the standby has replayed the position. Later statements see everything up to it. */
async function reach(client: pg.PoolClient, { lsn, mark }: Position): Promise<void> {
  for (let checks = 1; ; checks++) {
    const { rows } = await client.query<[boolean, string | null, string | null]>(POSITION)
    const [isStandby = false, replayed = null, shown = null] = rows[0] ?? []
    if (!isStandby || replayed === null) throw new StandbyRefusedError('promoted')
    if (shown === mark && lsnOf(replayed) >= lsn) return
    if (checks === MAX_CHECKS) throw new StandbyRefusedError(shown === mark ? 'late' : 'history')
    await delay(PAUSE_MS)
  }
}

/** Ends the transaction. Throws if the standby was promoted: it may have returned data that the primary never had. */
async function commit(client: pg.PoolClient): Promise<void> {
  const results: unknown = await client.query('SELECT pg_is_in_recovery() AS recovering; COMMIT')
  const [{ rows }] = results as [pg.QueryResult<{ recovering: boolean }>]
  if (rows[0]?.recovering !== true) throw new StandbyRefusedError('promoted')
}

/** Returns the host of a database, without user and password. */
export function hostOf(url: string): string {
  const { host, searchParams } = new URL(url)
  return host || searchParams.get('host') || 'localhost'
}
