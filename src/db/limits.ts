/**
 * Maximum number of connections of a server by default: 24 of the pool, and one for snapshots. Many more are
 * not faster, and raise the 99th percentile.
 */
export const CONNECTIONS = 25

/** Connections that the embedded database accepts: enough for a busy server and some commands. */
export const EMBEDDED_CONNECTIONS = 200

/** Limits in milliseconds. When one passes, the client gets 503. */
export interface Timeouts {
  /** How long a request waits for a connection: until one of the pool is free, or a new one is open. */
  connection: number
  /** How long a statement may run. PostgreSQL also ends a transaction that is idle for so long, because its server froze. */
  statement: number
  /** How long a statement waits for a lock. */
  lock: number
}

export const DEFAULT_TIMEOUTS: Timeouts = { connection: 15_000, statement: 15_000, lock: 15_000 }
