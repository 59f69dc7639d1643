import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { isConflict } from '../../db/failures.ts'
import { CatalogError, invalid } from '../../errors.ts'
import { hashToken, newSecret } from '../../secrets.ts'
import { problemOfName } from '../chosen-name.ts'
import { insertPasskey } from '../passkeys/queries.ts'
import { insertIdentity } from '../providers/queries.ts'
import { replaceRecoveryCodes } from '../recovery/service.ts'
import { type Browser, signIn } from '../sessions/service.ts'
import type { AccountSettings } from '../settings.ts'
import { deletePending, findPending, insertAccount, insertPending, isNameTaken } from './queries.ts'

/*
 * Sign-ins that have begun in a browser, and accounts that are made at their end.
 *
 * Problem: what a passkey or a provider answers must belong to a question that this browser asked, minutes ago, and must be
 * taken once, by whichever server the answer reaches.
 * Approach: a cookie with 256 random bits. The challenge, the state, the nonce and the code verifier of PKCE are derived from
 * it; the database has its hash, the step and when it ends. To use it is to delete that row.
 * Guarantee: an answer is good once, for five minutes, in the browser that asked; a stolen database has no challenge.
 * Tests: test/accounts/sign-in.test.ts, test/website/sign-in/.
 */

export type AccountContext = Pick<Context, 'db' | 'clock' | 'urls'> & { accounts: AccountSettings }

const id = z.int().positive()

/** What is known of a sign-in at each of its steps. `returnTo` is the path at which the person goes on. */
const STEPS = {
  /** A passkey is asked for. */
  passkey: z.object({ returnTo: z.string() }),
  /** A passkey is made for an account of this name. */
  register: z.object({ name: z.string(), handle: z.uuid(), returnTo: z.string() }),
  /** A passkey is made for the account of a session. */
  add: z.object({ userId: id, sessionId: id }),
  /** A provider is asked, for a sign-in or for the account of a session. */
  provider: z.object({
    provider: z.string(),
    redirectUri: z.string(),
    returnTo: z.string(),
    account: z.object({ userId: id, sessionId: id }).nullable(),
  }),
  /** A provider has said who it is, and a name is to be chosen. */
  name: z.object({
    provider: z.string(),
    issuer: z.string(),
    subject: z.string(),
    suggestion: z.string(),
    returnTo: z.string(),
  }),
}

export type Step = keyof typeof STEPS
export type Details<At extends Step> = z.output<(typeof STEPS)[At]>

/** How long a step may take. To choose a name takes longer than to touch a key. */
const STEP_MS = 5 * 60_000
const NAME_MS = 15 * 60_000

/** Begins a step; returns the secret of the browser's cookie. */
export async function beginStep<At extends Step>(
  { db, clock }: Pick<AccountContext, 'db' | 'clock'>,
  step: At,
  details: Details<At>,
): Promise<string> {
  const secret = newSecret()
  const expiresAt = new Date(clock().getTime() + (step === 'name' ? NAME_MS : STEP_MS))
  await insertPending(db, { hash: hashToken(secret), step, details, expiresAt })
  return secret
}

/** Finds a step that has begun, and leaves it as it is; null if it is over, or of another browser. */
export async function findStep<At extends Step>(
  { db, clock }: Pick<AccountContext, 'db' | 'clock'>,
  step: At,
  secret: string | undefined,
): Promise<Details<At> | null> {
  if (secret === undefined) return null
  const row = await findPending(db, hashToken(secret), step, clock())
  return row === null ? null : (STEPS[step].parse(row.details) as Details<At>)
}

/** Uses a step that has begun: nobody can use it again, whatever comes of it. */
export async function takeStep<At extends Step>(
  context: Pick<AccountContext, 'db' | 'clock'>,
  step: At,
  secret: string | undefined,
): Promise<Details<At> | null> {
  const details = await findStep(context, step, secret)
  return details !== null && secret !== undefined && (await deletePending(context.db, hashToken(secret)))
    ? details
    : null
}

/** How a new account will be signed in to. */
export type WayIn =
  | { passkey: Omit<Parameters<typeof insertPasskey>[1], 'userId'>; handle: string }
  | { identity: { issuer: string; subject: string }; pending: string }

/** A browser that is signed in: the secret of its new session, and recovery codes that are shown once. */
export interface SignedIn {
  secret: string
  codes: string[]
}

/** Refuses a name that cannot be chosen (422 on `name`), and any while registration is closed. */
export async function requireFreeName({ db, accounts }: Pick<AccountContext, 'db' | 'accounts'>, name: string) {
  requireOpen(accounts)
  const problem = problemOfName(name)
  if (problem !== undefined) throw invalid({ name: [problem] })
  if (await isNameTaken(db, name)) throw taken(name)
}

/** Refuses new accounts while registration is closed. */
export function requireOpen({ isOpen }: Pick<AccountSettings, 'isOpen'>): void {
  if (!isOpen)
    throw new CatalogError('forbidden', 'This site takes no new accounts. Only people with an account can sign in.')
}

/** Makes an account with its way in and a first session, or nothing. Of two who want one name at once, one gets it. */
export async function createAccount(
  context: AccountContext,
  name: string,
  way: WayIn,
  browser: Browser,
): Promise<SignedIn> {
  const { db, clock } = context
  await requireFreeName(context, name)
  const create = async (transaction: Db): Promise<SignedIn> => {
    const createdAt = clock()
    const isPasskey = 'passkey' in way
    const user = await insertAccount(transaction, { name, createdAt, ...(isPasskey && { handle: way.handle }) })
    if (isPasskey) await insertPasskey(transaction, { ...way.passkey, userId: user.id })
    else {
      await insertIdentity(transaction, { ...way.identity, userId: user.id, createdAt })
      if (!(await deletePending(transaction, hashToken(way.pending)))) throw stepIsOver()
    }
    const codes = isPasskey ? await replaceRecoveryCodes(transaction, user.id, createdAt) : []
    return { secret: await signIn(context, transaction, user.id, browser), codes }
  }
  try {
    return await db.$transaction(create)
  } catch (error) {
    if (isConflict(error) && (await isNameTaken(db, name))) throw taken(name)
    throw isConflict(error) ? stepIsOver() : error
  }
}

/** What is said if a sign-in took too long, was used already, or began in another browser. */
export const stepIsOver = () =>
  invalid({ '': ['This sign-in took too long, or was used already. Please start again.'] })

const taken = (name: string) => invalid({ name: [`The name ${name} is taken. Choose another one.`] })
