/** The host and the origin of the website that passkeys are bound to. */
export interface RelyingParty {
  id: string
  origin: string
}

/** Whether passkeys work at the address of an opened page; if not, the reason, and an address at which they do. */
export type PasskeySupport = { party: RelyingParty } | { party: undefined; reason: string; address: string | undefined }

/** Host names that are an IP address of this machine. */
export const LOOPBACK = /^(127(\.\d+){3}|\[::1\])$/

/**
 * Browsers allow passkeys on https and on `localhost`, and bind them to that host. A website at 127.0.0.1
 * supports passkeys only if it was opened as `localhost`. `host` is the Host header of the request.
 */
export function passkeySupport(website: string, host: string, isOn: boolean): PasskeySupport {
  if (!isOn) return { party: undefined, reason: 'Passkeys are switched off on this site.', address: undefined }
  const { protocol, hostname, origin } = new URL(website)
  if (protocol === 'https:' || hostname === 'localhost') return { party: { id: hostname, origin } }
  if (!LOOPBACK.test(hostname)) {
    const reason = `Passkeys need https: browsers do not allow them at ${origin}.`
    return { party: undefined, reason, address: undefined }
  }
  const opened = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : new URL(website)
  if (opened.hostname === 'localhost') return { party: { id: 'localhost', origin: opened.origin } }
  const reason = `Browsers do not allow passkeys at ${opened.hostname}, but they do at localhost.`
  return { party: undefined, reason, address: `http://localhost${opened.port === '' ? '' : `:${opened.port}`}` }
}
