import type { Ability, Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { isConflict } from '../db/failures.ts'
import { transactLong } from '../db/transaction.ts'
import { CatalogError, invalid, notFound } from '../errors.ts'
import { countListsOf, deleteListsOf } from '../lists/taking-down/queries.ts'
import { hashToken, newToken } from '../secrets.ts'
import { isInvisible } from '../text/harmless.ts'
import {
  deleteUserRow,
  findToken,
  findUser,
  holdToken,
  insertToken,
  insertUser,
  listTokens,
  lockUser,
  setRevoked,
  setVerified,
} from './queries.ts'

type Accounts = Pick<Context, 'db' | 'clock'>

/** The actor whose token this is; null for a token that is unknown, expired or revoked. */
export async function actorOf({ db, clock }: Accounts, token: string): Promise<Actor | null> {
  const hash = hashToken(token)
  const row = await findToken(db.pool, hash)
  if (row === null || row.revokedAt !== null || (row.expiresAt !== null && row.expiresAt <= clock())) return null
  return { user: row.user, token: row, holdToken: (transaction, now) => holdToken(transaction, hash, now) }
}

/** Makes a user. Names are unique in any case, have 1 to 100 characters, no control characters, and can be seen. */
export async function createUser({ db, clock }: Accounts, input: { name: string; verified: boolean }) {
  const name = input.name.trim()
  if (!/^\P{C}{1,100}$/u.test(name) || isInvisible(name)) {
    throw invalid({ name: ['A user name has 1 to 100 characters and no control characters.'] })
  }
  try {
    return await insertUser(db, { name, verified: input.verified, createdAt: clock() })
  } catch (error) {
    if (isConflict(error)) throw invalid({ name: [`There is already a user named ${name}.`] })
    throw error
  }
}

/** Marks a user as verified; their lists show it. */
export async function verifyUser(context: Accounts, name: string) {
  return setVerified(context.db, (await requireUser(context, name)).id)
}

/** Issues a token and gives its text: the only time that anybody sees it. `lifetime` is in milliseconds. */
export async function issueToken(
  context: Accounts,
  input: { user: string; abilities: readonly Ability[]; label: string | null; lifetime: number | null },
): Promise<string> {
  const user = await requireUser(context, input.user)
  const token = newToken()
  const now = context.clock()
  await insertToken(context.db, {
    userId: user.id,
    label: input.label,
    hash: hashToken(token),
    abilities: [...input.abilities],
    createdAt: now,
    expiresAt: input.lifetime === null ? null : new Date(now.getTime() + input.lifetime),
  })
  return token
}

/** The tokens of a user, oldest first, revoked and expired ones included. */
export async function tokensOf(context: Accounts, name: string) {
  return listTokens(context.db, (await requireUser(context, name)).id)
}

/** Revokes a token by its id, at once and for good. */
export async function revokeToken({ db, clock }: Accounts, id: number): Promise<void> {
  if (!(await setRevoked(db, id, clock())))
    throw new CatalogError('not_found', `There is no token ${id} that could be revoked.`)
}

/**
 * Deletes a user with all tokens. A user who has lists is deleted only `withLists`. No list of the user can be made
 * meanwhile.
 */
export function deleteUser(
  { db, clock }: Accounts,
  name: string,
  { withLists }: { withLists: boolean },
): Promise<{ name: string; lists: number }> {
  return transactLong(db, async (connection) => {
    const user = await lockUser(connection, name)
    if (user === null) throw notFound(`User ${name}`)
    const now = clock()
    const lists = await countListsOf(connection, user.id, now)
    if (lists > 0 && !withLists) {
      const some = lists === 1 ? 'a list' : `${lists} lists`
      throw new CatalogError(
        'invalid',
        `User ${user.name} has ${some}: nothing was deleted. --lists deletes them, too.`,
      )
    }
    await deleteListsOf(connection, user.id, now)
    await deleteUserRow(connection, user.id)
    return { name: user.name, lists }
  })
}

async function requireUser({ db }: Accounts, name: string) {
  const user = await findUser(db, name)
  if (user === null) throw notFound(`User ${name}`)
  return user
}
