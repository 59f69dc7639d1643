import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { isConflict, isTransient } from '../../db/failures.ts'
import { transact } from '../../db/transaction.ts'
import { CatalogError, invalid } from '../../errors.ts'
import { hashToken, newSecret } from '../../secrets.ts'
import { problemOfName } from '../chosen-name.ts'
import { findUser, insertUser, isNameTaken, lockNames } from '../queries.ts'
import { replaceRecoveryCodes } from '../recovery-service.ts'
import { type Browser, signIn } from '../sessions/service.ts'
import type { AccountSettings } from '../settings.ts'
import { deletePending, insertIdentity, insertPasskey } from './queries.ts'

/*
 * Pending sign-ins, and the accounts that some of them create. Problem: a response of a passkey or a provider must
 * belong to a request of this browser, and be accepted once, on any server. Approach: a cookie with 256 random bits for
 * each pending sign-in. Challenge, state, nonce and code verifier are derived from it. The database stores its hash,
 * the step and its expiry. A step is used, which deletes its row, only if the response belongs to it. Guarantee: a
 * response is valid once, for ten minutes, in the browser that started it. A stolen database has no challenges. Tests:
 * test/website/sign-in/.
 */

export type AccountContext = Pick<Context, 'db' | 'clock' | 'urls'> & { accounts: AccountSettings }

const id = z.int().positive()

/** The stored details of each step. `returnTo` is the path to continue at afterwards. */
const STEPS = {
  passkey: z.object({ returnTo: z.string() }),
  /** Create an account of this name with a passkey. */
  register: z.object({ name: z.string(), handle: z.uuid(), returnTo: z.string() }),
  /** Add a passkey to the account of a session. */
  add: z.object({ userId: id, sessionId: id }),
  /** Sign in at a provider or, with `account`, connect it to the account of a session. */
  provider: z.object({
    provider: z.string(),
    redirectUri: z.string(),
    returnTo: z.string(),
    account: z.object({ userId: id, sessionId: id }).nullable(),
  }),
  /** Choose a name for a new account, after a provider has identified the user. */
  name: z.object({
    provider: z.string(),
    issuer: z.string(),
    subject: z.string(),
    suggestion: z.string(),
    returnTo: z.string(),
  }),
}

type Step = keyof typeof STEPS
export type Details<At extends Step> = z.output<(typeof STEPS)[At]>

const STEP_MS = 10 * 60_000

export async function beginStep<At extends Step>(
  { db, clock }: Pick<AccountContext, 'db' | 'clock'>,
  step: At,
  details: Details<At>,
): Promise<string> {
  const secret = newSecret()
  const expiresAt = new Date(clock().getTime() + STEP_MS)
  await db.pendingSignIn.create({ data: { hash: hashToken(secret), step, details, expiresAt } })
  return secret
}

/** The details of a pending step, and its secret. */
export type Pending<At extends Step> = Details<At> & { secret: string }

/** Returns the newest pending step of a kind to which a response `belongs`, without using it. */
export async function findStep<At extends Step>(
  { db, clock }: Pick<AccountContext, 'db' | 'clock'>,
  step: At,
  secrets: readonly string[],
  belongs: (pending: Pending<At>) => boolean = () => true,
): Promise<Pending<At> | null> {
  if (secrets.length === 0) return null
  const hash = { in: secrets.map(hashToken) }
  const rows = await db.pendingSignIn.findMany({ where: { hash, step, expiresAt: { gt: clock() } } })
  for (const secret of secrets) {
    const hash = hashToken(secret)
    const row = rows.find((row) => Buffer.from(row.hash).equals(hash))
    const { data } = STEPS[step].safeParse(row?.details) // a step of another version of the program may have other details
    if (data === undefined) continue
    const pending = { ...(data as Details<At>), secret }
    if (belongs(pending)) return pending
  }
  return null
}

/** Returns a pending step and deletes it. Throws `mismatch` if the response belongs to none of the pending ones. */
export async function finishStep<At extends Step>(
  context: Pick<AccountContext, 'db' | 'clock'>,
  step: At,
  secrets: readonly string[],
  belongs: (pending: Pending<At>) => boolean,
  mismatch = stepIsOver,
): Promise<Pending<At>> {
  const pending = await findStep(context, step, secrets, belongs)
  if (pending === null) throw (await findStep(context, step, secrets)) === null ? stepIsOver() : mismatch()
  if (!(await deletePending(context.db, hashToken(pending.secret)))) throw stepIsOver()
  return pending
}

type SignInMethod =
  | { passkey: Omit<Parameters<typeof insertPasskey>[1], 'userId'>; handle: string }
  | { identity: { issuer: string; subject: string }; pending: string }

export interface SignedIn {
  secret: string
  codes: string[]
}

/** Refuses an invalid name and one like a taken one (422); any name while registration is closed (403). */
export async function requireFreeName(context: AccountContext, name: string, db: Db = context.db): Promise<void> {
  requireOpen(context.accounts)
  const problem = problemOfName(name)
  if (problem !== undefined) throw invalid({ name: [problem] })
  const isAlike = await isNameTaken(db, name, context.clock())
  if ((await findUser(db, name)) !== null) throw taken(name) // the plainer reason, so it is looked up last
  if (isAlike) {
    throw invalid({ name: [`The name ${name} looks like one that is taken, or was until lately. Choose another one.`] })
  }
}

export function requireOpen({ isOpen }: Pick<AccountSettings, 'isOpen'>): void {
  if (!isOpen)
    throw new CatalogError(
      'forbidden',
      'This site does not accept new accounts. Only people with an account can sign in.',
    )
}

/** Creates an account, its way to sign in and its first session, or nothing. A name taken meanwhile is a 422. */
export async function createAccount(
  context: AccountContext,
  name: string,
  way: SignInMethod,
  browser: Browser,
): Promise<SignedIn> {
  const { db, clock } = context
  await requireFreeName(context, name) // also outside, because it may store many skeletons after an upgrade
  const create = async (transaction: Db): Promise<SignedIn> => {
    await lockNames(transaction)
    await requireFreeName(context, name, transaction)
    const createdAt = clock()
    const handle = 'passkey' in way ? { handle: way.handle } : {}
    const { id: userId } = await insertUser(transaction, { name, verified: false, createdAt, ...handle })
    let codes: string[] = []
    if ('passkey' in way) {
      await insertPasskey(transaction, { ...way.passkey, userId })
      codes = await replaceRecoveryCodes(transaction, userId, createdAt)
    } else {
      await insertIdentity(transaction, { ...way.identity, userId, createdAt })
      if (!(await deletePending(transaction, hashToken(way.pending)))) throw stepIsOver()
    }
    return { secret: await signIn(context, transaction, userId, browser), codes }
  }
  try {
    return await transact({ db }, create, isTransient)
  } catch (error) {
    if (!isConflict(error) || isTransient(error)) throw error
    throw (await findUser(db, name)) === null ? stepIsOver() : taken(name)
  }
}

/** The error for a step that took too long, was already used, or belongs to another browser. */
export const stepIsOver = () => invalid({ '': ['This sign-in took too long or was already used. Please start again.'] })

const taken = (name: string) => invalid({ name: [`The name ${name} is taken. Choose another one.`] })
