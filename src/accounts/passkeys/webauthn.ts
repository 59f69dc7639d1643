import { CatalogError } from '../../errors.ts'
import { derivedSecret } from '../../secrets.ts'

/*
 * Passkeys: discoverable credentials of WebAuthn, verified by @simplewebauthn/server.
 *
 * Problem: nobody may sign in with a signature that was made for another site, in another browser or at another time.
 * Approach: the challenge is derived from the cookie of a step (sign-in/service.ts) and is valid once. The signature is
 * checked for the origin and host of this website.
 * Guarantee: an unknown passkey causes the same queries and checks as a known one with a wrong signature, and gets the
 * same message. A counter that does not rise is refused and logged, because the passkey may have been copied.
 * Tests: test/website/sign-in/passkeys.test.ts, test/website/browser/journeys/account.slow.test.ts.
 */

/** Loads the library when it is first needed, because loading it at the start would delay the start. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

/** The options for the browser's request for a passkey, and the secret of the step's cookie. */
export interface Asked {
  secret: string
  options: object
}

/** Returns the challenge of a step in base64url. */
export const challengeOf = (step: string): string => derivedSecret(step, 'challenge')

/** Returns a function that reports whether the response of a passkey is to the challenge of a step. */
export function isResponseTo(response: { clientDataJSON: string } | undefined) {
  const challenge = challengeIn(response?.clientDataJSON ?? '')
  return ({ secret }: { secret: string }): boolean => challenge === challengeOf(secret)
}

/** Returns the challenge in the client data of a response, which are JSON in base64url; undefined if there is none. */
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

/** The error for a refused passkey. It does not say why, so that it does not reveal whether the passkey is known. */
export const notAccepted = () => new CatalogError('invalid', NOT_ACCEPTED, { '': [NOT_ACCEPTED] })
const NOT_ACCEPTED = 'This passkey was not accepted here. Try another one, or another way to sign in.'
