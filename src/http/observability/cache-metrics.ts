import { Counter, Gauge } from 'prom-client'
import type { CacheFigures } from '../../concurrency/bounded-cache.ts'
import type { Metrics } from './metrics.ts'

/** Adds the sizes and hits of the caches. They are collected whenever the metrics are requested. */
export function measureCaches({ registry }: Metrics, caches: Readonly<Record<string, CacheFigures>>): void {
  const shared = { labelNames: ['cache'] as const, registers: [registry] }
  const gauge = (name: string, help: string, value: (cache: CacheFigures) => number) =>
    new Gauge({
      ...shared,
      name,
      help,
      collect() {
        for (const [cache, figures] of Object.entries(caches)) this.set({ cache }, value(figures))
      },
    })
  const counter = (name: string, help: string, value: (cache: CacheFigures) => number) =>
    new Counter({
      ...shared,
      name,
      help,
      collect() {
        this.reset()
        for (const [cache, figures] of Object.entries(caches)) this.inc({ cache }, value(figures))
      },
    })

  counter('cache_hits_total', 'Lookups that found an entry in the cache.', ({ hits }) => hits)
  counter('cache_misses_total', 'Lookups that found no entry in the cache.', ({ misses }) => misses)
  gauge('cache_entries', 'Number of entries in the cache.', ({ size }) => size)
  gauge('cache_bytes', 'Memory used by the cache, in bytes.', ({ calculatedSize }) => calculatedSize)
}
