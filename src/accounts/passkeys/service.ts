import type { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { isConflict } from '../../db/failures.ts'
import { invalid } from '../../errors.ts'
import { newHandle } from '../../secrets.ts'
import { DEFAULT_SITE } from '../../site-info.ts'
import { lockUser } from '../queries.ts'
import { replaceRecoveryCodes } from '../recovery-service.ts'
import {
  type Browser,
  browserWords,
  changeAccount,
  type OwnSession,
  sessionEnded,
  signIn,
} from '../sessions/service.ts'
import { findHandle, insertPasskey, listPasskeys, usePasskey } from '../sign-in/queries.ts'
import {
  type AccountContext,
  beginStep,
  createAccount,
  finishStep,
  requireFreeName,
  type SignedIn,
  stepIsOver,
} from '../sign-in/service.ts'
import {
  type Asked,
  challengeBytes,
  challengeOf,
  handleBytes,
  isResponseTo,
  loadWebAuthn,
  notAccepted,
  parseResponse,
  RegistrationResponse,
  type RelyingParty,
  SignInResponse,
} from './webauthn.ts'

/** Starts the creation of an account with a passkey. Throws a 422 if the name is invalid or taken. */
export async function askForNewAccount(
  context: AccountContext,
  party: RelyingParty,
  input: { name: string; returnTo: string },
): Promise<Asked> {
  await requireFreeName(context, input.name)
  const details = { ...input, handle: newHandle() }
  const secret = await beginStep(context, 'register', details)
  return { secret, options: await creationOptions(context, party, secret, details, []) }
}

/** Creates the account of a step that askForNewAccount started. */
export async function registerByPasskey(
  context: AccountContext,
  party: RelyingParty,
  steps: readonly string[],
  response: string,
  browser: Browser,
): Promise<SignedIn & { returnTo: string }> {
  const answer = parseResponse(RegistrationResponse, response)
  const belongs = isResponseTo(answer.response)
  const { secret: step, name, handle, returnTo } = await finishStep(context, 'register', steps, belongs, notAccepted)
  const passkey = await newPasskey(context, party, step, answer, browser.userAgent)
  return { ...(await createAccount(context, name, { passkey, handle }, browser)), returnTo }
}

/** Starts the creation of another passkey for an account. Devices that have one are excluded. */
export async function askForAnother(
  context: AccountContext,
  party: RelyingParty,
  { userId, sessionId, name }: OwnSession & { name: string },
): Promise<Asked> {
  const handle = await findHandle(context.db, userId)
  if (handle === undefined) throw sessionEnded()
  const secret = await beginStep(context, 'add', { userId, sessionId })
  const known = await listPasskeys(context.db, userId)
  return { secret, options: await creationOptions(context, party, secret, { name, handle }, known) }
}

/** Adds the passkey of a step that askForAnother started. Returns new recovery codes if it is the first passkey. */
export async function addPasskey(
  context: AccountContext,
  party: RelyingParty,
  session: OwnSession,
  steps: readonly string[],
  response: string,
  userAgent: string | undefined,
): Promise<string[]> {
  const answer = parseResponse(RegistrationResponse, response)
  const belongs = isResponseTo(answer.response)
  const { secret: step, userId, sessionId } = await finishStep(context, 'add', steps, belongs, notAccepted)
  if (userId !== session.userId || sessionId !== session.sessionId) throw stepIsOver()
  const passkey = { ...(await newPasskey(context, party, step, answer, userAgent)), userId }
  const add = async (transaction: Db) => {
    await lockUser(transaction, userId) // so that one of two concurrent passkeys is the first
    const isFirst = (await listPasskeys(transaction, userId)).length === 0
    await insertPasskey(transaction, passkey)
    return isFirst ? replaceRecoveryCodes(transaction, userId, passkey.createdAt) : []
  }
  return changeAccount(context, session, add).catch((error: unknown) => {
    throw isConflict(error) ? invalid({ '': ['This passkey is already in use.'] }) : error
  })
}

async function creationOptions(
  { urls }: AccountContext,
  { id }: RelyingParty,
  secret: string,
  user: { name: string; handle: string },
  exclude: readonly { credentialId: Uint8Array }[],
): Promise<object> {
  const { generateRegistrationOptions } = await loadWebAuthn()
  return generateRegistrationOptions({
    rpName: (urls.site ?? DEFAULT_SITE).name,
    rpID: id,
    userName: user.name,
    userDisplayName: user.name,
    userID: handleBytes(user.handle),
    challenge: challengeBytes(secret),
    excludeCredentials: exclude.map(({ credentialId }) => ({ id: Buffer.from(credentialId).toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  })
}

/** Verifies the response to a request for a new passkey. Returns the passkey to store. */
async function newPasskey(
  { clock }: AccountContext,
  party: RelyingParty,
  step: string,
  answer: z.output<typeof RegistrationResponse>,
  userAgent: string | undefined,
) {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge: challengeOf(step),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
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

/** Verifies the response of a passkey and signs in. `warn` writes to the operator's log. */
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
  const belongs = isResponseTo(answer.response)
  const { secret: step, returnTo } = await finishStep(context, 'passkey', steps, belongs, notAccepted)
  const credentialId = new Uint8Array(Buffer.from(answer.id, 'base64url'))
  const passkey = await db.passkey.findUnique({ where: { credentialId } })
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
