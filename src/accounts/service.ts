import type { Context } from '../context.ts'
import { isConflict } from '../db/failures.ts'
import { transactLong } from '../db/transaction.ts'
import { CatalogError, invalid, notFound } from '../errors.ts'
import { countListsOf, deleteListsOf } from '../lists/taking-down-queries.ts'
import { isInvisible } from '../text/harmless.ts'
import { deleteOldDeviceCodes } from './device/queries.ts'
import { deleteUserRow, findUser, freeOldNames, insertUser, lockUserNamed, setVerified } from './queries.ts'
import { deleteOldSessions } from './sessions/queries.ts'
import { deleteOldCodes, deleteOldPending } from './sign-in/queries.ts'

type Accounts = Pick<Context, 'db' | 'clock'>

/** Creates a user. Names are unique in any case, with 1 to 100 characters, some of them visible. */
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

/** Deletes a user with all tokens, and with all lists if `withLists`; else refuses a user who has lists. */
export function deleteUser(
  { db, clock }: Accounts,
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

export async function requireUser({ db }: Accounts, name: string) {
  const user = await findUser(db, name)
  if (user === null) throw notFound(`User ${name}`)
  return user
}

const MAX_SESSION_DAYS = 3650

/** Deletes ended sessions, unfinished sign-ins, expired codes and ended reservations of names. */
export async function sweepAccounts(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  sessionDays = MAX_SESSION_DAYS,
): Promise<void> {
  const now = clock()
  await deleteOldSessions(db, new Date(now.getTime() - sessionDays * 86_400_000))
  await deleteOldPending(db, now)
  await deleteOldCodes(db, now)
  await freeOldNames(db, now)
  // Expired device codes stay for an hour, so that a late poll gets `expired_token`.
  await deleteOldDeviceCodes(db, new Date(now.getTime() - 3_600_000))
}
