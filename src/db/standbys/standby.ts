import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createSemaphore } from '../../concurrency/semaphore.ts'
import { countsOf, type PoolCounts, quietPool } from '../connections/pools.ts'
import { PLANNED_ANEW, rollBack } from '../connections/read-transaction.ts'
import { type SessionSettings, setUpSession } from '../connections/session.ts'
import { isUnavailable } from '../failures.ts'
import { lsnOf, type Position } from './position.ts'

/** Why a standby was not read, or what it gave was not used. */
export type Refusal =
  /** It has not replayed what was committed before the request, or has not even said so, in the time that there is. */
  | 'late'
  /** It does not show the mark of the primary: it is of another history, or very late. */
  | 'history'
  /** It is a standby no more. */
  | 'promoted'

export class NotCurrentError extends Error {
  readonly reason: Refusal
  /** Whether it has not answered yet: it is left alone until it does. */
  readonly isSilent: boolean
  override name = 'NotCurrentError'

  constructor(reason: Refusal, isSilent = false) {
    super(`The standby can't answer: ${reason}.`)
    this.reason = reason
    this.isSilent = isSilent
  }
}

/** Reads from one standby, within a bound of what they may cost where it is late, frozen or gone. */
export interface Standby {
  /** Where it is, without user and password. */
  readonly name: string
  /** Whether it has just left a question unanswered. */
  readonly isSilent: boolean
  /**
   * Runs `work`, which only reads, in one snapshot that has everything up to the position. `planned` is for statements that
   * are planned for their values.
   */
  read<T>(position: Position, work: (connection: pg.PoolClient) => Promise<T>, planned: boolean): Promise<T>
  /**
   * Waits a moment for one of its connections; the result gives it back. Fails if others keep them, which says nothing about
   * the standby.
   */
  acquire(): Promise<() => void>
  /** Whether it would be read now, found out by a connection of its own; opens all others. */
  probe(position: Position): Promise<void>
  /** Cuts off what is under way. */
  cutOff(): void
  counts(): PoolCounts
  end(): Promise<void>
}

/** How long a request waits for a standby, and how long a standby rests between two looks at its position. */
const MAX_WAIT_MS = 20
const RETRY_MS = 1

/** A standby that does not answer a small question for so long is frozen or cut off. */
const FROZEN_MS = 1_000

/** A read that takes longer is a reason to look whether the standby is frozen. */
const SLOW_MS = 300

/**
 * How many reads wait for a connection that others use, and how long: longer, and they would be answered when nobody waits
 * for them any more, while the primary has time.
 */
const TURNS = { maxWaiting: 64, maxWaitMs: 100, refusal: 'The standby is busy.' }

/** How long a read waits for a lock, as of a change of the tables that is replayed. */
const LOCK_MS = 100

const CHECK = {
  name: 'standby check',
  text: `SELECT pg_is_in_recovery(), pg_last_wal_replay_lsn()::text, (SELECT mark::text FROM history_marks)`,
  rowMode: 'array' as const,
  query_timeout: FROZEN_MS,
}

interface StandbyOptions {
  /** That this process has to it at the most: one of them for probes. */
  connections: number
  settings: pg.PoolConfig
  session: SessionSettings
  /** Called when a question remained without an answer, also after the request that it was for has gone elsewhere. */
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
  /** The last position that each connection has seen itself: it never goes back. */
  const seen = new WeakMap<pg.Client, Position>()
  const busy = new Set<pg.PoolClient>()
  let silent = 0
  let isLooking = false

  const hasReached = (client: pg.Client, { lsn, mark }: Position) => {
    const last = seen.get(client)
    return last !== undefined && last.mark === mark && last.lsn >= lsn
  }

  /** Looks at the position until it is reached. A statement after that sees all that was replayed by then. */
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

  /** A connection that has seen the position. What is still under way when the time is over is finished for others. */
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
      // Where this process was busy, the answer may be there already: it is read before the next turn.
      timer = setTimeout(() => setImmediate(leave), MAX_WAIT_MS + RETRY_MS)
    })
    return Promise.race([checking, late]).finally(() => {
      isDone = true
      clearTimeout(timer)
    })
  }

  /** A standby that was promoted in the meantime may have shown what the primary never had. */
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

  /** Whether it still answers. Of several reads that take long, one asks. */
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

    async read(position, work, planned) {
      const client = await connect(position)
      busy.add(client)
      const slow = setTimeout(look, SLOW_MS)
      let isBroken = false
      try {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
        if (planned) await client.query(PLANNED_ANEW)
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
      for (const client of busy) void client.end() // which ends what runs on it
    },
    counts: () => countsOf(pool),
    end: () => pool.end(),
  }
}

/** Where a database's server is, without user and password. */
export function hostOf(url: string): string {
  const { host, searchParams } = new URL(url)
  return host || searchParams.get('host') || 'localhost'
}
