import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createSemaphore } from '../../concurrency/semaphore.ts'
import { countsOf, type PoolCounts, quietPool } from '../connections/pools.ts'
import { rollBack, USE_CUSTOM_PLANS } from '../connections/read-transaction.ts'
import { type SessionSettings, setUpSession } from '../connections/session.ts'
import { isUnavailable } from '../failures.ts'
import { lsnOf, MARK_IN_ROW, type Position } from './position.ts'

/** Why a standby was not read, or its result not used. */
export type Refusal =
  /** It has not replayed the position in time, or has not answered in time. */
  | 'late'
  /** It does not show the primary's mark: it has another history, or is far behind. */
  | 'history'
  /** It is no longer a standby. */
  | 'promoted'

export class NotCurrentError extends Error {
  readonly reason: Refusal
  /** Whether it has not answered yet. It is not read again until it does. */
  readonly isSilent: boolean
  override name = 'NotCurrentError'

  constructor(reason: Refusal, isSilent = false) {
    super(`The standby can't answer: ${reason}.`)
    this.reason = reason
    this.isSilent = isSilent
  }
}

/** Reads from one standby. If it is late, frozen or gone, a read fails within a short time limit. */
export interface Standby {
  /** Host of the standby, without user and password. */
  readonly name: string
  /** Whether a query on it is overdue. */
  readonly isSilent: boolean
  /**
   * Runs `work`, which must only read, in one snapshot that has everything up to the position. With `customPlans`,
   * statements are planned for their values.
   */
  read<T>(position: Position, work: (connection: pg.PoolClient) => Promise<T>, customPlans: boolean): Promise<T>
  /**
   * Waits briefly until a connection is free, and returns the function that releases it. Throws if none becomes free,
   * which is not a fault of the standby.
   */
  acquire(): Promise<() => void>
  /**
   * Checks by a separate connection that the standby can be read now, and opens the pool's connections. Throws if it
   * cannot.
   */
  probe(position: Position): Promise<void>
  /** Ends all connections with a running read. */
  cutOff(): void
  counts(): PoolCounts
  end(): Promise<void>
}

/** How long a request waits for the position, and the pause between two checks of it. */
const MAX_WAIT_MS = 20
const RETRY_MS = 1

/** A standby that does not answer a small query within this time is frozen or disconnected. */
const FROZEN_MS = 1_000

/** After a read has taken this long, a small query checks whether the standby is frozen. */
const SLOW_MS = 300

/**
 * How many reads wait for a connection that others use, and for how long. The wait is short, because the primary can
 * answer instead.
 */
const TURNS = { maxWaiting: 64, maxWaitMs: 100, refusal: 'The standby is busy.' }

/** How long a read waits for a lock, for example while a change of the tables is replayed. */
const LOCK_MS = 100

const CHECK = {
  name: 'standby check',
  text: `SELECT pg_is_in_recovery(), pg_last_wal_replay_lsn()::text, (${MARK_IN_ROW})`,
  rowMode: 'array' as const,
  query_timeout: FROZEN_MS,
}

interface StandbyOptions {
  /** Maximum number of connections to the standby. One of them is for probes. */
  connections: number
  settings: pg.PoolConfig
  session: SessionSettings
  /** Called when a query got no answer, even if its request has been answered by the primary since. */
  onFailure(): void
}

