import { tlsFault } from '../../client/connection-failures.ts'

/** Returns why a request failed: the code of Node's error, which fetch throws as a cause, or else a few words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause === undefined) return error.name === 'TimeoutError' ? 'no answer in time' : error.message
  const { code, message } = error.cause as NodeJS.ErrnoException
  return code ?? message
}

export function explainNoResponse(base: string, reason: string): string {
  const fault = tlsFault(reason)
  if (fault === 'certificate') {
    const [words, advice] = CERTIFICATES[reason] ?? UNKNOWN_ISSUER
    return `Not connected to ${base}, because its certificate ${words} (${reason}). ${advice}`
  }
  if (fault === 'protocol') {
    return `Not connected to ${base}, because it does not speak TLS as it should (${reason}). Check the address, --url or CATALOG_URL: it may have to begin with http:// or have another port.`
  }
  return `No response from ${base} (${reason}). Check the address, --url or CATALOG_URL, and that a server runs there.`
}

const OTHER_NAME = ['is for another host name', 'Check the address, --url or CATALOG_URL.'] as const
const OTHER_TIME = "Check this computer's clock. If it is right, the server's operator has to renew the certificate."
const UNKNOWN_ISSUER = [
  'is not from an authority that this computer trusts',
  'Check the address, --url or CATALOG_URL. If the server has a certificate authority of its own, set ' +
    'NODE_EXTRA_CA_CERTS to the file of its certificate.',
] as const

const CERTIFICATES: Readonly<Record<string, readonly [words: string, advice: string]>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: OTHER_NAME,
  HOSTNAME_MISMATCH: OTHER_NAME,
  CERT_HAS_EXPIRED: ['has expired', OTHER_TIME],
  CERT_NOT_YET_VALID: ['is not valid yet', OTHER_TIME],
  CERT_REVOKED: ['was revoked', "The server's operator has to replace it."],
}
