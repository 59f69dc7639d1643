import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { type Prisma, PrismaClient } from './generated/client.ts'
import { forgetStatements } from './memory.ts'

/** The database: opens transactions. */
export type Database = PrismaClient & {
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

/** Eight connections are as fast as more, and keep the 99th percentile low. */
const POOL_SIZE = 8

/** How long a request waits for a connection, and how long a statement may run, before the answer is 503. */
const CONNECT_MS = 3_000
const STATEMENT_MS = 4_000

/** A server that has not even said by then that the statement took too long is not there any more. */
const SILENCE_MS = STATEMENT_MS + 500

/** Opens a pool of connections to the database at `url`. It connects with the first query. */
export function openDatabase(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: SILENCE_MS,
    keepAlive: true,
    // The adapter drops the time zone of what it reads: only in UTC are the moments right.
    options: '-c timezone=UTC',
  })
  // One that is ended right after it was made says so before anybody listens, and that would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('release', forgetStatements)
  const adapter = new PrismaPg(pool, { disposeExternalPool: true })
  // The adapter gives up a connection by itself; a transaction that is given up while it waits could leave its own open.
  const maxWait = CONNECT_MS + SILENCE_MS
  const client = new PrismaClient({ adapter, transactionOptions: { maxWait, timeout: 2 * STATEMENT_MS } })
  return Object.assign(client, { pools: () => ({ prisma: countsOf(pool) }) })
}

const countsOf = (pool: pg.Pool): PoolCounts => ({
  used: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})
