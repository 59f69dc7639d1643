import type { DataContext } from '../context.ts'
import { isConflict } from '../db/failures.ts'
import { transactLong } from '../db/transaction.ts'
import { CatalogError, invalid, notFound } from '../errors.ts'
import { countListsOf, deleteListsOf } from '../lists/taking-down-queries.ts'
import { isInvisible } from '../text/harmless.ts'
import { deleteUserRow, findUser, insertUser, lockUserNamed } from './queries.ts'

/** Creates a user. Names are unique in any case, with 1 to 100 characters, some of them visible. */
export async function createUser({ db, clock }: DataContext, input: { name: string; verified: boolean }) {
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
export async function verifyUser(context: DataContext, name: string) {
  const { id } = await requireUser(context, name)
  return context.db.user.update({ where: { id }, data: { verified: true } })
}

/** Deletes a user with all tokens, and with all lists if `withLists`; else refuses a user who has lists. */
export function deleteUser(
  { db, clock }: DataContext,
  name: string,
  { withLists }: { withLists: boolean },
): Promise<{ name: string; lists: number }> {
  return transactLong(db, async (transaction) => {
    const user = await lockUserNamed(transaction, name)
    if (user === null) throw notFound(`User ${name}`)
    const now = clock()
    const lists = await countListsOf(transaction, user.id, now)
    if (lists > 0 && !withLists) {
      const some = lists === 1 ? 'a list' : `${lists} lists`
      throw new CatalogError(
        'invalid',
        `User ${user.name} has ${some}. Nothing was deleted. Use --lists to delete the user and the lists.`,
      )
    }
    await deleteListsOf(transaction, user.id, now)
    await deleteUserRow(transaction, user, now)
    return { name: user.name, lists }
  })
}

export async function requireUser({ db }: DataContext, name: string) {
  const user = await findUser(db, name)
  if (user === null) throw notFound(`User ${name}`)
  return user
}

const MAX_SESSION_DAYS = 3650

/** Deletes ended sessions, unfinished sign-ins, expired codes and ended reservations of names. */
export async function sweepAccounts({ db, clock }: DataContext, sessionDays = MAX_SESSION_DAYS): Promise<void> {
  const now = clock()
  const before = (milliseconds: number) => ({ lte: new Date(now.getTime() - milliseconds) })
  await db.session.deleteMany({ where: { lastUsedAt: before(sessionDays * 86_400_000) } })
  await db.pendingSignIn.deleteMany({ where: { expiresAt: before(0) } })
  await db.recoveryCode.deleteMany({ where: { expiresAt: before(0) } })
  await db.reservedName.deleteMany({ where: { freeAt: before(0) } })
  // Expired device codes stay for an hour, so that a late poll gets `expired_token`.
  await db.deviceCode.deleteMany({ where: { expiresAt: before(3_600_000) } })
}
