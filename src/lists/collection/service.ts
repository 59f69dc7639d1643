import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { readConsistently } from '../../db/reads.ts'
import { findGameByName } from '../../games/queries.ts'
import { countLists, findAuthorId, findPage, type ListRow } from '../queries.ts'
import type { ListQuery } from '../schemas.ts'
import { everyFound, pageOfFound } from '../search/service.ts'
import { searchedWords } from '../search/words.ts'
import type { ListFilter, ListOrder } from '../visibility-queries.ts'
import { type Cursor, findBatch } from './batch-queries.ts'

/** As much as most lists are in a response; a description alone can be ten times as long. */
export const LIST_BYTES = 4096

const NEWEST_FIRST: ListOrder = { by: 'createdAt', direction: 'desc' }

/**
 * Lists that are read at once when all are asked for: the memory that an answer takes, whatever its size, and how long
 * other requests wait for it.
 */
const BATCH = 100

/**
 * What a query asks for among the public lists, or among all of `owner`; null if nothing can be found: it names an author
 * or game that is not there, or its search has no word.
 */
export async function resolveFilter(db: Db, query: ListQuery, owner?: number): Promise<ListFilter | null> {
  const { 'filter[author]': author, 'filter[game]': game } = query
  const [authorId, gameId] = await Promise.all([
    author === undefined ? undefined : findAuthorId(db, author),
    game === undefined ? undefined : findGameByName(db, game).then((found) => found?.id),
  ])
  if ((author !== undefined && authorId === undefined) || (game !== undefined && gameId === undefined)) return null
  const search = query['filter[search]'] ?? query.query
  const words = search === undefined ? undefined : searchedWords(search)
  if (words?.length === 0) return null
  return {
    ...(words !== undefined && { words }),
    ...(owner !== undefined && { owner }),
    ...(authorId !== undefined && { authorId }),
    ...(gameId !== undefined && { gameId }),
  }
}

export function requestedOrder({ sort }: ListQuery): ListOrder {
  if (sort === undefined) return NEWEST_FIRST
  return { by: sort.endsWith('created') ? 'createdAt' : 'updatedAt', direction: sort.startsWith('-') ? 'desc' : 'asc' }
}

/** One page of lists, and how many there are on all pages. Past the end there are no rows, and the total is right. */
export async function pageOfLists(
  context: Context,
  filter: ListFilter | null,
  order: ListOrder,
  page: { skip: number; take: number },
  signal?: AbortSignal,
): Promise<{ rows: ListRow[]; total: number }> {
  if (filter === null) return { rows: [], total: 0 }
  if (filter.words !== undefined) return pageOfFound(context, filter, filter.words, order, page, signal)
  const { db, clock } = context
  const now = clock()
  const total = await countLists(db, filter, now)
  const rows = page.skip < total ? await findPage(db, filter, order, page, now) : []
  return { rows, total }
}

/**
 * All lists, a batch at a time. A list that is created meanwhile is left out; one that is updated meanwhile can be
 * left out of an order by `updated`, since it moves.
 */
export async function* everyList(
  context: Context,
  filter: ListFilter | null,
  order = NEWEST_FIRST,
  signal?: AbortSignal,
): AsyncGenerator<ListRow[]> {
  if (filter === null) return
  if (filter.words !== undefined) return yield* everyFound(context, filter, filter.words, order, BATCH, signal)
  const { db, clock } = context
  const now = clock()
  let after: Cursor | undefined
  do {
    const from = after
    const batch = await readConsistently(db, (statements) => findBatch(statements, filter, order, from, BATCH, now))
    yield batch.rows
    after = batch.last
  } while (after !== undefined)
}
