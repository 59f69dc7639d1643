import type { CacheFigures } from '../../concurrency/bounded-cache.ts'
import type { Metrics } from './metrics.ts'

/** Adds the sizes and hits of the caches. */
export function measureCaches({ gauge, counter }: Metrics, caches: Readonly<Record<string, CacheFigures>>): void {
  const add = (metric: typeof gauge, name: string, help: string, value: (cache: CacheFigures) => number) =>
    metric(name, help, () => Object.entries(caches).map(([cache, figures]) => [{ cache }, value(figures)]), ['cache'])

  add(counter, 'cache_hits_total', 'Lookups that found an entry in the cache.', ({ hits }) => hits)
  add(counter, 'cache_misses_total', 'Lookups that found no entry in the cache.', ({ misses }) => misses)
  add(gauge, 'cache_entries', 'Number of entries in the cache.', ({ size }) => size)
  add(gauge, 'cache_bytes', 'Memory used by the cache, in bytes.', ({ calculatedSize }) => calculatedSize)
}
