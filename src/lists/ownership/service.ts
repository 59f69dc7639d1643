import { timingSafeEqual } from 'node:crypto'
import { type Ability, type Actor, type ListOwner, requireAbility, type Sender } from '../../actor.ts'
import type { Context, DataContext, RequestContext } from '../../context.ts'
import { refersToGone } from '../../db/failures.ts'
import { type Transaction, transact } from '../../db/transaction.ts'
import { CatalogError, invalid, listNotFound, unauthenticated } from '../../errors.ts'
import { namesTag } from '../../http/response/entity-tag.ts'
import { hashToken, isOwnerKey } from '../../secrets.ts'
import { expiryDate, type Lifetime } from '../expiry/lifetimes.ts'
import { type FoundDetail, findDetail } from '../hot-queries.ts'
import type { ListRow } from '../queries.ts'
import type { LockedList } from '../revisions/queries.ts'
import { wordsOfList } from '../search/service.ts'
import { listTag, versionsIn } from '../view.ts'
import { existingSql } from '../visibility-queries.ts'
import { giveToAuthor, lockList } from '../writing/queries.ts'
import { findListOfKey, findOwnedList, type OwnedList } from './queries.ts'

/** Returns the owner with this key; null if it is not an owner key, or if its list was claimed. */
export async function ownerOf({ db, clock }: DataContext, key: string): Promise<ListOwner | null> {
  if (!isOwnerKey(key)) return null
  const keyHash = hashToken(key)
  const list = await findListOfKey(db, keyHash, clock())
  return list && { list, keyHash }
}

/**
 * Refuses senders who may not change a list. A missing list (404) takes precedence over missing permission (403). An
 * owner key is invalid (401) if its list was deleted or claimed, except for a deletion that is sent again (404).
 */
function assertChangeable<Row extends OwnedList>(
  list: Row | null,
  slug: string,
  changer: Sender,
  ability: Ability,
): Row {
  if ('keyHash' in changer) {
    if (list !== null && list.id === changer.list.id && hasKey(list, changer.keyHash)) return assertShown(list, ability)
    if (slug === changer.list.slug && list === null && ability === 'delete') throw listNotFound()
    if (slug === changer.list.slug || changer.list.id === null) throw unauthenticated()
    throw isVisible(list) ? forbidden("this is another list's owner key") : listNotFound()
  }
  if (list === null || (list.authorId !== changer.user.id && !isVisible(list))) throw listNotFound()
  requireAbility(changer, ability)
  if (list.authorId === changer.user.id) return assertShown(list, ability)
  throw forbidden(
    list.authorId === null
      ? 'this list is anonymous; only its owner key may change it'
      : 'this list belongs to another author',
  )
}

const isVisible = (list: OwnedList | null): list is OwnedList => list !== null && list.hiddenAt === null

export class HiddenByModerators extends CatalogError {
  constructor({ hiddenAt, hiddenReason }: OwnedList) {
    super('forbidden', `Forbidden: hidden by moderators on ${hiddenAt?.toISOString().slice(0, 10)}: ${hiddenReason}`)
  }
}

/** Refuses changes of a hidden list, and says why (403). Its owner can still delete it. */
function assertShown<Row extends OwnedList>(list: Row, ability: Ability): Row {
  if (list.hiddenAt === null || ability === 'delete') return list
  throw new HiddenByModerators(list)
}

/** Reports whether a list without an author has this owner key. Compares in constant time. */
const hasKey = ({ authorId, ownerKeyHash }: OwnedList, keyHash: Uint8Array): boolean =>
  authorId === null && ownerKeyHash !== null && timingSafeEqual(ownerKeyHash, keyHash)

/**
 * Runs a write of the sender in a transaction. The last statement checks the token again, in case it was revoked (401)
 * or the user suspended (403) meanwhile. It comes last because users are locked before their tokens.
 */
export function transactAs<T>(
  context: DataContext,
  sender: Sender | null,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return transact(context, async (transaction) => {
    const result = await work(transaction)
    if (sender !== null && !('keyHash' in sender)) await sender.holdToken(transaction, context.clock())
    return result
  })
}

/** Returns the list if the sender may change it; throws 401, 403 or 404 otherwise. Used before the body is read. */
export async function requireOwnList(
  { db, clock }: DataContext,
  changer: Sender,
  slug: string,
  ability: Ability,
): Promise<ListRow> {
  return assertChangeable(await findOwnedList(db, slug, clock()), slug, changer, ability)
}

