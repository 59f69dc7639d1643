import type { Metrics } from './metrics.ts'

interface IndexSource {
  /** Files that this server has read, and failed to read, since it started. */
  figures?: { read: number; failed: number } | undefined
  /** Returns what waits to be indexed. All servers share this backlog in the database. */
  findBacklog: () => Promise<{ files: number; oldestSeconds: number; aside: number }>
}

/** Adds the progress of the index of mods. While the database is unavailable, the backlog is absent. */
export function measureIndex({ gauge, counter }: Metrics, { figures, findBacklog }: IndexSource): void {
  const addBacklog = (name: string, help: string, figure: 'files' | 'oldestSeconds' | 'aside') =>
    gauge(name, help, async () => (await findBacklog().catch(() => undefined))?.[figure])
  const addCount = (name: string, help: string, figure: 'read' | 'failed') =>
    counter(name, help, () => figures?.[figure] ?? 0)

  addBacklog('mod_index_files_waiting', 'Files that wait to be read for the index of mods.', 'files')
  const oldest = 'Seconds that the oldest file or list has waited to be indexed; 0 if nothing waits.'
  addBacklog('mod_index_oldest_seconds', oldest, 'oldestSeconds')
  addBacklog('mod_index_set_aside', 'Files and lists that failed too often and are not tried again.', 'aside')
  addCount('mod_index_files_read_total', 'Files that this server has read for the index of mods.', 'read')
  addCount('mod_index_files_failed_total', 'Files that this server could not read for the index of mods.', 'failed')
}
