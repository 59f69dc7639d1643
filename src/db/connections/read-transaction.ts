import type pg from 'pg'

/** SQL that makes the statements of a transaction be planned for their values, regardless of the session's setting. */
export const USE_CUSTOM_PLANS = 'SET LOCAL plan_cache_mode = force_custom_plan'

/** Runs `work`, which must only read, in a transaction whose statements all see the same snapshot. */
export async function withSnapshot<T>(pool: pg.Pool, work: (connection: pg.PoolClient) => Promise<T>): Promise<T> {
  const connection = await pool.connect()
  let hasFailed = true
  try {
    await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const result = await work(connection)
    await connection.query('COMMIT')
    hasFailed = false
    return result
  } finally {
    connection.release(hasFailed) // closes the connection after a failure, as its transaction may still be open
  }
}

/** Rolls back the open transaction, if any. Returns whether the connection can be used again. */
export const rollBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('ROLLBACK').then(
    () => true,
    () => false,
  )
