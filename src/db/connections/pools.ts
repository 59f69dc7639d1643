import pg from 'pg'

export interface PoolCounts {
  used: number
  idle: number
  /** Queries that wait for a connection. */
  waiting: number
}

export function quietPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(settings)
  pool.on('error', () => {}) // the next query replaces an idle connection that was lost
  // A connection that ends right after it was made emits an error before the pool listens, which would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export const countsOf = (pool: pg.Pool): PoolCounts => ({
  used: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})
