import type { Actor, Sender } from '../../actor.ts'
import type { RequestContext } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { hashToken, newOwnerKey } from '../../secrets.ts'
import { senderHash } from '../../senders/service.ts'
import { expiryDate } from '../expiry/lifetimes.ts'
import { lockOwnList, refuseGoneAuthor, transactAs } from '../ownership/service.ts'
import type { ListRow } from '../queries.ts'
import { wordsOfList } from '../search/service.ts'
import { slugBase } from '../slug.ts'
import type { AdmittingContext } from './admission.ts'
import { admitting, requireAnonymousUploads } from './files/new-content.ts'
import { storeFiles } from './files/queries.ts'
import { refuseBlocked, storedFile } from './files/uploaded-files.ts'
import type { ListInput } from './input.ts'
import { deleteList, insertList, type ListValues, type Prefetched, prefetch, replaceList } from './queries.ts'

type Author = Actor['user']

/** A new list and its owner key, which is null if the list has an author. The key is never shown again. */
export interface CreatedList {
  list: ListRow
  ownerKey: string | null
}

/** Stores a list with its files, all or nothing. The list belongs to the actor; without one it is anonymous. */
export async function createList(
  context: AdmittingContext<RequestContext>,
  actor: Actor | null,
  input: ListInput,
): Promise<CreatedList> {
  if (actor === null) requireAnonymousUploads(context)
  const sender = context.address === undefined ? null : await senderHash(context, context.address)
  const files = input.files.map(storedFile)
  const base = slugBase(input.name)
  const author = actor?.user ?? null
  const ownerKey = author === null ? newOwnerKey() : null
  const keyHash = ownerKey === null ? null : hashToken(ownerKey)

  const list = await admitting(context, author === null, (admit) =>
    transactAs(context, actor, async (transaction) => {
      const prefetched = await prefetch(transaction, {
        gameId: input.game,
        files,
        slugBase: input.private ? null : base,
      })
      const words = wordsOfInput(input, author, prefetched)
      refuseBlocked(files, prefetched.blocked)
      await admit(files, prefetched.fileIds)
      const now = context.clock()
      const values = {
        ...listValues(context, input, author, now),
        slugBase: base,
        createdAt: now,
        authorId: author?.id ?? null,
      }
      const fileIds = await storeFiles(transaction, files, prefetched.fileIds, now)
      return insertList(transaction, values, prefetched.slugNumber, fileIds, words, keyHash, sender).catch(
        refuseGoneAuthor,
      )
    }),
  )
  return { list, ownerKey }
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
  const files = input.files.map(storedFile)
  const author = 'user' in changer ? changer.user : null

  return admitting(context, author === null, (admit) =>
    transactAs(context, changer, async (transaction) => {
      const prefetched = await prefetch(transaction, { gameId: input.game, files, slugBase: null })
      const words = wordsOfInput(input, author, prefetched)
      refuseBlocked(files, prefetched.blocked)
      await admit(files, prefetched.fileIds)
      // Files are stored before the list is locked and checked: storing may wait for locks, and the list may expire
      // meanwhile.
      const fileIds = await storeFiles(transaction, files, prefetched.fileIds, context.clock())
      const list = await lockOwnList(context, transaction, changer, slug, 'update', ifMatch)
      const now = context.clock()
      const values = listValues(context, input, author, now)
      return replaceList(transaction, list, values, fileIds, words, context.maxRevisions)
    }),
  )
}

/** Deletes a list. The next sweep deletes its files if nothing else uses them. */
export async function removeList(
  context: AdmittingContext<RequestContext>,
  changer: Sender,
  slug: string,
  ifMatch: string | undefined,
): Promise<void> {
  await transactAs(context, changer, async (transaction) => {
    const list = await lockOwnList(context, transaction, changer, slug, 'delete', ifMatch)
    await deleteList(transaction, list.id, context.clock())
  })
}

/** Returns the values to store for an input. Fields without a column are ignored by `storedColumns`. */
const listValues = (context: AdmittingContext, input: ListInput, author: Author | null, now: Date): ListValues => ({
  ...input,
  expiresAt: expiryDate(input.expires, author === null, now, context.admission?.settings.anonymousMaxLifetime),
  updatedAt: now,
  gameId: input.game,
})

/** Returns the words to index for an input. Throws if its game does not exist (422). */
function wordsOfInput({ name, description }: ListInput, author: Author | null, { game }: Prefetched): string[] {
  if (game === null) throw invalid({ game: ['The game field must be the id of a game: see GET /v1/games.'] })
  return wordsOfList({ name, author: author?.name ?? '', game, description })
}
