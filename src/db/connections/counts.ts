/**
 * Maximum number of connections of a server by default: twelve in each of two pools, and one for snapshots. Many more are
 * not faster, and raise the 99th percentile.
 */
export const CONNECTIONS = 2 * 12 + 1

/** Connections that the embedded database accepts: enough for seven busy servers and some commands. */
export const EMBEDDED_CONNECTIONS = 200
