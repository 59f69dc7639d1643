import pg from 'pg'
import { expect } from 'vitest'
import { query } from '../database/query.ts'

/** Makes commits reach the disk late. Whole pages in the log would wake the process that writes it. */
export async function delayCommits(url: string): Promise<void> {
  for (const setting of ['synchronous_commit = off', "wal_writer_delay = '10s'", 'full_page_writes = off']) {
    await query(url, `ALTER SYSTEM SET ${setting}`)
  }
  await query(url, 'SELECT pg_reload_conf()')
}

/** Selects a time that changes with every recovery from a crash. */
const RECOVERY = 'SELECT pg_stat_get_bgwriter_stat_reset_time()::text AS recovery'

/** Kills the process of a connection, so that PostgreSQL ends all others and recovers. Waits until it has recovered. */
export async function crash(url: string): Promise<void> {
  const recovery = () => query(url, RECOVERY).then(([row]) => row?.recovery)
  const before = await recovery()
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
  await expect.poll(() => recovery().catch(() => before), { timeout: 30_000, interval: 50 }).not.toBe(before)
  await client.end().catch(() => {})
}
