import pg from 'pg'
import { query } from '../database/query.ts'

/** Makes commits reach the disk late. Whole pages in the log would wake the process that writes it. */
export async function delayCommits(url: string): Promise<void> {
  for (const setting of ['synchronous_commit = off', "wal_writer_delay = '10s'", 'full_page_writes = off']) {
    await query(url, `ALTER SYSTEM SET ${setting}`)
  }
  await query(url, 'SELECT pg_reload_conf()')
}

/** Kills the process of a new connection. PostgreSQL then ends all others, and recovers without a restart. */
export async function killBackend(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
  await client.end().catch(() => {})
}
