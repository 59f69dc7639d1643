import type { Db } from '../../db/client.ts'
import { CatalogError, invalid, notFound } from '../../errors.ts'
import { isPrintable } from '../../text/harmless.ts'
import { lockUser } from '../queries.ts'
import { replaceRecoveryCodes } from '../recovery-service.ts'
import { changeAccount, type OwnSession } from '../sessions/service.ts'
import { providerOfIssuer } from '../settings.ts'
import { listPasskeys, replaceCodes } from './queries.ts'
import type { AccountContext } from './service.ts'

/** Returns all ways in which a user can sign in, and the number of their recovery codes. */
export async function signInMethodsOf(db: Db, userId: number) {
  const [passkeys, identities, codes] = await Promise.all([
    listPasskeys(db, userId),
    db.identity.findMany({ where: { userId }, orderBy: { id: 'asc' } }),
    db.recoveryCode.count({ where: { userId, expiresAt: null } }),
  ])
  return { passkeys, identities, codes }
}

export async function namePasskey(context: AccountContext, session: OwnSession, id: number, text: string) {
  const name = text.trim()
  if (name.length < 1 || name.length > 60 || !isPrintable(name)) {
    throw invalid({ [`name-${id}`]: ['A passkey name must have 1 to 60 characters.'] })
  }
  await changeAccount(context, session, async (transaction) => {
    const where = { userId: session.userId, id }
    const { count } = await transaction.passkey.updateMany({ where, data: { name } })
    if (count === 0) throw notFound('Passkey')
  })
}

/** Removes a passkey or disconnects an account at a provider. Refuses to remove the last way to sign in. */
export function removeSignInMethod(
  { db, clock, accounts }: AccountContext,
  session: OwnSession,
  kind: 'passkey' | 'identity',
  id: number,
): Promise<void> {
  const { userId } = session
  return changeAccount({ db }, session, async (transaction) => {
    await lockUser(transaction, userId) // so that the second of two concurrent removals sees the first
    const all = await signInMethodsOf(transaction, userId)
    const passkeys = all.passkeys.filter((passkey) => kind !== 'passkey' || passkey.id !== id)
    const identities = all.identities.filter((identity) => kind !== 'identity' || identity.id !== id)
    if (passkeys.length + identities.length === all.passkeys.length + all.identities.length)
      throw notFound(kind === 'passkey' ? 'Passkey' : 'Connected account')
    const isUsable = identities.some(({ issuer }) => providerOfIssuer(accounts, issuer) !== undefined)
    if (!isUsable && !(accounts.passkeys && passkeys.length > 0))
      throw invalid({ '': ['This is your last way to sign in. Add another one before you remove it.'] })
    const where = { userId, id }
    await (kind === 'passkey' ? transaction.passkey.deleteMany({ where }) : transaction.identity.deleteMany({ where }))
    // Without a passkey, the account's page neither shows nor replaces recovery codes.
    if (passkeys.length === 0) await replaceCodes(transaction, userId, [], clock())
  })
}

/** Replaces the recovery codes of a user. Throws a 403 if the user has no passkey. */
export function newRecoveryCodes(context: AccountContext, session: OwnSession): Promise<string[]> {
  const { userId } = session
  return changeAccount(context, session, async (transaction) => {
    await lockUser(transaction, userId)
    if ((await listPasskeys(transaction, userId)).length === 0) {
      throw new CatalogError('forbidden', 'Recovery codes are for accounts with a passkey. Add one first.')
    }
    return replaceRecoveryCodes(transaction, userId, context.clock())
  })
}
