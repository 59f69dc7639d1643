import { type Actor, notModerator } from '../../actor.ts'
import type { DataContext } from '../../context.ts'
import { type Transaction, transact } from '../../db/transaction.ts'
import { CatalogError, invalid, listNotFound } from '../../errors.ts'
import { transactAs } from '../../lists/ownership/service.ts'
import { isSlug } from '../../lists/slug.ts'
import { type LockedForModeration, lockLists } from '../../lists/taking-down-queries.ts'
import { deleteLists } from '../../lists/writing/free-slug-queries.ts'
import { lockList } from '../../lists/writing/queries.ts'
import type { LIST_ACTIONS } from '../cases/schemas.ts'
import { closeReports } from '../reports/queries.ts'
import {
  blockFilesOf,
  findLastAction,
  holdModerator,
  insertEntry,
  insertSuspension,
  type LastAction,
  lockBlocks,
  showList,
} from './queries.ts'

/*
 * Actions of moderators on a list. One transaction stores the action, its effects and its entry in the log. The second
 * of two moderators gets a 409 that says what the first one did; a former moderator gets a 403. Tests:
 * test/moderation/actions.test.ts.
 */

export interface Order {
  action: (typeof LIST_ACTIONS)[number]
  reason: string
  /** With hide or delete: also blocks the contents of the list's files. */
  blockFiles?: boolean
  /** With hide or delete: also suspends the author. */
  suspendAuthor?: boolean
  /** The id of the last action that the moderator has seen, null for none. Undefined skips this check. */
  lastAction?: number | null | undefined
}

/** Acts on a list for a moderator, or for the operator if `moderator` is null. Returns the id of the log entry. */
export function moderate(context: DataContext, moderator: Actor | null, slug: string, order: Order): Promise<number> {
  return transactAs(context, moderator, async (transaction) => {
    if (order.blockFiles) await lockBlocks(transaction)
    if (moderator !== null && !(await holdModerator(transaction, moderator.user.id))) throw notModerator()
    const list = await lockList(transaction, slug, context.clock)
    if (list === null) throw await gone(transaction, slug)
    const last = await findLastAction(transaction, { listId: list.id })
    if (order.lastAction !== undefined && order.lastAction !== (last?.id ?? null)) throw actedAlready(last)
    if (order.action === 'hide' && list.hiddenAt !== null) throw actedAlready(last)
    if (order.action === 'show' && list.hiddenAt === null) throw conflict('This list is not hidden.')
    if (order.suspendAuthor && list.authorId === null)
      throw invalid({ suspend_author: ['The list has no author who could be suspended.'] })
    if (order.suspendAuthor && list.authorId === moderator?.user.id)
      throw invalid({ suspend_author: ['You cannot suspend yourself.'] })

    return act(transaction, context, moderator?.user.name ?? null, list, order, last)
  })
}

async function act(
  transaction: Transaction,
  { clock }: DataContext,
  moderator: string | null,
  list: LockedForModeration,
  { action, reason, blockFiles = false, suspendAuthor = false }: Order,
  last: LastAction | null,
): Promise<number> {
  const now = clock()
  const { id: listId, slug, name: listName, authorId: userId } = list
  const outcome = action === 'dismiss' ? 'dismissed' : 'acted on'
  const reports = action === 'show' ? 0 : await closeReports(transaction, listId, outcome, now)
  if (action === 'dismiss' && reports === 0)
    throw last === null ? conflict('This list has no open reports.') : actedAlready(last)
  const blockedFiles = blockFiles ? await blockFilesOf(transaction, listId, reason, now) : 0
  if (suspendAuthor && userId !== null) await insertSuspension(transaction, { userId, reason, until: null, now })
  const id = await insertEntry(
    transaction,
    { action, reason, moderator, listId, slug, listName, userId, reports, blockedFiles, suspended: suspendAuthor },
    now,
  )
  if (action === 'hide')
    await transaction.list.update({ where: { id: listId }, data: { hiddenAt: now }, select: { id: true } })
  if (action === 'show') await showList(transaction, listId, now)
  if (action === 'delete') await deleteLists(transaction, [listId], now)
  return id
}

/** Deletes lists for the operator. If one of them does not exist, deletes none. Returns the slugs that do not exist. */
export function deleteListsBySlug(context: DataContext, slugs: readonly string[], reason: string): Promise<string[]> {
  return transact(context, async (transaction) => {
    const now = context.clock()
    const lists = await lockLists(transaction, slugs.filter(isSlug), now)
    const missing = slugs.filter((slug) => !lists.some((list) => list.slug === slug))
    if (missing.length > 0) return missing
    for (const { id: listId, slug, name: listName, authorId: userId } of lists) {
      const reports = await closeReports(transaction, listId, 'acted on', now)
      const entry = { action: 'delete', reason, moderator: null, listId, slug, listName, userId, reports } as const
      await insertEntry(transaction, entry, now)
    }
    const ids = lists.map(({ id }) => id)
    await deleteLists(transaction, ids, now)
    return []
  })
}

const conflict = (message: string) => new CatalogError('conflict', message)

const DONE: Record<string, string> = {
  dismiss: 'dismissed its reports',
  hide: 'hid this list',
  show: 'showed this list again',
  delete: 'deleted this list',
}

/** The error for a list that does not exist; a 409 if another moderator has deleted it. */
async function gone(transaction: Transaction, slug: string): Promise<CatalogError> {
  const last = await findLastAction(transaction, { slug })
  return last?.action === 'delete' ? actedAlready(last) : listNotFound()
}

/** The error for the second of two moderators; it says what the first one did. */
function actedAlready(last: LastAction | null): CatalogError {
  if (last === null) return conflict('This case has changed. Reload it and try again.')
  const who = last.moderator ?? 'the operator'
  const moment = last.createdAt.toISOString().slice(0, 16).replace('T', ' ')
  return conflict(`Nothing was changed: ${who} ${DONE[last.action] ?? last.action} on ${moment} UTC.`)
}
