import type { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { isConflict } from '../../db/failures.ts'
import { invalid } from '../../errors.ts'
import { newHandle } from '../../secrets.ts'
import { DEFAULT_SITE } from '../../site-info.ts'
import { lockUser } from '../queries.ts'
import { replaceRecoveryCodes } from '../recovery/service.ts'
import { browserWords } from '../sessions/browser-words.ts'
import { type Browser, changeAccount, type OwnSession, sessionEnded } from '../sessions/service.ts'
import {
  type AccountContext,
  beginStep,
  createAccount,
  requireFreeName,
  type SignedIn,
  stepIsOver,
  takeStep,
} from '../sign-in/service.ts'
import { findHandle, insertPasskey, listPasskeys } from './queries.ts'
import type { RelyingParty } from './relying-party.ts'
import { parseResponse, RegistrationResponse } from './responses.ts'
import {
  type Asked,
  challengeBytes,
  challengeOf,
  handleBytes,
  isResponseTo,
  loadWebAuthn,
  notAccepted,
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
  const answer = parsed(response)
  const belongs = isResponseTo(answer.response)
  const { secret: step, name, handle, returnTo } = await takeStep(context, 'register', steps, belongs, notAccepted)
  const passkey = await newPasskey(context, party, step, answer, browser.userAgent)
  return { ...(await createAccount(context, name, { passkey, handle }, browser)), returnTo }
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
  const answer = parsed(response)
  const belongs = isResponseTo(answer.response)
  const { secret: step, userId, sessionId } = await takeStep(context, 'add', steps, belongs, notAccepted)
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

/** Returns the response of a browser to a request for a new passkey. Throws a 422 if it is none. */
function parsed(response: string) {
  const answer = parseResponse(RegistrationResponse, response)
  if (answer === undefined) throw notAccepted()
  return answer
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
