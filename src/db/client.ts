import { PrismaPg } from '@prisma/adapter-pg'
import { clearLogs } from '@prisma/debug'
import pg from 'pg'
import { createSemaphore, type Semaphore } from '../concurrency/semaphore.ts'
import { CONNECTIONS } from './connections/counts.ts'
import { countsOf, type PoolCounts, quietPool } from './connections/pools.ts'
import {
  BEGIN_MS,
  beginSession,
  openSession,
  type SessionSettings,
  StandbyError,
  UTC,
  UTC_OPTION,
} from './connections/session.ts'
import { type Prisma, PrismaClient } from './generated/client.ts'
import { openSnapshotReader, type SnapshotReader } from './snapshot.ts'
import { POSITION_COLUMNS } from './standbys/position.ts'
import { openStandbys, type Standbys } from './standbys/standbys.ts'

/** The database: Prisma's client, with pools of its own for hot statements, and a connection for snapshots. */
export type Database = PrismaClient & {
  /** Prepared statements of hot reads (queries.ts), whose plans are made once, whatever the values are. */
  readonly pool: pg.Pool
  /** The same for hot writes, apart from the reads: these never wait for a connection that a writer holds. */
  readonly writes: pg.Pool
  /** Whether it is reached through a pooler of transactions. */
  readonly isPooled: boolean
  /** Prisma's own connections, for reads whose statements are planned each time anew. */
  readonly planned: pg.Pool
  /** Bounds the reads whose cost grows with the catalog, so that they never take all connections. */
  readonly searches: Semaphore
  /** Names the present snapshot: whether anything was committed since another one. */
  readonly snapshots: SnapshotReader
  /** Where heavy reads are answered, if there are any: db/reads.ts asks them first. */
  readonly standbys: Standbys | undefined
  /** Asks a pooler whether it still leads to the primary, where there is one. Throws if not. */
  checkPooler(): Promise<void>
  /** A connection of its own for an operator's work, whose statements take as long as they need. The caller ends it. */
  connect(): Promise<pg.Client>
  /** How its pools of connections are used, by the name of the pool. */
  pools(): Record<string, PoolCounts>
}

/** The database or a transaction in it: all that a query needs. */
export type Db = Prisma.TransactionClient

/** A pool of prepared statements or a transaction of it: all that a hot query needs. */
export interface Statements {
  query<Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig,
  ): Promise<{ rows: Row[]; fields: Pick<pg.FieldDef, 'name'>[] }>
}

/**
 * Reads whose cost grows with the catalog: searches and pages far from the first one. Two run at a time, so that other reads
 * have connections. The others wait for a time that still leaves them a statement before their deadline.
 */
const SEARCHES = {
  permits: 2,
  maxWaiting: 64,
  maxWaitMs: 1_500,
  refusal: 'The server is busy with other searches. Try again in a moment.',
}

/** How long a request waits for a connection, and how long a statement may run, before the answer is 503. */
const CONNECT_MS = 3_000
const STATEMENT_MS = 4_000

/** PostgreSQL itself reports a statement that runs too long. One that has not even done that by then counts as lost. */
const QUERY_MS = STATEMENT_MS + 500

/** How long an operator's work waits for a lock. */
const LOCK_MS = 10_000

export interface DatabaseOptions {
  /** How many there are in all: a third in each pool, but for the one of snapshots. */
  connections?: number
  /** Where the database is reached without a pooler, if `url` is the address of one. */
  directUrl?: string | undefined
  /** Whether `url` is the address of a pooler of transactions. */
  isPooled?: boolean
  /** The addresses of its standbys, and how many connections to each there are in all. */
  replicas?: { urls: readonly string[]; connections: number }
}

/**
 * Opens the pools of the database at `url`. They connect with the first query. The connection of snapshots and those of
 * operators go past a pooler: it would hide that the first was lost (db/snapshot.ts), and end the long statements of the
 * others.
 */
export function openDatabase(
  url: string,
  { connections = CONNECTIONS, directUrl = url, isPooled = directUrl !== url, replicas }: DatabaseOptions = {},
): Database {
  const settings = { connectionTimeoutMillis: CONNECT_MS, query_timeout: QUERY_MS, keepAlive: true }
  const session = { ...UTC, statement_timeout: String(STATEMENT_MS) }
  const poolOf = (session: SessionSettings) =>
    quietPool({
      ...settings,
      connectionString: url,
      max: Math.floor((connections - 1) / 3),
      ...(isPooled && { options: UTC_OPTION }),
      onConnect: (client) => beginSession(client, isPooled ? {} : session),
    })
  const own = poolOf(session)
  // Prisma keeps its last hundred statements for its own error reports, with all files that they carry.
  own.on('release', () => clearLogs())
  const adapter = new PrismaPg(own, { disposeExternalPool: true })
  // The adapter's own wait for a connection has to end first, else Prisma could leave a transaction open on it.
  const maxWait = CONNECT_MS + BEGIN_MS + QUERY_MS
  const client = new PrismaClient({ adapter, transactionOptions: { maxWait, timeout: 2 * STATEMENT_MS } })

  // Each hot statement has an index that fits all values: a plan for each value would only cost time.
  const prepared = { ...session, plan_cache_mode: 'force_generic_plan' }
  const pool = poolOf(prepared)
  // What a write looks for is found by an index, too. A plan stays for a while that was made when the catalog was small enough to
  // be read whole, also one of a foreign key's check.
  const writes = poolOf({ ...prepared, enable_seqscan: 'off' })
  const direct = { ...settings, connectionString: directUrl }
  const hasStandbys = replicas !== undefined && replicas.urls.length > 0
  const snapshots = openSnapshotReader(direct, session, hasStandbys ? POSITION_COLUMNS : [])
  const standbys = hasStandbys
    ? openStandbys({ ...replicas, settings, session: prepared, snapshots, primary: direct })
    : undefined

  // Beside the pools, as whether a server is ready must not depend on how busy they are.
  const probe = isPooled
    ? openSnapshotReader({ ...settings, connectionString: url, options: UTC_OPTION }, {})
    : undefined
  const checkPooler = async () => {
    const [row] = (await probe?.query('SELECT pg_is_in_recovery() AS "isStandby"')) ?? []
    if (row?.isStandby === true) throw new StandbyError()
  }

  const disconnect = client.$disconnect.bind(client)
  let ending: Promise<void> | undefined
  const end = async () => {
    await Promise.all([disconnect(), pool.end(), writes.end(), standbys?.end(), probe?.end()])
    await snapshots.end()
  }
  const connect = () => {
    const connection = new pg.Client({ ...direct, query_timeout: undefined })
    connection.on('error', () => {}) // the running statement fails, or the next one
    return openSession(connection, { ...UTC, statement_timeout: '0', lock_timeout: String(LOCK_MS) })
  }
  const pools = () => ({
    prisma: countsOf(own),
    prepared: countsOf(pool),
    writes: countsOf(writes),
    ...standbys?.pools(),
  })
  const searches = createSemaphore(SEARCHES)
  return Object.assign(client, {
    pool,
    writes,
    isPooled,
    planned: own,
    searches,
    snapshots,
    standbys,
    checkPooler,
    connect,
    pools,
    $disconnect: () => (ending ??= end()),
  })
}
