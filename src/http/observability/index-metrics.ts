import { Counter, Gauge } from 'prom-client'
import type { Metrics } from './metrics.ts'

interface IndexSource {
  /** Files that this server has read, and failed to read, since it started. */
  figures?: { read: number; failed: number } | undefined
  /** Returns what waits to be indexed. All servers share this backlog in the database. */
  findBacklog: () => Promise<Backlog>
}

interface Backlog {
  files: number
  oldestSeconds: number
}

/** Adds the progress of the index of mods. While the database is unavailable, the backlog keeps its last value. */
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
    'Seconds that the oldest file or list has waited to be indexed; 0 if nothing waits.',
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
  counter(
    'mod_index_files_failed_total',
    'Files that this server could not read for the index of mods.',
    () => figures?.failed ?? 0,
  )
}
