import pg from 'pg'
import { Prisma } from './generated/client.ts'
import { openSession, type SessionSettings } from './session.ts'

/*
 * The current snapshot of the database.
 *
 * Problem: each use of a cached response must know whether anything was committed since (http/cache/response-cache.ts).
 * A statement for each request would cost more than sending the response. Invalidation by writers would have to know of
 * every server and every writer.
 * Approach: each process has one connection that asks the database for its current snapshot, one query at a time. All
 * requests that arrive during a query share the next one, so what it finds is never older than the request.
 * Guarantee: equal snapshots mean equal data, no matter which program wrote. Writers do nothing for this, and never
 * wait.
 * Tests: test/http/cache/, test/faults/servers/coherence.slow.test.ts. Measured by `npm run bench -- pages`. Reasons:
 * docs/decisions/snapshots-for-coherence.md.
 */

/**
 * SQL that returns the name of the snapshot that a statement sees. Transaction ids are not enough: after a crash,
 * PostgreSQL reuses the ids of commits that it has lost. So the name also has the start time of the server, and the
 * time of the last statistics reset. Every crash recovery resets the statistics, even if the server itself was not
 * restarted.
 */
export const SNAPSHOT = Prisma.sql`concat_ws(' ', pg_current_snapshot(), pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time())`

export interface SnapshotReader {
  /** Finds the snapshot as of now or later. */
  read(callback: SnapshotCallback): void
  /**
   * Runs a small query on the same connection. No request holds it, so this fails only if the database is unavailable.
   */
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

/** Maximum number of event loop turns for which a query is delayed while requests join it. */
const MAX_TURNS = 2

const QUERY = { name: 'snapshot', text: `SELECT ${SNAPSHOT.text}`, rowMode: 'array' as const }

/** Opens a snapshot reader. */
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

  /** Sends a statement. An error discards the connection. */
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

  /**
   * Runs a query after at most `turns` turns of the event loop, as long as each turn brings requests that can share it.
   */
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
