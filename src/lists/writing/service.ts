import type { Actor, Sender } from '../../actor.ts'
import type { RequestContext } from '../../context.ts'
import { hashToken, newOwnerKey } from '../../secrets.ts'
import { senderHash } from '../../senders/service.ts'
import { expiryDate } from '../expiry/lifetimes.ts'
import { lockOwnList, refuseGoneAuthor, requireOwnVersion, transactAs } from '../ownership/service.ts'
import type { ListRow } from '../queries.ts'
import { wordsOfList } from '../search/service.ts'
import { slugBase } from '../slug.ts'
import { type AdmittingContext, requireAnonymousUploads } from './admission.ts'
import { deleteLists } from './free-slug-queries.ts'
import {
  findCreated,
  type IdempotencyKey,
  idempotencyKeyOf,
  oneByOne,
  ownerKeyOf,
  wasCreated,
} from './idempotency-service.ts'
import type { ListInput } from './input.ts'
import { AlreadyCreated, findUploaded, insertList, type ListValues, replaceList } from './queries.ts'
import { storeUpload } from './upload-service.ts'
import { type StoredFile, storedFile } from './uploaded-files.ts'

/** A new list and its owner key, which is null if the list has an author. The key is never shown again. */
export interface CreatedList {
  list: ListRow
  ownerKey: string | null
  /** Whether an earlier request with the same idempotency key has created the list. */
  isReplay: boolean
}

/**
 * Stores a list, all or nothing. Returns the list made before if the client has sent it with the same idempotency key.
 */
export async function createList(
  context: AdmittingContext<RequestContext>,
  actor: Actor | null,
  input: ListInput,
  sentKey?: string,
): Promise<CreatedList> {
  if (actor === null) requireAnonymousUploads(context)
  const files = input.files.map(storedFile)
  const key = idempotencyKeyOf(sentKey, context, actor, input, files)
  if (key === null) return insertNew(context, actor, input, files, null)
  const replay = async () => ({ ...(await findCreated(context, key)), isReplay: true })
  return oneByOne(key, async () => {
    if (await wasCreated(context, key)) return replay()
    return insertNew(context, actor, input, files, key).catch((error) => {
      if (error instanceof AlreadyCreated) return replay() // by another server
      throw error
    })
  })
}

async function insertNew(
  context: AdmittingContext<RequestContext>,
  actor: Actor | null,
  input: ListInput,
  files: readonly StoredFile[],
  key: IdempotencyKey | null,
): Promise<CreatedList> {
  const sender = context.address === undefined ? null : await senderHash(context, context.address)
  const author = actor?.user ?? null
  const ownerKey = author !== null ? null : key === null ? newOwnerKey() : ownerKeyOf(key)
  const ownerKeyHash = ownerKey === null ? null : hashToken(ownerKey)
  const upload = { game: input.game, files, slugBase: slugBase(input.name) }
  const list = await storeUpload(context, actor, upload, (transaction, { game, lastNumber }) => {
    const now = context.clock()
    const values = {
      ...listValues(context, input, game, author === null, now),
      slugBase: upload.slugBase,
      createdAt: now,
      authorId: author?.id ?? null,
    }
    const words = wordsOfList({ ...input, author: author?.name ?? null, game: game?.name ?? '' })
    return insertList(transaction, values, lastNumber, { files, words, ownerKeyHash, sender, key }).catch(
      refuseGoneAuthor,
    )
  })
  return { list, ownerKey, isReplay: false }
}

/** Replaces a list and its files. Omitted fields are reset to their defaults. */
export async function updateList(
  context: AdmittingContext<RequestContext>,
  changer: Sender,
  slug: string,
  input: ListInput,
  ifMatch: string | undefined,
): Promise<ListRow> {
  await requireOwnVersion(context, changer, slug, ifMatch)
  const author = 'user' in changer ? changer.user : null
  const files = input.files.map(storedFile)
  const upload = { game: input.game, files }
  return storeUpload(context, changer, upload, async (transaction, { game }) => {
    const list = await lockOwnList(context, transaction, changer, slug, 'update', ifMatch)
    const values = listValues(context, input, game, author === null, context.clock())
    const uploaded = await findUploaded(transaction, files)
    const fileIds = uploaded.map(({ id }) => id)
    const words = wordsOfList({ ...input, author: author?.name ?? null, game: game?.name ?? '' })
    return replaceList(transaction, list, values, fileIds, words, context.maxRevisions)
  })
}

export async function removeList(context: RequestContext, changer: Sender, slug: string, ifMatch: string | undefined) {
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
