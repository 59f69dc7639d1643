import pg from 'pg'
import { openSession, type SessionSettings } from './connections/session.ts'
import { Prisma } from './generated/client.ts'

/*
 * Has anything been committed since? Each use of a cached response asks that (http/cache/response-cache.ts). One
 * statement for each request would cost more than sending the response, and invalidation by the writers would have to
 * know of every server and every writer.
 *
 * So the database is asked for the name of its present snapshot: the transactions that a statement sees. Each process
 * has one connection for that, and one query at a time on it. All requests that come while a query runs share the next
 * one, which begins after the last of them came: what it finds is never older than the request.
 *
 * Promised: equal names, equal data, whichever program wrote; writers do nothing for it, and never wait for it. Tests:
 * test/http/cache/ and test/faults/servers/coherence.slow.test.ts. Measured by `npm run bench -- pages`; why it was chosen:
 * docs/decisions/snapshots-for-coherence.md.
 */

/**
 * Names the snapshot that a statement sees. Transaction ids alone do not: after a crash PostgreSQL gives ids of commits that it has
 * lost to others. So the name has the start of the server, and the last reset of its statistics, as every recovery from a crash
 * resets them, also where the server itself goes on (only one of its processes was killed).
 */
export const SNAPSHOT = Prisma.sql`concat_ws(' ', pg_current_snapshot(), pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time())`

export interface SnapshotReader {
  /** Finds the snapshot as of now or later. */
  read(callback: SnapshotCallback): void
  /**
   * The connection generation: another number after the connection was lost. What was cached before must not be trusted
   * then: a crash of the database may have taken back commits that were not durable, and given their numbers to others.
   */
  readonly generation: number
  /** Runs a small query on the same connection, which no request ever holds: it fails only if the database is away. */
  query(sql: string): Promise<Record<string, unknown>[]>
  end(): Promise<void>
}

/** `more` is what the reader asks beside. */
type SnapshotCallback = (error: Error | null, snapshot: string, more: readonly (string | null)[]) => void

/**
 * A database that takes longer counts as away: each waiting request then runs its own queries, with their own limits.
 */
const TIMEOUT_MS = 1_500

/** How many turns of the event loop a query is put off at the most, while requests keep joining it. */
const MAX_TURNS = 2

const QUERY = { name: 'snapshot', text: `SELECT ${SNAPSHOT.text}`, rowMode: 'array' as const }

/** Each question also asks for `columns`, which it gives as they were after the snapshot was taken. */
export function openSnapshotReader(
  settings: pg.ClientConfig,
  session: SessionSettings,
  columns: readonly string[] = [],
): SnapshotReader {
  const question = { ...QUERY, text: [QUERY.text, ...columns].join(', ') }
  let connection: Promise<pg.Client> | undefined
  let generation = 0
  let waiting: SnapshotCallback[] = []
  let isRunning = false
  let hasEnded = false

  function connect(): Promise<pg.Client> {
    const client = new pg.Client(settings)
    client.on('error', () => discard(opened))
    client.on('end', () => discard(opened))
    const opened = openSession(client, session)
    connection = opened
    return opened
  }

  function discard(lost: Promise<pg.Client>) {
    if (connection !== lost) return
    connection = undefined
    generation++
    lost.then((client) => client.end()).catch(() => {})
  }

  async function querySnapshot(): Promise<[snapshot: string, ...more: (string | null)[]]> {
    if (hasEnded) throw new Error('Connection terminated')
    const used = connection ?? connect()
    try {
      const { rows } = await (await used).query<[string, ...(string | null)[]]>(question)
      return rows[0] ?? ['']
    } catch (error) {
      discard(used)
      throw error
    }
  }

  /** A snapshot query that times out discards the connection, whatever else runs on it: hence the second attempt. */
  async function query(sql: string, attempts = 2): Promise<Record<string, unknown>[]> {
    if (hasEnded) throw new Error('Connection terminated')
    const used = connection ?? connect()
    try {
      return (await (await used).query(sql)).rows
    } catch (error) {
      if (error instanceof pg.DatabaseError) throw error
      discard(used)
      if (attempts === 1) throw error
      return query(sql, attempts - 1)
    }
  }

  /** Waits for as long as each turn of the event loop brings more requests that can share the query. */
  function schedule(turns = MAX_TURNS) {
    const { length } = waiting
    setImmediate(() => {
      if (turns > 0 && waiting.length > length) schedule(turns - 1)
      else run()
    })
  }

  function run() {
    const callbacks = waiting
    waiting = []
    let isSettled = false
    const settle = (error: Error | null, snapshot: string, ...more: (string | null)[]) => {
      if (isSettled) return
      isSettled = true
      clearTimeout(timer)
      for (const callback of callbacks) callback(error, snapshot, more)
      if (waiting.length > 0) schedule()
      else isRunning = false
    }
    const timer = setTimeout(() => {
      if (connection !== undefined) discard(connection)
      callbacks.push(...waiting.splice(0)) // they have waited for this query, too
      settle(new Error('Connection terminated: the database takes too long to answer.'), '')
    }, TIMEOUT_MS)
    querySnapshot().then(
      (row) => settle(null, ...row),
      (error: Error) => settle(error, ''),
    )
  }

  return {
    read: (callback) => {
      waiting.push(callback)
      if (isRunning) return
      isRunning = true
      schedule()
    },
    query: (sql) => query(sql),
    get generation() {
      return generation
    },
    end: async () => {
      hasEnded = true
      await connection?.then((client) => client.end()).catch(() => {})
    },
  }
}
