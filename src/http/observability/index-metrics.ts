import { Counter, Gauge } from 'prom-client'
import type { Metrics } from './metrics.ts'

interface IndexSource {
  /** What this server has done since it started. */
  figures?: { read: number; failed: number } | undefined
  /** What waits in the database, for whichever server comes first. */
  findBacklog: () => Promise<Backlog>
}

interface Backlog {
  files: number
  oldestSeconds: number
}

/** Adds how far the index of mods is. While the database is away, what waits keeps its last value. */
export function measureIndex({ registry }: Metrics, { figures, findBacklog }: IndexSource): void {
  const registers = [registry]
  const gauge = (name: string, help: string, value: (backlog: Backlog) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const backlog = await findBacklog().catch(() => undefined)
        if (backlog !== undefined) this.set(value(backlog))
      },
    })
  gauge('mod_index_files_waiting', 'Files that wait to be read for the index of mods.', ({ files }) => files)
  gauge(
    'mod_index_oldest_seconds',
    'For how long the oldest file or list has been waiting to be indexed; 0 if nothing waits.',
    ({ oldestSeconds }) => oldestSeconds,
  )
  const counter = (name: string, help: string, value: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(value())
      },
    })
  counter(
    'mod_index_files_read_total',
    'Files that this server has read for the index of mods.',
    () => figures?.read ?? 0,
  )
  counter('mod_index_files_failed_total', 'Files that it could not read.', () => figures?.failed ?? 0)
}
