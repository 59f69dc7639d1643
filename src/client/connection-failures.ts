/* What a failed connection means for a request that a server does only once. In browsers, errors have no code. */

const UNREACHED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']

const CERTIFICATE =
  /CERT|CRL_|SELF_SIGNED|^UNABLE_TO_|^(HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$/

const PROTOCOL = /^(ERR_TLS_|ERR_SSL_|EPROTO$)/

/** Returns what is wrong with the TLS of a connection; undefined if it failed for another reason. */
export const tlsFault = (code: string): 'certificate' | 'protocol' | undefined =>
  CERTIFICATE.test(code) ? 'certificate' : PROTOCOL.test(code) ? 'protocol' : undefined

/** Pauses before a request is sent again, in milliseconds. */
const PAUSES = [1_000, 4_000]

interface Loss {
  /** Returns the code of an error; undefined if the request is not to be sent again after it. */
  codeOf(error: unknown): string | undefined
  onLost?(): void
  signal?: AbortSignal
}

/**
 * Sends a request again if its response is lost. A server that does not run by then may be restarting, and is tried
 * too.
 */
export async function sendRepeatedly<T>(send: () => Promise<T>, { codeOf, onLost, signal }: Loss): Promise<T> {
  for (const [lost, pause] of PAUSES.entries()) {
    try {
      return await send()
    } catch (error) {
      const code = codeOf(error)
      if (code === undefined || tlsFault(code) !== undefined) throw error
      if (lost === 0 && UNREACHED.includes(code)) throw error
      onLost?.()
      await delay(pause, signal)
    }
  }
  return send()
}

const delay = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
