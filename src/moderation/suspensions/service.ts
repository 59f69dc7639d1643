import { lockUserNamed } from '../../accounts/queries.ts'
import { type Transaction, transact } from '../../db/transaction.ts'
import { CatalogError, notFound } from '../../errors.ts'
import { insertEntry, type NewEntry } from '../actions/queries.ts'
import type { ModerationContext } from '../actions/service.ts'
import { deleteSuspension, insertSuspension, setModerator } from './queries.ts'

// Actions of an operator on a user. Each is stored together with its log entry in one transaction.

/** Prevents a user from writing until `until`; without an end if it is null. The user can still sign in and read. */
export const suspendUser = (context: ModerationContext, name: string, reason: string, until: Date | null) =>
  withUser(context, name, async (transaction, userId, now) => {
    await insertSuspension(transaction, { userId, reason, until, now })
    return { action: 'suspend', reason, suspended: true, until }
  })

/** Ends the suspension of a user. */
export const endSuspension = (context: ModerationContext, name: string, reason: string) =>
  withUser(context, name, async (transaction, userId) => {
    if (!(await deleteSuspension(transaction, userId))) throw unchanged(`User ${name} is not suspended.`)
    return { action: 'end suspension', reason }
  })

/** Makes a user a moderator, or no longer one. */
export const changeModerator = (context: ModerationContext, name: string, moderator: boolean) =>
  withUser(context, name, async (transaction, userId) => {
    const is = moderator ? 'is a moderator already' : 'is not a moderator'
    if (!(await setModerator(transaction, userId, moderator))) throw unchanged(`User ${name} ${is}.`)
    return { action: moderator ? 'make moderator' : 'end moderator', reason: 'By the operator.' }
  })

/** Locks a user, runs `work`, and logs the entry that it returns. Returns the user's name. */
function withUser(
  context: ModerationContext,
  name: string,
  work: (transaction: Transaction, userId: number, now: Date) => Promise<Omit<NewEntry, 'moderator' | 'userId'>>,
): Promise<string> {
  return transact(context, async (transaction) => {
    const user = await lockUserNamed(transaction, name)
    if (user === null) throw notFound(`User ${name}`)
    const now = context.clock()
    const entry = await work(transaction, user.id, now)
    await insertEntry(transaction, { ...entry, moderator: null, userId: user.id }, now)
    return user.name
  })
}

const unchanged = (message: string) => new CatalogError('conflict', message)
