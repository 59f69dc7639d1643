import pg from 'pg'
import { Prisma } from './generated/client.ts'
import { openSession, type SessionSettings } from './session.ts'

/*
 * The current snapshot of the database. Problem: each use of a cached response must know whether anything was committed
 * since, by any program (http/cache/response-cache.ts). Approach: each process has one connection that asks for the
 * current snapshot, one query at a time. Requests that arrive during a query share the next one, so what it finds is
 * never older than the request. Guarantee: equal snapshots mean equal data. Writers do nothing for this, and never
 * wait. Tests: test/http/cache/, test/faults/servers/coherence.slow.test.ts. Reasons:
 * docs/decisions/snapshots-for-coherence.md.
 */

/**
 * SQL that returns the name of the snapshot that a statement sees. After a crash, PostgreSQL reuses transaction ids of
 * lost commits, so the name has the start of the server and the last reset of statistics, which every recovery does.
 */
export const SNAPSHOT = Prisma.sql`concat_ws(' ', pg_current_snapshot(), pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time())`

export interface SnapshotReader {
  /** Finds the snapshot as of now or later. */
  read(callback: SnapshotCallback): void
  /** Runs a small query on the same connection, which no request holds. */
  query(sql: string): Promise<Record<string, unknown>[]>
  end(): Promise<void>
}

type SnapshotCallback = (error: Error | null, snapshot: string) => void

/** Returns the current snapshot. A response made of what is read afterwards is never older than this snapshot. */
export const readSnapshot = (snapshots: SnapshotReader): Promise<string> =>
  new Promise((resolve, reject) => {
    snapshots.read((error, snapshot) => (error === null ? resolve(snapshot) : reject(error)))
  })

/** Time limit of a snapshot query. Beyond it, each waiting request runs its own queries, with their own limits. */
const TIMEOUT_MS = 3_000

const MAX_TURNS = 2

const QUERY = { name: 'snapshot', text: `SELECT ${SNAPSHOT.text}`, rowMode: 'array' as const }

export function openSnapshotReader(settings: pg.ClientConfig, session: SessionSettings): SnapshotReader {
  let connection: Promise<pg.Client> | undefined
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
    lost.then((client) => client.end()).catch(() => {})
  }

  async function send<T>(statement: (client: pg.Client) => Promise<T>): Promise<T> {
    if (hasEnded) throw new Error('Connection terminated')
    const used = connection ?? connect()
    try {
      return await statement(await used)
    } catch (error) {
      discard(used)
      throw error
    }
  }

  /** The last of the other queries. They run one after the other, next to at most one snapshot query. */
  let last: Promise<unknown> = Promise.resolve()

  function query(sql: string): Promise<Record<string, unknown>[]> {
    const result = last.then(() => runQuery(sql))
    last = result.catch(() => {})
    return result
  }

  /** Runs a query. Tries twice, because a snapshot query that times out discards the connection of other queries, too. */
  async function runQuery(sql: string): Promise<Record<string, unknown>[]> {
    const began = performance.now()
    const attempt = () => send((client) => client.query(sql))
    const { rows } = await attempt().catch((error) => {
      if (error instanceof pg.DatabaseError || performance.now() - began > 2 * TIMEOUT_MS) throw error
      return attempt()
    })
    return rows
  }

  /** Runs a query after at most `turns` turns of the event loop, as long as each brings requests that share it. */
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
    const settle = (error: Error | null, snapshot: string) => {
      if (isSettled) return
      isSettled = true
      clearTimeout(timer)
      for (const callback of callbacks) callback(error, snapshot)
      if (waiting.length > 0) schedule()
      else isRunning = false
    }
    const timer = setTimeout(() => {
      if (connection !== undefined) discard(connection)
      callbacks.push(...waiting.splice(0)) // these have waited for this query, too
      settle(new Error('Connection terminated: the database takes too long to answer.'), '')
    }, TIMEOUT_MS)
    send((client) => client.query<[snapshot: string]>(QUERY)).then(
      ({ rows: [[snapshot] = ['']] }) => settle(null, snapshot),
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
    query,
    end: async () => {
      hasEnded = true
      await connection?.then((client) => client.end()).catch(() => {})
    },
  }
}
