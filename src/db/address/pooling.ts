import { randomUUID } from 'node:crypto'
import pg from 'pg'

/*
 * What stands between us and the database of an address: nothing, or a pooler that gives each of our connections, or each
 * transaction of them, a session of the database (docs/poolers.md).
 *
 * Nothing in the protocol says so. But a pooler has to make up the key by which a connection cancels its statements, and
 * with it the process id: PostgreSQL itself gives that of the session. In a pooler of transactions two idle connections
 * meet in one session, or one moves to another: a pooler that gives sessions keeps them apart. So each of two connections
 * asks several times for its session's process id, by a prepared statement: one that the pooler does not carry over to
 * the next session is told in the same breath. Tests: test/db/address/pooling.drill.ts, with the real PgBouncer.
 */

export type Pooling =
  | 'none'
  | 'sessions'
  | 'transactions'
  /** Of transactions, but prepared statements break: PgBouncer before 1.21, or without max_prepared_statements. */
  | 'transactions without prepared statements'
  /** Transactions are refused: each statement has a session. */
  | 'statements'

/** In other servers' traffic two connections may miss each other for once. */
const ROUNDS = 5

/** An address that can be used answers sooner. A pooler whose sessions are all in use has the second connection wait. */
const TIMEOUT_MS = 2_000

/** PostgreSQL: the prepared statement is not there, or another one has its name. */
const UNPREPARED = new Set(['26000', '42P05'])

/** What a client that is connected to the address, and idle, has between itself and the database. */
export async function findPooling(client: pg.Client, url: string): Promise<Pooling> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  if ('processID' in client && client.processID === rows[0]?.pid) return 'none'

  const other = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS })
  other.on('error', () => {}) // the running statement fails, or the next one
  try {
    await other.connect()
    if (!(await sharesSessions(client, other))) return 'sessions'
    return (await takesTransactions(other)) ? 'transactions' : 'statements'
  } catch (error) {
    if (error instanceof pg.DatabaseError && UNPREPARED.has(error.code ?? ''))
      return 'transactions without prepared statements'
    throw error
  } finally {
    await other.end()
  }
}

async function sharesSessions(one: pg.Client, other: pg.Client): Promise<boolean> {
  const statement = {
    name: `session ${randomUUID()}`,
    text: 'SELECT pg_backend_pid() AS pid',
    query_timeout: TIMEOUT_MS,
  }
  const sessionOf = async (client: pg.Client) => (await client.query<{ pid: number }>(statement)).rows[0]?.pid
  const first = await sessionOf(one)
  for (let round = 1; round <= ROUNDS; round++) {
    const second = await sessionOf(other).catch((error: Error) => {
      if (error.message === 'Query read timeout') return undefined // `one`, though idle, keeps the last session
      throw error
    })
    if (second === undefined) return false
    if (second === first || (await sessionOf(one)) !== first) return true
  }
  return false
}

const takesTransactions = (client: pg.Client): Promise<boolean> =>
  client.query('BEGIN').then(
    () => client.query('ROLLBACK').then(() => true),
    (error: Error) => {
      if (/transaction blocks not allowed/.test(error.message)) return false
      throw error
    },
  )
