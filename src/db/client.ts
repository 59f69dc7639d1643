import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { createSemaphore, type Semaphore } from '../semaphore.ts'
import { CONNECTIONS } from './connections.ts'
import { type Prisma, PrismaClient } from './generated/client.ts'
import { forgetStatements } from './memory.ts'
import { openStateReader, type StateReader } from './snapshot.ts'

/** The database: opens transactions, and answers hot reads past Prisma. */
export type Database = PrismaClient & {
  /** Prepared statements of hot reads and writes, in queries.ts. Plans are made once, without a look at the values. */
  readonly pool: pg.Pool
  /** The same for hot writes: reads never wait for a connection that a writer holds. */
  readonly writes: pg.Pool
  /** Bounds the reads whose cost grows with the catalog: others find a connection beside them. */
  readonly searches: Semaphore
  /** Tells whether anything was committed since. */
  readonly state: StateReader
  /** A connection of its own for an operator's work, whose statements take as long as they need. To be ended. */
  connect(): Promise<pg.Client>
  /** How its pools of connections are used, by the name of the pool. */
  pools(): Record<string, PoolCounts>
}

export interface PoolCounts {
  used: number
  idle: number
  /** Those who wait for a connection. */
  waiting: number
}

/** The database or a transaction in it: all that a query needs. */
export type Db = Prisma.TransactionClient

/** A pool of prepared statements or a transaction of it: all that a hot query needs. */
export interface Statements {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<{ rows: Row[] }>
}

/**
 * A search for a common word goes through all lists, for a processor's second at 200,000 of them. So many are at work,
 * on as many of Prisma's connections, and so many wait, for no longer than leaves them the time of a statement.
 */
const SEARCHES = {
  inside: 2,
  waiting: 64,
  patience: 1_500,
  refusal: 'Too many searches at once. Try again in a moment.',
}

/** How long a request waits for a connection, and how long a statement may run, before the answer is 503. */
const CONNECT_MS = 3_000
const STATEMENT_MS = 4_000

/** A server that has not even said by then that the statement took too long is not there any more. */
const SILENCE_MS = STATEMENT_MS + 500

/** How long an operator's work waits for others to let go of what it needs. */
const LOCK_MS = 10_000

/** Opens pools of so many connections in all to the database at `url`. They connect with the first query. */
export function openDatabase(url: string, connections = CONNECTIONS): Database {
  const settings = {
    connectionString: url,
    max: Math.floor((connections - 1) / 3),
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: SILENCE_MS,
    keepAlive: true,
    // The Prisma adapter drops the time zone of what it reads: only in UTC are the moments right.
    options: '-c timezone=UTC',
  }
  const own = quietPool(settings)
  own.on('release', forgetStatements)
  const adapter = new PrismaPg(own, { disposeExternalPool: true })
  // The adapter gives up a connection by itself; a transaction that is given up while it waits could leave its own open.
  const maxWait = CONNECT_MS + SILENCE_MS
  const client = new PrismaClient({ adapter, transactionOptions: { maxWait, timeout: 2 * STATEMENT_MS } })

  // Every hot read has an index that fits it whatever the values: a plan for each value would cost more than it gains.
  const prepared = { ...settings, options: `${settings.options} -c plan_cache_mode=force_generic_plan` }
  const pool = quietPool(prepared)
  const writes = quietPool(prepared)
  const state = openStateReader(settings)

  const disconnect = client.$disconnect.bind(client)
  let ending: Promise<void> | undefined
  const end = async () => {
    await Promise.all([disconnect(), pool.end(), writes.end(), state.end()])
  }
  const connect = async () => {
    const { statement_timeout: _, query_timeout: __, max: ___, ...unlimited } = settings
    const connection = new pg.Client({ ...unlimited, lock_timeout: LOCK_MS })
    connection.on('error', () => {}) // the statement that runs is told, or the next one
    await connection.connect()
    return connection
  }
  const pools = () => ({ prisma: countsOf(own), prepared: countsOf(pool), writes: countsOf(writes) })
  const searches = createSemaphore(SEARCHES)
  return Object.assign(client, { pool, writes, searches, state, connect, pools, $disconnect: () => (ending ??= end()) })
}

function quietPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(settings)
  pool.on('error', () => {}) // an idle connection that was lost is replaced by the next query
  // One that is ended right after it was made says so before anybody listens, and that would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const countsOf = (pool: pg.Pool): PoolCounts => ({
  used: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})
