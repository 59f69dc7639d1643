import type { Context } from '../../context.ts'
import type { Metrics } from './metrics.ts'

interface MeasuredCatalog extends Pick<Context, 'db'> {
  differ: { counts(): { running: number; waiting: number } }
}

/** Adds the use of the database pools and standbys, searches and comparisons. */
export function measureCatalog({ gauge, counter }: Metrics, { db, differ }: MeasuredCatalog): void {
  gauge(
    'database_pool_connections',
    'Connections to the database by pool and state.',
    () =>
      Object.entries(db.pools()).flatMap(([pool, { used, idle }]) => [
        [{ pool, state: 'used' }, used] as const,
        [{ pool, state: 'idle' }, idle] as const,
      ]),
    ['pool', 'state'],
  )
  gauge(
    'database_pool_waiting',
    'Queries and transactions waiting for a connection, by pool.',
    () => Object.entries(db.pools()).map(([pool, { waiting }]) => [{ pool }, waiting]),
    ['pool'],
  )
  gauge('search_running', 'Searches that are running.', () => db.searches.counts().running)
  gauge('search_waiting', 'Searches waiting for their turn.', () => db.searches.counts().waiting)
  gauge('compare_running', 'Comparisons and load orders being made.', () => differ.counts().running)
  gauge('compare_waiting', 'Comparisons and load orders waiting for their turn.', () => differ.counts().waiting)

  const { standbys } = db
  if (standbys === undefined) return
  counter(
    'database_reads_total',
    'Heavy reads by the server that answered them (a standby or the primary) and the reason for that choice.',
    () => standbys.figures().reads.map(({ count, ...labels }) => [labels, count]),
    ['server', 'reason'],
  )
  gauge(
    'database_standby_ready',
    '1 if reads are sent to the standby; 0 while it lags, is unavailable or frozen, or is on another timeline.',
    () => Object.entries(standbys.figures().ready).map(([server, isReady]) => [{ server }, Number(isReady)]),
    ['server'],
  )
}
