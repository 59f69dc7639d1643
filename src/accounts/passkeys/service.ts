import type { Db } from '../../db/client.ts'
import { isConflict } from '../../db/failures.ts'
import { CatalogError, invalid } from '../../errors.ts'
import { derivedSecret } from '../../secrets.ts'
import { replaceRecoveryCodes } from '../recovery/service.ts'
import { browserWords } from '../sessions/browser-words.ts'
import { type Browser, changeAccount, type OwnSession, sessionEnded, signIn } from '../sessions/service.ts'
import {
  type AccountContext,
  beginStep,
  createAccount,
  requireFreeName,
  type SignedIn,
  stepIsOver,
  takeStep,
} from '../sign-in/service.ts'
import { lockWaysIn } from '../ways-in/queries.ts'
import { countPasskeys, findHandle, findPasskey, insertPasskey, listPasskeys, usePasskey } from './queries.ts'
import type { RelyingParty } from './relying-party.ts'
import { parseResponse, RegistrationResponse, SignInResponse } from './responses.ts'

/*
 * Passkeys: discoverable credentials of WebAuthn, verified by @simplewebauthn/server.
 *
 * Problem: nobody must be able to sign in with a signature made for another site, in another browser or at another
 * time.
 * Approach: the challenge belongs to the cookie of a step (sign-in/service.ts) and is valid once; the signature is
 * checked for our origin and host. The library is loaded when a passkey is first needed, because it would slow down the
 * start.
 * Guarantee: an unknown passkey causes the same queries and checks as a known one with a wrong signature, and gets the
 * same message. A counter that does not rise is refused and logged, because the passkey may have been copied.
 * Tests: test/website/sign-in/passkeys.test.ts, test/website/browser/account/account.slow.test.ts.
 */

const load = () => import('@simplewebauthn/server')

/** Starts loading the library, so that it is ready when a form that was just shown is sent. */
export const expectPasskeys = (): void => void load().catch(() => {})

const CHALLENGE = 'challenge'
const SITE = 'Mod list catalog'

/** The options for the browser's request for a passkey, and the secret of the step's cookie. */
interface Asked {
  secret: string
  options: object
}

/** Writes a warning to the operator's log. */
type Warn = (text: string) => void

/** Starts a sign-in by passkey. */
export async function askForPasskey(context: AccountContext, { id }: RelyingParty, returnTo: string): Promise<Asked> {
  const secret = await beginStep(context, 'passkey', { returnTo })
  const { generateAuthenticationOptions } = await load()
  const challenge = Buffer.from(derivedSecret(secret, CHALLENGE), 'base64url')
  const options = await generateAuthenticationOptions({ rpID: id, challenge, userVerification: 'preferred' })
  return { secret, options }
}

/** Verifies the response of a passkey and signs in. Returns the secret of the session, and the path to continue at. */
export async function signInByPasskey(
  context: AccountContext,
  party: RelyingParty,
  step: string | undefined,
  response: string,
  browser: Browser,
  warn: Warn,
): Promise<{ secret: string; returnTo: string }> {
  const { db, clock } = context
  const details = await takeStep(context, 'passkey', step)
  if (details === null || step === undefined) throw stepIsOver()
  const answer = parseResponse(SignInResponse, response)
  if (answer === undefined) throw notAccepted()
  const passkey = await findPasskey(db, new Uint8Array(Buffer.from(answer.id, 'base64url')))
  const handle = await findHandle(db, passkey?.userId ?? NOBODY)
  const { verifyAuthenticationResponse } = await load()
  const { userHandle } = answer.response
  const verified = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: Buffer.from(derivedSecret(step, CHALLENGE), 'base64url').toString('base64url'),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    // The counter is checked below, where a failure is logged with its own message.
    credential: { id: answer.id, publicKey: passkey?.publicKey ?? NOBODYS_KEY, counter: 0 },
  }).catch(() => ({ verified: false as const }))
  if (passkey === null || !verified.verified || handleOf(userHandle) !== handle) throw notAccepted()

  const counter = BigInt(verified.authenticationInfo.newCounter)
  const isUsed = (counter > 0n || passkey.counter === 0n) && (await usePasskey(db, passkey.id, counter, clock()))
  if (!isUsed) {
    warn(`The counter of passkey ${passkey.id} of user ${passkey.userId} did not rise: it may have been copied.`)
    throw notAccepted()
  }
  return { secret: await signIn(context, db, passkey.userId, browser), returnTo: details.returnTo }
}