/** Throws if the sender may not update the list (401, 403, 404), or `ifMatch` does not match it (412). */
export async function requireOwnVersion(
  context: Context,
  changer: Sender,
  slug: string,
  ifMatch: string | undefined,
): Promise<ListRow> {
  const list = await requireOwnList(context, changer, slug, 'update')
  if (ifMatch !== undefined) requireMatch(ifMatch, listTag(list, context))
  return list
}

/** Like requireOwnVersion, within the transaction that changes the list, which it locks. */
export async function lockOwnList(
  context: Context,
  db: Transaction,
  changer: Sender,
  slug: string,
  ability: Ability,
  ifMatch?: string,
): Promise<LockedList> {
  const list = assertChangeable(await lockList(db, slug, context.clock), slug, changer, ability)
  if (ifMatch !== undefined) requireMatch(ifMatch, listTag(list, context))
  return list
}

/** Refuses a write whose If-Match names no view of the current version, with counts or without (412). */
export function requireMatch(ifMatch: string, tag: string): void {
  if (namesTag(versionsIn(ifMatch), tag, { weak: false })) return
  throw new CatalogError('precondition_failed', 'The list has changed since the version in If-Match.')
}

/** Refuses actors who may not claim the list with any key. A hidden list passes: what they learn depends on the key. */
export async function requireClaimable({ db, clock }: DataContext, actor: Actor, slug: string): Promise<void> {
  const list = await findOwnedList(db, slug, clock())
  if (list?.hiddenAt == null || list.authorId !== null) assertClaimable(list, actor, null)
}

/** Throws a 404 if the list is hidden, for errors about a request that has not shown the list's key. */
export async function requireShown({ db, clock }: DataContext, slug: string): Promise<void> {
  if (!isVisible(await findOwnedList(db, slug, clock()))) throw listNotFound()
}

interface Claim {
  key: string
  expires?: Lifetime | undefined
}

/** Makes the actor the author of an anonymous list, given its owner key, which no longer works then. */
export function claimList(
  context: RequestContext,
  actor: Actor,
  slug: string,
  { key, expires }: Claim,
): Promise<ListRow> {
  const keyHash = hashToken(key)
  return transactAs(context, actor, async (transaction) => {
    const list = assertClaimable(await lockList(transaction, slug, context.clock), actor, keyHash)
    if (!hasKey(list, keyHash))
      throw invalid({ owner_key: ['The owner_key field must be the owner key of this list.'] })
    const { name, description, game } = list
    const words = wordsOfList({ name, description, author: actor.user.name, game: game.name })
    const expiresAt = expires === undefined ? list.expiresAt : expiryDate(expires, false, context.clock())
    const owner = { authorId: actor.user.id, expiresAt }
    return giveToAuthor(transaction, list.id, owner, words).catch(refuseGoneAuthor)
  })
}

/** Rethrows an error of a write that sets a list's author; as 401 if the author was deleted during the request. */
export function refuseGoneAuthor(error: unknown): never {
  throw refersToGone(error, 'lists_author_id_fkey') ? unauthenticated() : error
}

/** A hidden list does not exist for those without its key (404). With the key, says why (403). */
function assertClaimable(list: OwnedList | null, actor: Actor, keyHash: Uint8Array | null): OwnedList {
  if (list === null || (list.hiddenAt !== null && (keyHash === null || !hasKey(list, keyHash)))) throw listNotFound()
  requireAbility(actor, 'update')
  if (list.authorId !== null) throw forbidden('this list already has an author')
  return assertShown(list, 'update')
}

const forbidden = (reason: string) => new CatalogError('forbidden', `Forbidden: ${reason}.`)

/** Returns a list, hidden or not, with its files, and whether it has an owner key. Throws if it does not exist (404). */
export async function inspectList(
  { db, clock }: DataContext,
  slug: string,
): Promise<FoundDetail & { hasKey: boolean; hiddenReason: string | null }> {
  const now = clock()
  const found = await findDetail(db, slug, now, existingSql)
  if (found === null) throw listNotFound()
  const owned = await findOwnedList(db, slug, now)
  return { ...found, hasKey: owned?.ownerKeyHash != null, hiddenReason: owned?.hiddenReason ?? null }
}
