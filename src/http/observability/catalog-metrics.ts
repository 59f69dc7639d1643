import type { CacheFigures } from '../../concurrency/bounded-cache.ts'
import type { Context } from '../../context.ts'
import type { Metrics } from './metrics.ts'

interface MeasuredCatalog extends Pick<Context, 'db'> {
  differ: { counts(): { running: number; waiting: number } }
}

/** Adds the uploads that the limits for a client and for the catalog have refused. */
export const measureRefusals = ({ counter }: Metrics, refusals: () => Readonly<Record<string, number>>): void =>
  counter(
    'upload_limit_refusals_total',
    'Uploads that were refused because a client or the catalog has reached a limit, by limit.',
    () => Object.entries(refusals()).map(([limit, count]) => [{ limit }, count]),
    ['limit'],
  )

/** Adds the use of the database pools, searches, comparisons and caches. */
export function measureCatalog(
  { gauge, counter }: Metrics,
  { db, differ }: MeasuredCatalog,
  caches: Readonly<Record<string, CacheFigures>>,
): void {
  gauge(
    'database_pool_connections',
    'Connections to the database by state.',
    () => {
      const { used, idle } = db.connections()
      return [
        [{ state: 'used' }, used],
        [{ state: 'idle' }, idle],
      ]
    },
    ['state'],
  )
  gauge('database_pool_waiting', 'Queries and transactions waiting for a connection.', () => db.connections().waiting)
  gauge('search_running', 'Searches that are running.', () => db.searches.counts().running)
  gauge('search_waiting', 'Searches waiting for their turn.', () => db.searches.counts().waiting)
  gauge('compare_running', 'Comparisons and load orders being made.', () => differ.counts().running)
  gauge('compare_waiting', 'Comparisons and load orders waiting for their turn.', () => differ.counts().waiting)

  const addOfCaches = (add: typeof gauge, name: string, help: string, value: (cache: CacheFigures) => number) =>
    add(name, help, () => Object.entries(caches).map(([cache, figures]) => [{ cache }, value(figures)]), ['cache'])
  addOfCaches(counter, 'cache_hits_total', 'Lookups that found an entry in the cache.', ({ hits }) => hits)
  addOfCaches(counter, 'cache_misses_total', 'Lookups that found no entry in the cache.', ({ misses }) => misses)
  addOfCaches(gauge, 'cache_entries', 'Number of entries in the cache.', ({ size }) => size)
  addOfCaches(gauge, 'cache_bytes', 'Memory used by the cache, in bytes.', ({ calculatedSize }) => calculatedSize)
}