export function openStandby(url: string, { connections, settings, session, onFailure }: StandbyOptions): Standby {
  const own = { ...settings, connectionString: url, connectionTimeoutMillis: FROZEN_MS }
  const max = connections - 1
  const begin = async (client: pg.ClientBase) => {
    const isStandby = await setUpSession(client, { ...session, lock_timeout: String(LOCK_MS) })
    if (!isStandby) throw new NotCurrentError('promoted')
  }
  const turns = createSemaphore({ permits: max, ...TURNS })
  const pool = quietPool({ ...own, max, onConnect: begin, idleTimeoutMillis: 0 })
  /** The last position that each connection has seen. A standby never goes back behind it. */
  const seen = new WeakMap<pg.Client, Position>()
  const busy = new Set<pg.PoolClient>()
  let silent = 0
  let isLooking = false

  const hasReached = (client: pg.Client, { lsn, mark }: Position) => {
    const last = seen.get(client)
    return last !== undefined && last.mark === mark && last.lsn >= lsn
  }

  /** Checks the position until it is reached. Later statements see everything that was replayed by then. */
  async function wait(client: pg.Client, position: Position, until: number): Promise<void> {
    for (let looks = 1; !hasReached(client, position); looks++) {
      const { rows } = await client.query<[boolean, string | null, string | null]>(CHECK)
      const [isInRecovery = false, lsn = null, mark = null] = rows[0] ?? []
      if (!isInRecovery || lsn === null) throw new NotCurrentError('promoted')
      seen.set(client, { lsn: lsnOf(lsn), mark: mark ?? '' })
      if (hasReached(client, position)) return
      if (performance.now() > until && looks > 1) throw new NotCurrentError(mark === position.mark ? 'late' : 'history')
      await delay(RETRY_MS)
    }
  }

  /**
   * Returns a connection that has reached the position. If that takes too long, throws; the check still runs to its
   * end.
   */
  async function connect(position: Position): Promise<pg.PoolClient> {
    const until = performance.now() + MAX_WAIT_MS
    const checking = pool.connect().then(async (client) => {
      try {
        await wait(client, position, until)
        return client
      } catch (error) {
        client.release(!(error instanceof NotCurrentError))
        throw error
      }
    })
    let timer: NodeJS.Timeout | undefined
    let isDone = false
    const late = new Promise<never>((_, reject) => {
      const leave = () => {
        if (isDone) return
        silent++
        checking
          .then((client) => client.release())
          .catch((error) => error instanceof NotCurrentError || onFailure())
          .finally(() => silent--)
        reject(new NotCurrentError('late', true))
      }
      // If this process was busy, the answer may have arrived already; it is read before the next turn of the event loop.
      timer = setTimeout(() => setImmediate(leave), MAX_WAIT_MS + RETRY_MS)
    })
    return Promise.race([checking, late]).finally(() => {
      isDone = true
      clearTimeout(timer)
    })
  }

  /** Ends the transaction. Throws if the standby was promoted: it may have returned data that the primary never had. */
  async function commit(client: pg.PoolClient): Promise<void> {
    const results: unknown = await client.query('SELECT pg_is_in_recovery() AS recovering; COMMIT')
    const [{ rows }] = results as [pg.QueryResult<{ recovering: boolean }>]
    if (rows[0]?.recovering !== true) throw new NotCurrentError('promoted')
  }

  async function withProbe<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ ...own, query_timeout: FROZEN_MS })
    client.on('error', () => {})
    try {
      await client.connect()
      return await work(client)
    } finally {
      client.end().catch(() => {})
    }
  }

  /** Checks whether the standby still answers, once for all slow reads. */
  function look() {
    if (isLooking) return
    isLooking = true
    withProbe((client) => client.query('SELECT'))
      .catch(() => onFailure())
      .finally(() => {
        isLooking = false
      })
  }

  return {
    name: hostOf(url),
    get isSilent() {
      return silent > 0
    },

    async read(position, work, customPlans) {
      const client = await connect(position)
      busy.add(client)
      const slow = setTimeout(look, SLOW_MS)
      let isBroken = false
      try {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
        if (customPlans) await client.query(USE_CUSTOM_PLANS)
        const result = await work(client)
        await commit(client)
        return result
      } catch (error) {
        isBroken = isUnavailable(error) || !(await rollBack(client))
        throw error
      } finally {
        clearTimeout(slow)
        busy.delete(client)
        client.release(isBroken)
      }
    },

    acquire: () => turns.acquire(),

    async probe(position) {
      await withProbe((client) => wait(client, position, performance.now() + MAX_WAIT_MS))
      const opened = await Promise.allSettled(Array.from({ length: max }, () => pool.connect()))
      for (const attempt of opened) if (attempt.status === 'fulfilled') attempt.value.release()
      for (const attempt of opened) if (attempt.status === 'rejected') throw attempt.reason
    },

    cutOff() {
      for (const client of busy) void client.end() // this also ends the running statement
    },
    counts: () => countsOf(pool),
    end: () => pool.end(),
  }
}

/** Returns the host of a database, without user and password. */
export function hostOf(url: string): string {
  const { host, searchParams } = new URL(url)
  return host || searchParams.get('host') || 'localhost'
}
