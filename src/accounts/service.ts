import { type Ability, type Actor, activeSuspension } from '../actor.ts'
import type { Context } from '../context.ts'
import { isConflict } from '../db/failures.ts'
import { transactLong } from '../db/transaction.ts'
import { CatalogError, invalid, notFound, unauthenticated } from '../errors.ts'
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
import { refuseSuspended } from './suspension-queries.ts'
import { touchToken } from './tokens/queries.ts'

type Accounts = Pick<Context, 'db' | 'clock'>

/** Returns the actor with this token; null if the token is unknown, expired or revoked. */
export async function actorOf({ db, clock }: Accounts, token: string): Promise<Actor | null> {
  const hash = hashToken(token)
  const now = clock()
  const row = await findToken(db.pool, hash, now)
  if (row === null || row.revokedAt !== null || (row.expiresAt !== null && row.expiresAt <= now)) return null
  if (!row.isUsedToday) await touchToken(db.writes, row.id, now)
  const suspension = activeSuspension(row.suspension, now)
  return {
    ...{ user: row.user, token: row, suspension },
    async holdToken(transaction, now) {
      if (!(await holdToken(transaction, hash, now))) throw unauthenticated()
      await refuseSuspended(transaction, row.user.id, now)
    },
  }
}

/**
 * Creates a user. A name is unique when case is ignored. It has 1 to 100 characters, some of them visible, and no
 * control characters.
 */
export async function createUser({ db, clock }: Accounts, input: { name: string; verified: boolean }) {
  const name = input.name.trim()
  if (!/^\P{C}{1,100}$/u.test(name) || isInvisible(name)) {
    throw invalid({
      name: ['A user name must have 1 to 100 characters, at least one of them visible, and no control characters.'],
    })
  }
  try {
    return await insertUser(db, { name, verified: input.verified, createdAt: clock() })
  } catch (error) {
    if (isConflict(error)) throw invalid({ name: [`There is already a user named ${name}.`] })
    throw error
  }
}

/** Marks a user as verified, which their lists show. */
export async function verifyUser(context: Accounts, name: string) {
  return setVerified(context.db, (await requireUser(context, name)).id)
}

/** Creates a token and returns its text, which is not stored. `lifetime` is in milliseconds; null means unlimited. */
export async function issueToken(
  context: Accounts,
  input: { user: string; abilities: readonly Ability[]; label: string | null; lifetime: number | null },
): Promise<string> {
  const user = await requireUser(context, input.user)
  if (input.abilities.includes('moderate') && !user.moderator)
    throw invalid({
      abilities: [`${user.name} is not a moderator: only tokens of moderators may have the ability moderate.`],
    })
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

/** Returns the tokens of a user, oldest first, including revoked and expired ones. */
export async function tokensOf(context: Accounts, name: string) {
  return listTokens(context.db, (await requireUser(context, name)).id)
}

/** Revokes a token by its id. This takes effect at once and cannot be undone. */
export async function revokeToken({ db, clock }: Accounts, id: number): Promise<void> {
  if (!(await setRevoked(db, id, clock())))
    throw new CatalogError('not_found', `Token ${id} does not exist or is already revoked.`)
}

/**
 * Deletes a user with all tokens. A user who has lists is deleted only if `withLists` is true. The user can't create
 * lists meanwhile.
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
        `User ${user.name} has ${some}. Nothing was deleted. Use --lists to delete the user and the lists.`,
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
