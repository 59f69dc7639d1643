import pg from 'pg'
import { expect } from 'vitest'
import { query } from './query.ts'

/**
 * Sends a request while `lock` is held, runs `change` once the request waits for that lock, then releases the lock and
 * returns the answer.
 */
export async function changeMeanwhile<Answer>(
  url: string,
  { lock, change }: { lock: string; change: (holder: pg.Client) => Promise<unknown> },
  send: () => PromiseLike<Answer>,
): Promise<Answer> {
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  try {
    await holder.query('BEGIN')
    await holder.query(lock)
    const answer = Promise.resolve(send())
    await expect.poll(() => waitingIn(url)).toBeGreaterThan(0)
    await change(holder)
    await holder.query('COMMIT')
    return await answer
  } finally {
    await holder.end()
  }
}

/** Returns how many connections to a database wait for locks. */
export async function waitingIn(url: string): Promise<number> {
  const [row] = await query(
    url,
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return Number(row?.count)
}
