import { timingSafeEqual } from 'node:crypto'
import { type Ability, type Actor, type ListOwner, requireAbility, type Sender } from '../../actor.ts'
import type { Context, RequestContext } from '../../context.ts'
import type { Statements } from '../../db/client.ts'
import { refersToGone } from '../../db/failures.ts'
import { transact } from '../../db/transaction.ts'
import { CatalogError, invalid, notFound, unauthenticated } from '../../errors.ts'
import { gzipTag, namesTag } from '../../http/response/entity-tag.ts'
import { hashToken, isOwnerKey } from '../../secrets.ts'
import { listTag } from '../etag.ts'
import type { ListRow } from '../queries.ts'
import type { LockedList } from '../revisions/keeping-queries.ts'
import { wordsOfList } from '../search/service.ts'
import { isSlug } from '../slug.ts'
import { giveToAuthor, lockList } from '../writing/queries.ts'
import { findListOfKey, findOwnedList, type OwnedList } from './queries.ts'

/** The owner whose key this is; null for what is no key, and for one of a list that is gone or was claimed. */
export async function ownerOf({ db, clock }: Pick<Context, 'db' | 'clock'>, key: string): Promise<ListOwner | null> {
  if (!isOwnerKey(key)) return null
  const keyHash = hashToken(key)
  const list = await findListOfKey(db.pool, keyHash, clock())
  return list && { list, keyHash }
}

/**
 * The one rule of who may change a list (docs/api.md#tokens and #owner-keys): missing (404) goes before
 * not allowed (403). A key whose list is gone or was claimed since the request came is none any more (401).
 */
function assertChangeable<Row extends OwnedList>(
  list: Row | null,
  slug: string,
  changer: Sender,
  ability: Ability,
): Row {
  if ('keyHash' in changer) {
    if (list?.id === changer.list.id && hasKey(list, changer.keyHash)) return list
    if (slug === changer.list.slug) throw unauthenticated()
    throw list === null ? notFound('List') : forbidden("this is another list's owner key")
  }
  if (list === null) throw notFound('List')
  requireAbility(changer, ability)
  if (list.authorId === changer.user.id) return list
  throw forbidden(
    list.authorId === null
      ? 'this list is anonymous, and its owner key alone may change it'
      : 'this list is of another author',
  )
}

/** A list with an author has no key, whatever the table says. The time that this takes tells nothing of the hash. */
const hasKey = ({ authorId, ownerKeyHash }: OwnedList, keyHash: Uint8Array): boolean =>
  authorId === null && ownerKeyHash !== null && timingSafeEqual(ownerKeyHash, keyHash)

/**
 * Runs a write of the sender in a transaction. Its last statement looks the sender's token up again: a token that was
 * revoked or that expired while the body was on its way writes nothing (401). It is the last one because a user is always
 * locked before their tokens, as deleting the user does. The lock of the list covers owner keys.
 */
export function transactAs<T>(
  context: RequestContext,
  sender: Sender | null,
  work: (transaction: Statements) => Promise<T>,
): Promise<T> {
  return transact(context, async (transaction) => {
    const result = await work(transaction)
    if (sender === null || 'keyHash' in sender) return result
    if (await sender.holdToken(transaction, context.clock())) return result
    throw unauthenticated()
  })
}

/** The list that somebody wants to change, if they may: looked up before the body of the request is read. */
export async function requireOwnList(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  changer: Sender,
  slug: string,
  ability: Ability,
): Promise<ListRow> {
  return assertChangeable(await find(db.pool, slug, clock()), slug, changer, ability)
}

/**
 * The same within the transaction that changes the list: it is locked, and `ifMatch` names its present version, if it is
 * given (412).
 */
export async function lockOwnList(
  context: Context,
  db: Statements,
  changer: Sender,
  slug: string,
  ability: Ability,
  ifMatch?: string,
): Promise<LockedList> {
  const list = assertChangeable(await lock(db, slug, context.clock), slug, changer, ability)
  if (ifMatch !== undefined) requireMatch(ifMatch, listTag(list, context))
  return list
}

/** Refuses a write whose If-Match does not name the present version (412). */
export function requireMatch(ifMatch: string, tag: string): void {
  if ([tag, gzipTag(tag)].some((known) => namesTag(ifMatch, known, { weak: false }))) return
  throw new CatalogError('precondition_failed', 'The list has changed since the version that If-Match names.')
}

/** Refuses whoever may not claim the list, whatever the key, before the body of the request is read. */
export async function requireClaimable(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  slug: string,
): Promise<void> {
  assertClaimable(await find(db.pool, slug, clock()), actor)
}

/** Gives an anonymous list to the actor, who knows its owner's key: nobody can use the key any more (docs/api.md#owner-keys). */
export function claimList(context: RequestContext, actor: Actor, slug: string, key: string): Promise<ListRow> {
  const keyHash = hashToken(key)
  return transactAs(context, actor, async (transaction) => {
    const list = assertClaimable(await lock(transaction, slug, context.clock), actor)
    if (!hasKey(list, keyHash))
      throw invalid({ owner_key: ['The owner_key field must be the owner key of this list.'] })
    const { name, description, game } = list
    const words = wordsOfList({ name, description, author: actor.user.name, game: game.name })
    return giveToAuthor(transaction, list.id, actor.user.id, words).catch(refuseGoneAuthor)
  })
}

/** For a write that gives a list to an author: a user who was deleted since the request came is known no more (401). */
export function refuseGoneAuthor(error: unknown): never {
  throw refersToGone(error, 'lists_author_id_fkey') ? unauthenticated() : error
}

function assertClaimable(list: OwnedList | null, actor: Actor): OwnedList {
  if (list === null) throw notFound('List')
  requireAbility(actor, 'update')
  if (list.authorId !== null) throw forbidden('this list has an author already')
  return list
}

const find = (db: Statements, slug: string, now: Date) => (isSlug(slug) ? findOwnedList(db, slug, now) : null)

const lock = (db: Statements, slug: string, clock: () => Date) => (isSlug(slug) ? lockList(db, slug, clock) : null)

const forbidden = (reason: string) => new CatalogError('forbidden', `Forbidden: ${reason}.`)
