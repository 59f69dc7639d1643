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

/** Pauses before a request is sent again, in milliseconds. */
const PAUSES = [1_000, 4_000]

/** What to do if the response to a request is lost. */
interface Loss {
  /** Returns the code of an error; undefined if the request is not to be sent again after it. */
  codeOf(error: unknown): string | undefined
  /** Called before the pause. */
  onLost?(): void
  /** Ends the pause. */
  signal?: AbortSignal
}

/**
 * Sends a request, and sends it again if its response is lost. Then a server that does not run may be restarting, and is
 * tried again too. No certificate gets better by trying again.
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
