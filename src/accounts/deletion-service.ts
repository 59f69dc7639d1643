import type { DataContext } from '../context.ts'
import type { Db } from '../db/client.ts'
import { transactLong } from '../db/transaction.ts'
import { type FieldErrors, invalid } from '../errors.ts'
import { wordsOfList } from '../lists/search/service.ts'
import { countListsOf, deleteListsOf, lockListsOf } from '../lists/taking-down-queries.ts'
import { storeWords } from '../lists/writing/queries.ts'
import { nameKey } from '../text/name-key.ts'
import { deleteUserRow, lockUserNamed } from './queries.ts'
import { type OwnSession, sessionEnded } from './sessions/service.ts'

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
