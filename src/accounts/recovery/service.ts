import type { Db } from '../../db/client.ts'
import { invalid } from '../../errors.ts'
import { hashToken, newRecoveryCode, normalizedRecoveryCode } from '../../secrets.ts'
import { type Browser, type SessionContext, signIn } from '../sessions/service.ts'
import { insertCode, replaceCodes, takeCode } from './queries.ts'

/** How many recovery codes a user has after they were made. */
const CODES = 10

const hashOf = (code: string) => hashToken(`recovery ${normalizedRecoveryCode(code)}`)

/** Makes new recovery codes in place of the user's old ones, and returns their texts: the only time that anybody sees them. */
export async function replaceRecoveryCodes(db: Db, userId: number, now: Date): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newRecoveryCode)
  await replaceCodes(db, userId, codes.map(hashOf), now)
  return codes
}

/** Signs in by a recovery code or an operator's link, which is used up; returns the secret of the new session. */
export function signInByCode(
  { db, clock }: Pick<SessionContext, 'db' | 'clock'>,
  code: string,
  browser: Browser,
): Promise<string> {
  return db.$transaction(async (transaction) => {
    const userId = await takeCode(transaction, hashOf(code), clock())
    if (userId === null)
      throw invalid({ code: ['This code is not valid. It may have been used already, or have expired.'] })
    return signIn({ clock }, transaction, userId, browser)
  })
}

/** How long the link of an operator is good. */
const LINK_MS = 3_600_000

/** Makes a code that signs a user in once, within an hour: for somebody who has lost every way in. */
export async function makeSignInCode(
  { db, clock }: Pick<SessionContext, 'db' | 'clock'>,
  userId: number,
): Promise<string> {
  const code = newRecoveryCode()
  const createdAt = clock()
  const expiresAt = new Date(createdAt.getTime() + LINK_MS)
  await insertCode(db, { userId, hash: hashOf(code), createdAt, expiresAt })
  return code
}
