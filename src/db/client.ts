import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { createSemaphore, type Semaphore } from '../concurrency/semaphore.ts'
import { type Prisma, PrismaClient } from './generated/client.ts'
import { BEGIN_MS, beginSession, CONNECTIONS, DEFAULT_TIMEOUTS, type Timeouts, UTC } from './session.ts'
import { openSnapshotReader, type SnapshotReader } from './snapshot.ts'

interface ConnectionCounts {
  used: number
  idle: number
  waiting: number
}

/** Creates a pool whose lost connections do not end the process. */
function quietPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(settings)
  pool.on('error', () => {}) // an idle connection was lost; the next query opens another
  // A connection that ends right after it was opened emits an error before the pool listens, which would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => {}))
  // After a statement that timed out, Prisma may release a connection within its transaction, which nobody must commit.
  pool.on('release', (_, client) => {
    if (client.getTransactionStatus() !== 'I') client.end().catch(() => {})
  })
  return pool
}

const countsOf = (pool: pg.Pool): ConnectionCounts => ({
  used: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})

export type Database = PrismaClient & {
  /** Prisma's connections. The bytes of files and the hot reads use them without Prisma. */
  readonly pool: pg.Pool
  /** Limits the reads whose cost grows with the catalog, so that they never take all connections. */
  readonly searches: Semaphore
  /** Identifies the current snapshot, which shows whether anything was committed since an earlier one. */
  readonly snapshots: SnapshotReader
  /** Opens a client with one connection, without a time limit for statements. The caller disconnects it. */
  openUnlimited(): PrismaClient
  connections(): ConnectionCounts
}

/** The database or a Prisma transaction in it: all that a query needs. */
export type Db = Prisma.TransactionClient

/** Limits for searches and pages far from the first one, so that other reads have connections. */
const SEARCHES = {
  permits: 2,
  maxWaiting: 64,
  refusal: 'The server is busy with other searches. Try again in a moment.',
}

/** How much longer than PostgreSQL this process waits for a statement, in case PostgreSQL froze. */
const SLACK_MS = 1_000

/** Maximum time of a transaction, in statements that take as long as they may. */
const TRANSACTION_STATEMENTS = 4

export interface DatabaseOptions {
  /** Maximum number of connections: one for snapshots, and the pool. */
  connections?: number
  timeouts?: Timeouts
}

export function openDatabase(
  url: string,
  { connections = CONNECTIONS, timeouts = DEFAULT_TIMEOUTS }: DatabaseOptions = {},
): Database {
  const queryTimeout = timeouts.statement + SLACK_MS
  const settings = { connectionTimeoutMillis: timeouts.connection, query_timeout: queryTimeout, keepAlive: true }
  // Compiling a statement (JIT) takes longer than any statement of ours saves by it.
  const session = {
    ...UTC,
    statement_timeout: String(timeouts.statement),
    lock_timeout: String(timeouts.lock),
    idle_in_transaction_session_timeout: String(timeouts.statement),
    jit: 'off',
  }
  const direct = { ...settings, connectionString: url }
  const onConnect = (client: pg.ClientBase) => beginSession(client, session)
  const pool = quietPool({ ...direct, max: connections - 1, onConnect })
  const adapter = new PrismaPg(pool, { disposeExternalPool: true })
  // The adapter must stop waiting for a connection first. Otherwise Prisma could leave a transaction open on it.
  const maxWait = timeouts.connection + BEGIN_MS + queryTimeout
  const timeout = TRANSACTION_STATEMENTS * timeouts.statement
  const client = new PrismaClient({ adapter, transactionOptions: { maxWait, timeout } })
  const snapshots = openSnapshotReader(direct, session)

  const disconnect = client.$disconnect.bind(client)
  let ending: Promise<void> | undefined
  const end = async () => {
    await disconnect()
    await snapshots.end()
  }
  const unlimited = { ...direct, query_timeout: undefined }
  const unlimitedSession = { ...UTC, statement_timeout: '0', lock_timeout: String(timeouts.lock) }
  const openUnlimited = () => {
    const onConnect = (client: pg.ClientBase) => beginSession(client, unlimitedSession)
    const adapter = new PrismaPg(quietPool({ ...unlimited, max: 1, onConnect }), { disposeExternalPool: true })
    return new PrismaClient({ adapter, transactionOptions: { maxWait } })
  }
  const searches = createSemaphore({ ...SEARCHES, maxWaitMs: timeouts.connection })
  return Object.assign(client, {
    pool,
    searches,
    snapshots,
    openUnlimited,
    connections: () => countsOf(pool),
    $disconnect: () => (ending ??= end()),
  })
}
