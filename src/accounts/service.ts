import type { DataContext } from '../context.ts'
import type { Db } from '../db/client.ts'
import { isConflict } from '../db/failures.ts'
import { transactLong } from '../db/transaction.ts'
import { CatalogError, type FieldErrors, invalid, notFound } from '../errors.ts'
import { wordsOfList } from '../lists/search/service.ts'
import { countListsOf, deleteListsOf, lockListsOf } from '../lists/taking-down-queries.ts'
import { storeWords } from '../lists/writing/queries.ts'
import { isInvisible } from '../text/harmless.ts'
import { nameKey } from '../text/name-key.ts'
import { deleteUserRow, findUser, insertUser, lockUserNamed } from './queries.ts'
import { type OwnSession, sessionEnded } from './sessions/service.ts'

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

const BATCH = 500

/** Deletes an account, all or nothing. Its lists are deleted, or stay without an author and an owner key. */
export function deleteAccount(
  { db, clock }: DataContext,
  { name, userId, sessionId }: OwnSession & { name: string },
  typed: { name: string; lists: string },
): Promise<void> {
  return transactLong(db, async (transaction) => {
    const user = await lockUserNamed(transaction, name)
    // The account may have been deleted meanwhile, and its name may belong to somebody else.
    const session = { where: { id: sessionId, userId } }
    if (user?.id !== userId || (await transaction.session.count(session)) === 0) throw sessionEnded()
    const now = clock()
    const errors: FieldErrors = {}
    if (nameKey(typed.name.trim()) !== nameKey(name)) errors.confirmation = [`Type ${name} to confirm.`]
    const isChosen = typed.lists === 'delete' || typed.lists === 'keep'
    if (!isChosen && (await countListsOf(transaction, user.id, now)) > 0) {
      errors.fate = ['Choose what becomes of your lists.']
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)
    if (typed.lists === 'keep') {
      await lockListsOf(transaction, user.id)
      for (let size = BATCH; size === BATCH; ) {
        const lists = await releaseLists(transaction, user.id, BATCH)
        const words = lists.map((list) => ({ id: list.id, words: wordsOfList({ ...list, author: '' }) }))
        if (words.length > 0) await storeWords(transaction, words)
        size = lists.length
      }
    } else await deleteListsOf(transaction, user.id, now)
    await deleteUserRow(transaction, user, now)
  })
}

async function releaseLists(db: Db, authorId: number, limit: number) {
  const lists = await db.list.findMany({
    where: { authorId },
    select: { id: true, name: true, description: true, game: { select: { name: true } } },
    orderBy: { id: 'asc' },
    take: limit,
  })
  await db.list.updateMany({ where: { id: { in: lists.map(({ id }) => id) } }, data: { authorId: null } })
  return lists.map(({ game, ...list }) => ({ ...list, game: game.name }))
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
