import type { Context } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import type { Range } from '../../http/request/paging.ts'
import { keyOf } from '../../load-order/key.ts'
import { storable } from '../../text/storable.ts'
import { addCounts, countLists, findAuthorId, findGameId, findPage, type ListRow } from '../queries.ts'
import type { HeldQuery, ListQuery } from '../schemas.ts'
import { findIndexState, findNameIds, type NameKey } from '../search/queries.ts'
import { everyFound, pageOfFound } from '../search/service.ts'
import { searchedWords } from '../search/words.ts'
import type { ListFilter, ListOrder } from '../visibility-queries.ts'
import { type Cursor, findBatch } from './queries.ts'

/** Estimated size of a list in a response, in bytes. A long description can exceed it tenfold. */
export const LIST_BYTES = 4096

const NEWEST_FIRST: ListOrder = { by: 'createdAt', direction: 'desc' }

/** Number of lists read at a time for `page[size]=all`, which bounds memory and delays of other requests. */
const BATCH = 100

/** Returns the filter for a query, among all lists of `owner` if given. Returns null if no list can match. */
export async function resolveFilter(db: Database, query: ListQuery, owner?: number): Promise<ListFilter | null> {
  const { 'filter[author]': author, 'filter[game]': game } = query
  const [authorId, gameId] = await Promise.all([
    author === undefined ? undefined : findAuthorId(db, author),
    game === undefined ? undefined : findGameId(db, game),
  ])
  if ((author !== undefined && authorId === undefined) || (game !== undefined && gameId === undefined)) return null
  const search = query['filter[search]'] ?? query.query
  const words = search === undefined ? undefined : searchedWords(search)
  if (words?.length === 0) return null
  const names = askedNames(query)
  const holds = names.length === 0 ? undefined : await findNameIds(db, names)
  if (holds === null) return null
  return {
    ...(holds !== undefined && { holds }),
    ...(words !== undefined && { words }),
    ...(owner !== undefined && { owner }),
    ...(authorId !== undefined && { authorId }),
    ...(gameId !== undefined && { gameId }),
  }
}

function askedNames(query: HeldQuery): NameKey[] {
  const named = (plugin: boolean, names: readonly (string | undefined)[]) =>
    names.flatMap((name) => (name === undefined ? [] : { plugin, key: keyOf(storable(name.trim())) }))
  return [
    ...named(false, [query['filter[mod]'], ...(query['filter[mod][]'] ?? [])]),
    ...named(true, [query['filter[plugin]'], ...(query['filter[plugin][]'] ?? [])]),
  ]
}

/** Reports whether a query needs the search indexes. Its pages are not cached. */
export const isSearch = (query: ListQuery): boolean =>
  query['filter[search]'] !== undefined || query.query !== undefined || askedNames(query).length > 0

/** Reports whether a query may miss lists, because not all lists are indexed yet. */
export const mayMissLists = async (db: Database, query: HeldQuery): Promise<boolean> =>
  askedNames(query).length > 0 && (await findIndexState(db)).isIncomplete

const isSearched = ({ words, holds }: ListFilter) => words !== undefined || holds !== undefined

export function requestedOrder({ sort }: ListQuery): ListOrder {
  if (sort === undefined) return NEWEST_FIRST
  return { by: sort.endsWith('created') ? 'createdAt' : 'updatedAt', direction: sort.startsWith('-') ? 'desc' : 'asc' }
}

/** Returns a page of lists, and the total of all pages. A page past the end is empty and has the correct total. */
export async function pageOfLists(
  context: Context,
  filter: ListFilter | null,
  order: ListOrder,
  page: Range,
  signal?: AbortSignal,
): Promise<{ rows: ListRow[]; total: number }> {
  if (filter === null) return { rows: [], total: 0 }
  if (isSearched(filter)) return pageOfFound(context, filter, order, page, signal)
  const { db, clock } = context
  const now = clock()
  const total = await countLists(db, filter, now)
  const rows = page.skip < total ? await findPage(db, filter, order, page, now) : []
  return { rows, total }
}

interface EveryOptions {
  order?: ListOrder
  hasCounts?: boolean
  signal?: AbortSignal
}

/**
 * Yields all lists in batches. Lists created meanwhile are left out; so may be lists updated meanwhile, by `updated`.
 */
export async function* everyList(
  context: Context,
  filter: ListFilter | null,
  { order = NEWEST_FIRST, hasCounts = false, signal }: EveryOptions = {},
): AsyncGenerator<ListRow[]> {
  if (filter === null) return
  const found = isSearched(filter)
    ? everyFound(context, filter, order, BATCH, signal)
    : everyMatching(context, filter, order)
  for await (const rows of found) {
    if (hasCounts) await addCounts(context.db, rows)
    yield rows
  }
}

async function* everyMatching({ db, clock }: Context, filter: ListFilter, order: ListOrder): AsyncGenerator<ListRow[]> {
  const now = clock()
  let after: Cursor | undefined
  do {
    const batch = await findBatch(db, filter, order, after, BATCH, now)
    yield batch.rows
    after = batch.last
  } while (after !== undefined)
}
