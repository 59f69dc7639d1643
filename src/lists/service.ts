import { type Ability, type Actor, requireAbility } from '../accounts/actor.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { transact } from '../db/transaction.ts'
import { CatalogError, invalid, notFound } from '../errors.ts'
import { findGameById } from '../games/queries.ts'
import { gzipTag, listTag, namesTag } from './etag.ts'
import { expiryDate } from './expiry.ts'
import type { ListInput } from './input.ts'
import { findList, type ListRow } from './queries.ts'
import { indexList } from './search.ts'
import { isSlug, slugBase } from './slug.ts'
import { storedFile } from './upload.ts'
import {
  deleteList,
  insertList,
  type ListValues,
  lockList,
  replaceList,
  storeFiles,
  takeSlug,
} from './write-queries.ts'

/** Stores a list with all of its files, or nothing of it. It belongs to the actor; without one it is anonymous. */
export async function createList({ db, clock }: Context, actor: Actor | null, input: ListInput): Promise<ListRow> {
  await requireGame(db, input.game)
  const files = input.files.map(storedFile)

  return transact(db, async (transaction) => {
    const now = clock()
    const fileIds = await storeFiles(transaction, files, now)
    const slug = await takeSlug(transaction, slugBase(input.name))
    const authorId = actor?.user.id ?? null
    const values = { ...listValues(input, actor, now), ...slug, createdAt: now, authorId }
    const list = await insertList(transaction, values, fileIds)
    await indexList(transaction, list)
    return list
  })
}

/** Replaces a list and its files. What the input leaves out returns to its default; slug and time of creation stay. */
export async function updateList(
  context: Context,
  actor: Actor,
  slug: string,
  input: ListInput,
  ifMatch: string | undefined,
) {
  await requireGame(context.db, input.game)
  const files = input.files.map(storedFile)

  return transact(context.db, async (transaction) => {
    const list = await lockOwnList({ ...context, db: transaction }, actor, slug, 'update', ifMatch)
    const now = context.clock()
    const fileIds = await storeFiles(transaction, files, now)
    const replaced = await replaceList(transaction, list.id, listValues(input, actor, now), fileIds)
    await indexList(transaction, replaced)
    return replaced
  })
}

/** Deletes a list. Its files go with the next sweep, if no other list has them. */
export async function removeList(
  context: Context,
  actor: Actor,
  slug: string,
  ifMatch: string | undefined,
): Promise<void> {
  await transact(context.db, async (transaction) => {
    const list = await lockOwnList({ ...context, db: transaction }, actor, slug, 'delete', ifMatch)
    await deleteList(transaction, list.id)
  })
}

/** The list that the actor wants to change: missing (404) goes before not allowed (403). */
export async function requireOwnList(
  { db, clock }: Pick<Context, 'clock'> & { db: Db },
  actor: Actor,
  slug: string,
  ability: Ability,
): Promise<ListRow> {
  const list = (isSlug(slug) ? await findList(db, slug, clock()) : null) ?? missing()
  requireAbility(actor, ability)
  if (list.authorId === actor.user.id) return list
  throw new CatalogError(
    'forbidden',
    `Forbidden: ${list.author === null ? 'anonymous lists cannot be changed' : 'this list is of another author'}.`,
  )
}

async function lockOwnList(
  context: Omit<Context, 'db'> & { db: Db },
  actor: Actor,
  slug: string,
  ability: Ability,
  ifMatch: string | undefined,
): Promise<ListRow> {
  await lockList(context.db, slug)
  const list = await requireOwnList(context, actor, slug, ability)
  if (ifMatch === undefined) return list
  const tag = listTag(list, context.urls)
  if ([tag, gzipTag(tag)].some((known) => namesTag(ifMatch, known, { weak: false }))) return list
  throw new CatalogError('precondition_failed', 'The list has changed since the version that If-Match names.')
}

function listValues(input: ListInput, actor: Actor | null, now: Date): ListValues {
  const { name, version, description, website, discord, readme } = input
  return {
    name,
    version,
    description,
    website,
    discord,
    readme,
    private: input.private,
    expiresAt: expiryDate(input.expires, actor === null, now),
    updatedAt: now,
    gameId: input.game,
  }
}

async function requireGame(db: Db, id: number): Promise<void> {
  if ((await findGameById(db, id)) === null)
    throw invalid({ game: ['The game field must be the id of a game: see GET /v1/games.'] })
}

function missing(): never {
  throw notFound('List')
}
