/**
 * How many connections a server has at the most, unless set otherwise: eight in each of three pools, which are as fast
 * as more and keep the 99th percentile low, and one that asks for snapshots.
 */
export const CONNECTIONS = 3 * 8 + 1

/** The same of each standby: eight for reads, and one that looks after it when it was late or away. */
export const REPLICA_CONNECTIONS = 8 + 1

/** Connections that the embedded database accepts: enough for seven busy servers and some commands. */
export const EMBEDDED_CONNECTIONS = 200