/** Starts the creation of an account with a passkey. Throws a 422 if the name is invalid or taken. */
export async function askForNewAccount(
  context: AccountContext,
  party: RelyingParty,
  input: { name: string; handle: string; returnTo: string },
): Promise<Asked> {
  await requireFreeName(context, input.name)
  const secret = await beginStep(context, 'register', input)
  return { secret, options: await creationOptions(party, secret, input, []) }
}

/** Creates the account of a step that askForNewAccount started. */
export async function registerByPasskey(
  context: AccountContext,
  party: RelyingParty,
  step: string | undefined,
  response: string,
  browser: Browser,
): Promise<SignedIn & { returnTo: string }> {
  const details = await takeStep(context, 'register', step)
  if (details === null || step === undefined) throw stepIsOver()
  const made = await newPasskey(context, party, step, response, browser)
  const way = { passkey: made, handle: details.handle }
  return { ...(await createAccount(context, details.name, way, browser)), returnTo: details.returnTo }
}

/**
 * Starts the creation of another passkey for an account. Devices that already have one for this account are excluded.
 */
export async function askForAnother(
  context: AccountContext,
  party: RelyingParty,
  { userId, sessionId, name }: OwnSession & { name: string },
): Promise<Asked> {
  const handle = await findHandle(context.db, userId)
  if (handle === undefined) throw sessionEnded()
  const secret = await beginStep(context, 'add', { userId, sessionId })
  const known = await listPasskeys(context.db, userId)
  return { secret, options: await creationOptions(party, secret, { name, handle }, known) }
}

/**
 * Adds the passkey of a step that askForAnother started. With the first passkey it makes and returns recovery codes;
 * else [].
 */
export async function addPasskey(
  context: AccountContext,
  party: RelyingParty,
  session: OwnSession,
  step: string | undefined,
  response: string,
  browser: Browser,
): Promise<string[]> {
  const details = await takeStep(context, 'add', step)
  const isOfSession = details?.userId === session.userId && details.sessionId === session.sessionId
  if (!isOfSession || step === undefined) throw stepIsOver()
  const passkey = { ...(await newPasskey(context, party, step, response, browser)), userId: session.userId }
  const add = async (transaction: Db) => {
    await lockWaysIn(transaction, session.userId) // so that one of two concurrent passkeys is the first
    const isFirst = (await countPasskeys(transaction, session.userId)) === 0
    await insertPasskey(transaction, passkey)
    return isFirst ? replaceRecoveryCodes(transaction, session.userId, passkey.createdAt) : []
  }
  return changeAccount(context, session, add).catch((error: unknown) => {
    throw isConflict(error) ? invalid({ '': ['This passkey is already in use.'] }) : error
  })
}

async function creationOptions(
  { id }: RelyingParty,
  secret: string,
  user: { name: string; handle: string },
  exclude: readonly { credentialId: Uint8Array }[],
): Promise<object> {
  const { generateRegistrationOptions } = await load()
  return generateRegistrationOptions({
    rpName: SITE,
    rpID: id,
    userName: user.name,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(user.handle.replaceAll('-', ''), 'hex')),
    challenge: new Uint8Array(Buffer.from(derivedSecret(secret, CHALLENGE), 'base64url')),
    excludeCredentials: exclude.map(({ credentialId }) => ({ id: Buffer.from(credentialId).toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  })
}

async function newPasskey(
  { clock }: AccountContext,
  { id, origin }: RelyingParty,
  step: string,
  response: string,
  { userAgent }: Browser,
) {
  const answer = parseResponse(RegistrationResponse, response)
  if (answer === undefined) throw notAccepted()
  const { verifyRegistrationResponse } = await load()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge: Buffer.from(derivedSecret(step, CHALLENGE), 'base64url').toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
  }).catch(() => ({ registrationInfo: undefined }))
  if (registrationInfo === undefined) throw notAccepted()
  const { credential } = registrationInfo
  return {
    credentialId: new Uint8Array(Buffer.from(credential.id, 'base64url')),
    publicKey: new Uint8Array(credential.publicKey),
    counter: BigInt(credential.counter),
    transports: answer.response.transports,
    name: browserWords(userAgent),
    createdAt: clock(),
  }
}

/**
 * One message for everything that can be wrong with a passkey, so that it does not reveal whether the passkey is known.
 */
const notAccepted = () => new CatalogError('invalid', NOT_ACCEPTED, { '': [NOT_ACCEPTED] })
const NOT_ACCEPTED = 'This passkey was not accepted here. Try another one, or another way to sign in.'

/** Returns the UUID with these bytes, which are in base64url. */
const handleOf = (text: string) =>
  Buffer.from(text, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

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
