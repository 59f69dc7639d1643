import type pg from 'pg'
import { withConnection } from './pools.ts'

/** SQL that begins a transaction that only reads, and whose statements all see the same snapshot. */
export const BEGIN_SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** SQL that makes the statements of a transaction be planned for their values, regardless of the session's setting. */
export const USE_CUSTOM_PLANS = 'SET LOCAL plan_cache_mode = force_custom_plan'

/** Runs `work`, which must only read, in a transaction whose statements all see the same snapshot. */
export function withSnapshot<T>(pool: pg.Pool, work: (connection: pg.PoolClient) => Promise<T>): Promise<T> {
  return withConnection(pool, async (connection) => {
    await connection.query(BEGIN_SNAPSHOT)
    const result = await work(connection)
    await connection.query('COMMIT')
    return result
  })
}
