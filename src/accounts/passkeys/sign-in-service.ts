import { type Browser, signIn } from '../sessions/service.ts'
import { type AccountContext, beginStep, takeStep } from '../sign-in/service.ts'
import { findHandle, findPasskey, usePasskey } from './queries.ts'
import type { RelyingParty } from './relying-party.ts'
import { parseResponse, SignInResponse } from './responses.ts'
import {
  type Asked,
  challengeBytes,
  challengeOf,
  handleBytes,
  isResponseTo,
  loadWebAuthn,
  notAccepted,
} from './webauthn.ts'

/** Starts a sign-in by passkey. */
export async function askForPasskey(context: AccountContext, { id }: RelyingParty, returnTo: string): Promise<Asked> {
  const secret = await beginStep(context, 'passkey', { returnTo })
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: id,
    challenge: challengeBytes(secret),
    userVerification: 'preferred',
  })
  return { secret, options }
}

/**
 * Verifies the response of a passkey and signs in. Returns the secret of the session, and the path to continue at. `warn`
 * writes to the operator's log.
 */
export async function signInByPasskey(
  context: AccountContext,
  party: RelyingParty,
  steps: readonly string[],
  response: string,
  browser: Browser,
  warn: (text: string) => void,
): Promise<{ secret: string; returnTo: string }> {
  const { db, clock } = context
  const answer = parseResponse(SignInResponse, response)
  if (answer === undefined) throw notAccepted()
  const { secret: step, returnTo } = await takeStep(
    context,
    'passkey',
    steps,
    isResponseTo(answer.response),
    notAccepted,
  )
  const passkey = await findPasskey(db, new Uint8Array(Buffer.from(answer.id, 'base64url')))
  const handle = await findHandle(db, passkey?.userId ?? NOBODY)
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const verified = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challengeOf(step),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    // The counter is checked below, where a failure is logged with its own message.
    credential: { id: answer.id, publicKey: passkey?.publicKey ?? NOBODYS_KEY, counter: 0 },
  }).catch(() => ({ verified: false as const }))
  if (passkey === null || handle === undefined || !verified.verified) throw notAccepted()
  if (!handleBytes(handle).equals(Buffer.from(answer.response.userHandle, 'base64url'))) throw notAccepted()

  const counter = BigInt(verified.authenticationInfo.newCounter)
  const isUsed = (counter > 0n || passkey.counter === 0n) && (await usePasskey(db, passkey.id, counter, clock()))
  if (!isUsed) {
    warn(`The counter of passkey ${passkey.id} of user ${passkey.userId} did not rise: it may have been copied.`)
    throw notAccepted()
  }
  return { secret: await signIn(context, db, passkey.userId, browser), returnTo }
}

/** An id that no user has. */
const NOBODY = 0

/** A public key that no passkey has: the generator point of P-256, as a COSE key. */
const NOBODYS_KEY = new Uint8Array(
  Buffer.from(
    'a5010203262001215820' +
      '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
      '225820' +
      '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
    'hex',
  ),
)
