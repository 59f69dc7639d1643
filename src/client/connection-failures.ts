/*
 * What a failed connection means for a request that a server does only once, by the code of Node's error. In a browser,
 * such errors have no code.
 */

/** Codes of an address where nothing listens. */
const UNREACHED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']

/** Matches the codes of a certificate that Node refuses. */
const CERTIFICATE =
  /CERT|CRL_|SELF_SIGNED|^UNABLE_TO_|^(HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$/

/** Matches the codes of a server that speaks no TLS, or none that Node accepts. */
const PROTOCOL = /^(ERR_TLS_|ERR_SSL_|EPROTO$)/

/** Returns what is wrong with the TLS of a connection. Undefined if the connection failed for another reason. */
export const tlsFault = (code: string): 'certificate' | 'protocol' | undefined =>
  CERTIFICATE.test(code) ? 'certificate' : PROTOCOL.test(code) ? 'protocol' : undefined

/**
 * Whether to send a request again after this error. If a response was lost before, a server that does not run may be
 * restarting. No certificate gets better by trying again.
 */
export const isWorthRepeating = (code: string, wasLostBefore: boolean): boolean =>
  tlsFault(code) === undefined && (wasLostBefore || !UNREACHED.includes(code))
