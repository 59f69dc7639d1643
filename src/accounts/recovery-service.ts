import type { Db } from '../db/client.ts'
import { isTransient } from '../db/failures.ts'
import { transact } from '../db/transaction.ts'
import { invalid } from '../errors.ts'
import { hashToken, newRecoveryCode, normalizedRecoveryCode } from '../secrets.ts'
import { type Browser, type SessionContext, signIn } from './sessions/service.ts'
import { redeemCode, replaceCodes } from './sign-in/queries.ts'

const CODES = 10

const hashOf = (code: string) => hashToken(`recovery ${normalizedRecoveryCode(code)}`)

/** Replaces the user's recovery codes and returns the new ones. Only their hashes are stored. */
export async function replaceRecoveryCodes(db: Db, userId: number, now: Date): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newRecoveryCode)
  await replaceCodes(db, userId, codes.map(hashOf), now)
  return codes
}

/** Signs in with a recovery code or an operator's link, each valid once. Returns the secret of the new session. */
export function signInByCode(
  { db, clock }: Pick<SessionContext, 'db' | 'clock'>,
  code: string,
  browser: Browser,
): Promise<string> {
  const use = async (transaction: Db) => {
    const userId = await redeemCode(transaction, hashOf(code), clock())
    if (userId === null) throw invalid({ code: ['This code is not valid. It may have been used or have expired.'] })
    return signIn({ clock }, transaction, userId, browser)
  }
  return transact({ db }, use, isTransient)
}

const LINK_MS = 3_600_000

/** Makes a code that signs a user in once, within an hour. It is for a user who has lost every way to sign in. */
export async function makeSignInCode(
  { db, clock }: Pick<SessionContext, 'db' | 'clock'>,
  userId: number,
): Promise<string> {
  const code = newRecoveryCode()
  const createdAt = clock()
  const expiresAt = new Date(createdAt.getTime() + LINK_MS)
  await db.recoveryCode.create({ data: { userId, hash: hashOf(code), createdAt, expiresAt } })
  return code
}
