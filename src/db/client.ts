import { PrismaPg } from '@prisma/adapter-pg'
import { type Prisma, PrismaClient } from './generated/client.ts'

/** The database: opens transactions. */
export type Database = PrismaClient

/** The database or a transaction in it: all that a query needs. */
export type Db = Prisma.TransactionClient

/** Eight connections are as fast as more, and keep the 99th percentile low. */
const POOL_SIZE = 8

/** How long a request waits for a connection, and how long a statement may run, before the answer is 503. */
const CONNECT_MS = 3_000
const STATEMENT_MS = 4_000

/** Opens a pool of connections to the database at `url`. It connects with the first query. */
export function openDatabase(url: string): Database {
  const adapter = new PrismaPg({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    // The adapter drops the time zone of what it reads: only in UTC are the moments right.
    options: '-c timezone=UTC',
  })
  return new PrismaClient({ adapter, transactionOptions: { maxWait: CONNECT_MS, timeout: 2 * STATEMENT_MS } })
}
