import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/*
 * What stands between us and the database of an address: nothing, or a pooler that gives each of our connections, or each
 * transaction of them, a session of the database (docs/poolers.md).
 *
 * Nothing in the protocol says so. But a pooler has to make up the key by which a connection cancels its statements, and
 * with it the process id: PostgreSQL itself gives that of the session. With a pooler of transactions two idle connections
 * meet in one session, or one moves to another: a pooler that gives sessions keeps them apart. So two connections ask by
 * turns for their session's process id, by a prepared statement. Where it fails, in the session of the other one or in a
 * next one, the pooler does not carry prepared statements over. Tests: test/db/address/pooling.slow.test.ts, with PgBouncer.
 */

export type Pooling =
  | 'none'
  | 'sessions'
  | 'transactions'
  /** Of transactions, but prepared statements break: PgBouncer before 1.21, or without max_prepared_statements. */
  | 'transactions without prepared statements'
  /** Transactions are refused: each statement has a session. */
  | 'statements'

/** How often two connections that are kept apart are asked. */
const ROUNDS = 5

/** The same where they share sessions with others' connections, until it is known what becomes of prepared statements. */
const SHARED_ROUNDS = 50

/** How long a connection may take, and a statement, before the address counts as one that does not answer. */
const TIMEOUT_MS = 10_000

/** For how long the second connection may wait for a session before the first one asks again. */
const WAIT_MS = 1_000

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

/** Throws what PostgreSQL says of a prepared statement that is not carried over. */
async function sharesSessions(one: pg.Client, other: pg.Client): Promise<boolean> {
  const seen = new Set<number | undefined>()
  for (let round = 1; round <= (seen.size > 1 ? SHARED_ROUNDS : ROUNDS); round++) {
    const name = `session ${randomUUID()}`
    const [first, second] = [await sessionOf(one, name), await sessionOf(one, name)]
    if (second !== first) return true
    const third = await sessionBeside(one, other, name)
    if (third === null) return false
    if (third === first) return true
    seen.add(first)
  }
  return seen.size > 1
}

/**
 * The session of `other`. Null if it has none as long as `one` has: it would be the first to get one in a pooler of
 * transactions, whose queue it has joined before.
 */
async function sessionBeside(one: pg.Client, other: pg.Client, name: string): Promise<number | undefined | null> {
  const asked = sessionOf(other, name)
  const answered = new AbortController()
  const overtaken = delay(WAIT_MS, undefined, { signal: answered.signal }).then(() => sessionOf(one, name))
  for (const loser of [asked, overtaken]) loser.catch(() => {})
  try {
    return await Promise.race([asked, overtaken.then(() => null)])
  } finally {
    answered.abort()
  }
}

const sessionOf = async (client: pg.Client, name: string): Promise<number | undefined> => {
  const statement = { name, text: 'SELECT pg_backend_pid() AS pid', query_timeout: TIMEOUT_MS }
  return (await client.query<{ pid: number }>(statement)).rows[0]?.pid
}

const takesTransactions = (client: pg.Client): Promise<boolean> =>
  client.query('BEGIN').then(
    () => client.query('ROLLBACK').then(() => true),
    (error: Error) => {
      if (/transaction blocks not allowed/.test(error.message)) return false
      throw error
    },
  )
