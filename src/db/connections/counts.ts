/**
 * Maximum number of connections of a server by default: eight in each of three pools, and one for snapshots. More than
 * eight are not faster, and raise the 99th percentile.
 */
export const CONNECTIONS = 3 * 8 + 1

/** Connections that the embedded database accepts: enough for seven busy servers and some commands. */
export const EMBEDDED_CONNECTIONS = 200
