/**
 * That a server has at the most, unless told otherwise. Eight in each of three pools are as fast as more, and keep the
 * 99th percentile low; one more is for the state.
 */
export const CONNECTIONS = 3 * 8 + 1

/**
 * That the embedded database takes: those of seven busy servers, each with the one by which it holds the database, and
 * some for commands beside them.
 */
export const EMBEDDED_CONNECTIONS = 200
