import { PrismaPg } from '@prisma/adapter-pg'
import { clearLogs } from '@prisma/debug'
import pg from 'pg'
import { createSemaphore, type Semaphore } from '../concurrency/semaphore.ts'
import { CONNECTIONS, DEFAULT_TIMEOUTS, type Timeouts } from './connections/limits.ts'
import { countsOf, type PoolCounts, quietPool } from './connections/pools.ts'
import { BEGIN_MS, beginSession, openSession, type SessionSettings, UTC } from './connections/session.ts'
import { type Prisma, PrismaClient } from './generated/client.ts'
import { openSnapshotReader, type SnapshotReader } from './snapshot.ts'
import { preparedName } from './statements.ts'

/** The database: Prisma's client, pools of connections for frequent statements, and a connection for snapshots. */
export type Database = PrismaClient & {
  /**
   * Connections for the prepared statements of frequent reads, whose plans fit all values. They are separate, so that these
   * reads never wait for a connection that a writer holds.
   */
  readonly pool: pg.Pool
  /** Prisma's connections. Also used for reads whose statements are planned for their values each time. */
  readonly customPlans: pg.Pool
  /** Limits the reads whose cost grows with the catalog, so that they never take all connections. */
  readonly searches: Semaphore
  /** Identifies the current snapshot, which shows whether anything was committed since an earlier one. */
  readonly snapshots: SnapshotReader
  /** Opens a connection for a backup, without a time limit for statements. The caller ends it. */
  connect(): Promise<pg.Client>
  /** Opens a client with one connection, without a time limit for statements. The caller disconnects it. */
  openUnlimited(): PrismaClient
  /** Returns how the pools of connections are used, by name of the pool. */
  pools(): Record<string, PoolCounts>
}

/** The database or a Prisma transaction in it: all that a query needs. */
export type Db = Prisma.TransactionClient

/**
 * Limits for the reads whose cost grows with the catalog: searches and pages far from the first one. Two run at a time,
 * so that other reads have connections.
 */
const SEARCHES = {
  permits: 2,
  maxWaiting: 64,
  refusal: 'The server is busy with other searches. Try again in a moment.',
}

/**
 * How much longer than PostgreSQL this process waits for a statement. It waits in vain only if PostgreSQL froze or the
 * connection is lost.
 */
const SLACK_MS = 1_000

/** Maximum time of a transaction, in statements that take as long as they may. */
const TRANSACTION_STATEMENTS = 4

export interface DatabaseOptions {
  /** Maximum number of connections: one for snapshots, and half of the rest for each pool. */
  connections?: number
  timeouts?: Timeouts
}

/** Opens the pools of the database at `url`, which connect at the first query. */
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
  const poolOf = (session: SessionSettings) =>
    quietPool({
      ...settings,
      connectionString: url,
      max: Math.floor((connections - 1) / 2),
      onConnect: (client) => beginSession(client, session),
    })
  const own = poolOf(session)
  // Prisma keeps its last hundred statements for error reports, including the files in their parameters.
  own.on('release', () => clearLogs())
  const adapter = new PrismaPg(own, {
    disposeExternalPool: true,
    // Model calls have no names, because a connection would keep a plan for each number of values.
    statementNameGenerator: ({ sql }) => preparedName(sql) ?? '',
  })
  // The adapter must stop waiting for a connection first. Otherwise Prisma could leave a transaction open on it.
  const maxWait = timeouts.connection + BEGIN_MS + queryTimeout
  const timeout = TRANSACTION_STATEMENTS * timeouts.statement
  const client = new PrismaClient({ adapter, transactionOptions: { maxWait, timeout } })

  // Each of these statements has an index that fits all values, so planning for each value would only cost time.
  const pool = poolOf({ ...session, plan_cache_mode: 'force_generic_plan' })
  const direct = { ...settings, connectionString: url }
  const snapshots = openSnapshotReader(direct, session)

  const disconnect = client.$disconnect.bind(client)
  let ending: Promise<void> | undefined
  const end = async () => {
    await Promise.all([disconnect(), pool.end()])
    await snapshots.end()
  }
  const unlimited = { ...direct, query_timeout: undefined }
  const unlimitedSession = { ...UTC, statement_timeout: '0', lock_timeout: String(timeouts.lock) }
  const connect = () => {
    const connection = new pg.Client(unlimited)
    connection.on('error', () => {}) // the running or next statement fails as well
    return openSession(connection, unlimitedSession)
  }
  const openUnlimited = () => {
    const onConnect = (client: pg.ClientBase) => beginSession(client, unlimitedSession)
    const adapter = new PrismaPg(quietPool({ ...unlimited, max: 1, onConnect }), { disposeExternalPool: true })
    return new PrismaClient({ adapter, transactionOptions: { maxWait } })
  }
  const pools = () => ({
    prisma: countsOf(own),
    prepared: countsOf(pool),
  })
  const searches = createSemaphore({ ...SEARCHES, maxWaitMs: timeouts.connection })
  return Object.assign(client, {
    pool,
    customPlans: own,
    searches,
    snapshots,
    connect,
    openUnlimited,
    pools,
    $disconnect: () => (ending ??= end()),
  })
}
