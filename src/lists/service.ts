import { type Ability, type Actor, requireAbility } from '../actor.ts'
import type { Context } from '../context.ts'
import type { Statements } from '../db/client.ts'
import { withConnection } from '../db/transaction.ts'
import { CatalogError, invalid, notFound } from '../errors.ts'
import { gzipTag, namesTag } from '../http/response/entity-tag.ts'
import { listTag } from './etag.ts'
import { expiryDate } from './expiry/lifetimes.ts'
import { findList, type ListRow } from './queries.ts'
import type { LockedList } from './revisions/keeping-queries.ts'
import { wordsOfList } from './search/service.ts'
import { isSlug, slugBase } from './slug.ts'
import { storeFiles } from './writing/file-queries.ts'
import type { ListInput } from './writing/input.ts'
import {
  deleteList,
  insertList,
  type ListValues,
  lockList,
  type Prefetched,
  prefetch,
  replaceList,
} from './writing/queries.ts'
import { storedFile } from './writing/uploaded-files.ts'

/** Stores a list with all of its files, or nothing of it. It belongs to the actor; without one it is anonymous. */
export function createList({ db, clock }: Context, actor: Actor | null, input: ListInput): Promise<ListRow> {
  const files = input.files.map(storedFile)
  const base = slugBase(input.name)

  return withConnection(db.writes, async (connection) => {
    const prefetched = await prefetch(connection, { gameId: input.game, files, slugBase: base })
    const words = wordsOfInput(input, actor, prefetched)
    const now = clock()
    const authorId = actor?.user.id ?? null
    const values = { ...listValues(input, actor, now), slugBase: base, createdAt: now, authorId }
    return connection.transact(async () => {
      const fileIds = await storeFiles(connection, files, prefetched.fileIds, now)
      return insertList(connection, values, prefetched.slugNumber, fileIds, words)
    })
  })
}

/** Replaces a list and its files. What the input leaves out returns to its default; slug and time of creation stay. */
export function updateList(
  context: Context,
  actor: Actor,
  slug: string,
  input: ListInput,
  ifMatch: string | undefined,
): Promise<ListRow> {
  const files = input.files.map(storedFile)

  return withConnection(context.db.writes, async (connection) => {
    const prefetched = await prefetch(connection, { gameId: input.game, files, slugBase: null })
    const words = wordsOfInput(input, actor, prefetched)
    return connection.transact(async () => {
      const list = await lockOwnList(context, connection, actor, slug, 'update', ifMatch)
      const now = context.clock()
      const fileIds = await storeFiles(connection, files, prefetched.fileIds, now)
      const values = listValues(input, actor, now)
      return replaceList(connection, list, values, fileIds, words, context.maxRevisions)
    })
  })
}

/** Deletes a list. Its files go with the next sweep, if no other list has them. */
export async function removeList(
  context: Context,
  actor: Actor,
  slug: string,
  ifMatch: string | undefined,
): Promise<void> {
  await withConnection(context.db.writes, (connection) =>
    connection.transact(async () => {
      const list = await lockOwnList(context, connection, actor, slug, 'delete', ifMatch)
      await deleteList(connection, list.id)
    }),
  )
}

/** The list that the actor wants to change: missing (404) goes before not allowed (403). */
export async function requireOwnList(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  slug: string,
  ability: Ability,
): Promise<ListRow> {
  return ownList(isSlug(slug) ? await findList(db, slug, clock()) : null, actor, ability)
}

function ownList<Row extends ListRow>(found: Row | null, actor: Actor, ability: Ability): Row {
  const list = found ?? missing()
  requireAbility(actor, ability)
  if (list.authorId === actor.user.id) return list
  throw new CatalogError(
    'forbidden',
    `Forbidden: ${list.author === null ? 'anonymous lists cannot be changed' : 'this list is of another author'}.`,
  )
}

/** Keeps others from changing the list until the transaction ends, and gives it if the actor may change it. */
export async function lockOwnList(
  context: Context,
  db: Statements,
  actor: Actor,
  slug: string,
  ability: Ability,
  ifMatch?: string,
): Promise<LockedList> {
  const list = ownList(isSlug(slug) ? await lockList(db, slug, context.clock()) : null, actor, ability)
  if (ifMatch === undefined) return list
  const tag = listTag(list, context)
  if ([tag, gzipTag(tag)].some((known) => namesTag(ifMatch, known, { weak: false }))) return list
  throw new CatalogError('precondition_failed', 'The list has changed since the version that If-Match names.')
}

/** The fields of the input, of which those that no column is made of are left out where they are stored. */
const listValues = (input: ListInput, actor: Actor | null, now: Date): ListValues => ({
  ...input,
  expiresAt: expiryDate(input.expires, actor === null, now),
  updatedAt: now,
  gameId: input.game,
})

/** The words by which the list will be found, once it is known that there is such a game. */
function wordsOfInput({ name, description }: ListInput, actor: Actor | null, { game }: Prefetched): string[] {
  if (game === null) throw invalid({ game: ['The game field must be the id of a game: see GET /v1/games.'] })
  return wordsOfList({ name, author: actor?.user.name ?? '', game, description })
}

function missing(): never {
  throw notFound('List')
}
