import type { Actor, Sender } from '../../actor.ts'
import type { RequestContext } from '../../context.ts'
import type { Transaction } from '../../db/transaction.ts'
import { hashToken, newOwnerKey } from '../../secrets.ts'
import { senderHash } from '../../senders/service.ts'
import { expiryDate } from '../expiry/lifetimes.ts'
import { lockOwnList, refuseGoneAuthor, transactAs } from '../ownership/service.ts'
import type { ListRow } from '../queries.ts'
import { wordsOfList } from '../search/service.ts'
import { slugBase } from '../slug.ts'
import { type AdmittingContext, requireAnonymousUploads } from './admission.ts'
import { deleteLists } from './free-slug-queries.ts'
import {
  AlreadyCreated,
  findCreated,
  type IdempotencyKey,
  idempotencyKeyOf,
  ownerKeyOf,
  requireFirst,
  storeKey,
} from './idempotency/service.ts'
import type { ListInput } from './input.ts'
import { insertList } from './insert-queries.ts'
import { type ListValues, replaceList } from './queries.ts'
import { storeUpload } from './upload-service.ts'

/** A new list and its owner key, which is null if the list has an author. The key is never shown again. */
export interface CreatedList {
  list: ListRow
  ownerKey: string | null
  /** Whether an earlier request with the same idempotency key has created the list. */
  isReplay: boolean
}

/**
 * Stores a list with its files, all or nothing. The list belongs to the actor; without one it is anonymous. If the client
 * has sent it with the same idempotency key before, returns the list that was made then (idempotency/service.ts).
 */
export async function createList(
  context: AdmittingContext<RequestContext>,
  actor: Actor | null,
  input: ListInput,
  sentKey?: string,
): Promise<CreatedList> {
  if (actor === null) requireAnonymousUploads(context)
  const key = idempotencyKeyOf(sentKey, context, actor, input)
  if (key === null) return insertNew(context, actor, input, null)
  return insertNew(context, actor, input, key).catch(async (error) => {
    if (!(error instanceof AlreadyCreated)) throw error
    return { ...(await findCreated(context, key)), isReplay: true }
  })
}

async function insertNew(
  context: AdmittingContext<RequestContext>,
  actor: Actor | null,
  input: ListInput,
  key: IdempotencyKey | null,
): Promise<CreatedList> {
  const sender = context.address === undefined ? null : await senderHash(context, context.address)
  const base = slugBase(input.name)
  const author = actor?.user ?? null
  const ownerKey = author !== null ? null : key === null ? newOwnerKey() : ownerKeyOf(key)
  const keyHash = ownerKey === null ? null : hashToken(ownerKey)

  const begin = async (transaction: Transaction) => {
    if (key !== null) await requireFirst(transaction, key)
  }
  const upload = { game: input.game, files: input.files, isNew: true, begin }
  const list = await storeUpload(context, actor, upload, async (transaction, { game, files }) => {
    const now = context.clock()
    const values = {
      ...listValues(context, input, game, author === null, now),
      slugBase: base,
      createdAt: now,
      authorId: author?.id ?? null,
    }
    const fileIds = files.map(({ id }) => id)
    const words = wordsOfList({ ...input, author: author?.name ?? null, game: game?.name ?? '' })
    const list = await insertList(transaction, values, fileIds, words, keyHash, sender).catch(refuseGoneAuthor)
    if (key !== null) await storeKey(transaction, key, list.id, now)
    return list
  })
  return { list, ownerKey, isReplay: false }
}

/**
 * Replaces a list and its files. Omitted fields are reset to their defaults; slug and time of creation stay the same.
 */
export function updateList(
  context: AdmittingContext<RequestContext>,
  changer: Sender,
  slug: string,
  input: ListInput,
  ifMatch: string | undefined,
): Promise<ListRow> {
  const author = 'user' in changer ? changer.user : null
  const upload = { game: input.game, files: input.files, isNew: false }
  // Files are stored before the list is locked and checked: storing may wait for locks, and the list may expire meanwhile.
  return storeUpload(context, changer, upload, async (transaction, { game, files }) => {
    const list = await lockOwnList(context, transaction, changer, slug, 'update', ifMatch)
    const values = listValues(context, input, game, author === null, context.clock())
    const fileIds = files.map(({ id }) => id)
    const words = wordsOfList({ ...input, author: author?.name ?? null, game: game?.name ?? '' })
    return replaceList(transaction, list, values, fileIds, words, context.maxRevisions)
  })
}

/** Deletes a list. The next sweep deletes its files if nothing else uses them. */
export async function removeList(
  context: RequestContext,
  changer: Sender,
  slug: string,
  ifMatch: string | undefined,
): Promise<void> {
  await transactAs(context, changer, async (transaction) => {
    const list = await lockOwnList(context, transaction, changer, slug, 'delete', ifMatch)
    await deleteLists(transaction, [list.id], context.clock())
  })
}

/** Returns the values to store for an input. Fields without a column are ignored by `storedColumns`. */
const listValues = (
  { admission }: AdmittingContext,
  input: ListInput,
  game: { id: number } | null,
  isAnonymous: boolean,
  now: Date,
): ListValues => ({
  ...input,
  expiresAt: expiryDate(input.expires, isAnonymous, now, admission?.settings.anonymousMaxLifetime),
  updatedAt: now,
  gameId: game?.id ?? 0,
})
