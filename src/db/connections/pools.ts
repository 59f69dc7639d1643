import pg from 'pg'
import { isUnavailable } from '../failures.ts'

export interface PoolCounts {
  used: number
  idle: number
  /** Number of queries that wait for a connection. */
  waiting: number
}

/** Creates a pool whose lost connections do not end the process. */
export function quietPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(settings)
  pool.on('error', () => {}) // an idle connection was lost; the next query opens another
  // A connection that ends right after it was opened emits an error before the pool listens. That would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => {}))
  // After a statement that timed out, Prisma may release a connection within its transaction. The next user must not
  // commit that, so the connection is closed, and the database rolls back.
  pool.on('release', (_, client) => {
    if (client.getTransactionStatus() !== 'I') client.end().catch(() => {})
  })
  return pool
}

export const countsOf = (pool: pg.Pool): PoolCounts => ({
  used: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})

/**
 * Runs `work` with a connection of the pool. If it fails, its transaction is rolled back; a connection that broke is
 * closed, so that the database rolls back.
 */
async function withConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isBroken = false
  try {
    return await work(client)
  } catch (error) {
    isBroken = isUnavailable(error) || !(await rollBack(client))
    throw error
  } finally {
    client.release(isBroken)
  }
}

/** SQL that begins a transaction that only reads, and whose statements all see the same snapshot. */
const BEGIN_SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/**
 * Runs `work`, which must only read, in a transaction whose statements all see the same snapshot. `setting` is SQL that
 * changes how they are planned.
 */
export function withSnapshot<T>(
  pool: pg.Pool,
  work: (connection: pg.PoolClient) => Promise<T>,
  setting = '',
): Promise<T> {
  return withConnection(pool, async (connection) => {
    await connection.query(`${BEGIN_SNAPSHOT}; ${setting}`)
    const result = await work(connection)
    await connection.query('COMMIT')
    return result
  })
}

/** Rolls back the open transaction, if any. Returns whether the connection can be used again. */
const rollBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('ROLLBACK').then(
    () => true,
    () => false,
  )
