import pg from 'pg'

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
  return pool
}

export const countsOf = (pool: pg.Pool): PoolCounts => ({
  used: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})
