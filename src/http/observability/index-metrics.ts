import { createSingleFlight } from '../../concurrency/single-flight.ts'
import { inTime, type Metrics } from './metrics.ts'

interface IndexSource {
  /** Files that this server has read, and attempts to read a list that failed, since it started. */
  figures?: { read: number; failed: number } | undefined
  /** Returns what waits to be indexed. All servers share this backlog in the database. */
  findBacklog: () => Promise<Backlog>
}

interface Backlog {
  files: number
  oldestSeconds: number
  aside: number
}

/** Adds the progress of the index of mods. While the database is unavailable, the backlog is absent. */
export function measureIndex({ gauge, counter }: Metrics, { figures, findBacklog }: IndexSource): void {
  const findOnce = createSingleFlight<Backlog>() // once for all metrics of a request
  const addBacklog = (name: string, help: string, figure: keyof Backlog) =>
    gauge(name, help, async () => (await inTime(findOnce('backlog', findBacklog)))?.[figure])
  const addCount = (name: string, help: string, figure: 'read' | 'failed') =>
    counter(name, help, () => figures?.[figure] ?? 0)

  addBacklog('mod_index_files_waiting', 'Files of lists that wait to be indexed.', 'files')
  const oldest = 'Seconds that the oldest list has waited to be indexed; 0 if nothing waits.'
  addBacklog('mod_index_oldest_seconds', oldest, 'oldestSeconds')
  addBacklog('mod_index_set_aside', 'Lists that failed three times. They are tried again ever more rarely.', 'aside')
  addCount('mod_index_files_read_total', 'Files that this server has read for the index of mods.', 'read')
  addCount('mod_index_files_failed_total', 'Attempts of this server to read the files of a list that failed.', 'failed')
}
