import { z } from 'zod'
import { CatalogError } from '../../errors.ts'
import { derivedSecret } from '../../secrets.ts'

export interface RelyingParty {
  id: string
  origin: string
}

/** Whether passkeys work at the address of an opened page; if not, why, and at which address they do. */
export type PasskeySupport = { party: RelyingParty } | { party: undefined; reason: string; address: string | undefined }

export const LOOPBACK = /^(127(\.\d+){3}|\[::1\])$/

/** Browsers allow passkeys on https and `localhost`. `host` is the Host header, which may name `localhost`. */
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

/*
 * Passkeys: discoverable credentials of WebAuthn, verified by @simplewebauthn/server. Approach: the challenge is
 * derived from the cookie of a step (sign-in/service.ts) and valid once. The signature is checked for this website.
 * Guarantee: an unknown passkey causes the same queries as a known one with a wrong signature, and gets the same
 * message. A counter that does not rise is refused and logged: the passkey may have been copied. Tests:
 * test/website/sign-in/passkeys.test.ts, test/website/browser/journeys/account.slow.test.ts.
 */

/** Loads the library when it is first needed, so that the start is not delayed. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

/** The options for the browser's request for a passkey, and the secret of the step's cookie. */
export interface Asked {
  secret: string
  options: object
}

export const challengeOf = (step: string): string => derivedSecret(step, 'challenge')

/** Returns a function that reports whether the response of a passkey is to the challenge of a step. */
export function isResponseTo(response: { clientDataJSON: string } | undefined) {
  const challenge = challengeIn(response?.clientDataJSON ?? '')
  return ({ secret }: { secret: string }): boolean => challenge === challengeOf(secret)
}

function challengeIn(clientData: string): unknown {
  try {
    return JSON.parse(Buffer.from(clientData, 'base64url').toString())?.challenge
  } catch {
    return undefined
  }
}

export const challengeBytes = (step: string) => Buffer.from(challengeOf(step), 'base64url')

/** Returns the 16 bytes of a user handle, which is stored as a UUID. */
export const handleBytes = (handle: string) => Buffer.from(handle.replaceAll('-', ''), 'hex')

/** The error for a refused passkey. It does not reveal whether the passkey is known. */
export const notAccepted = () => new CatalogError('invalid', NOT_ACCEPTED, { '': [NOT_ACCEPTED] })
const NOT_ACCEPTED = 'This passkey was not accepted here. Try another one, or another way to sign in.'

/** Bytes in base64url, as browsers send them. */
const bytes = z
  .string()
  .regex(/^[\w-]*={0,2}$/)
  .max(16_384)

const common = {
  id: bytes.min(1),
  rawId: bytes.min(1),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

export const RegistrationResponse = z.object({
  ...common,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z
      .array(z.string())
      .max(16)
      .default([])
      .transform((names) => TRANSPORTS.filter((name) => names.includes(name))),
  }),
})

export const SignInResponse = z.object({
  ...common,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.min(1), // discoverable credentials always return it
  }),
})

export function parseResponse<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw notAccepted()
  }
}
