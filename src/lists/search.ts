import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import type { ListFilter, ListOrder, ListRow } from './queries.ts'
import { findByIds, findIds, storeWords } from './search-queries.ts'
import { wordsOf } from './search-words.ts'

/** Notes by which words a list is found. The names of its author and its game never change. */
export function indexList(db: Db, { id, name, description, author, game }: ListRow): Promise<void> {
  return storeWords(db, id, wordsOf([name, author?.name ?? '', game.name, description ?? '']))
}

/** One page of the lists that have all words, and how many there are on all pages. */
export async function pageOfFound(
  { db, clock }: Context,
  filter: ListFilter,
  words: readonly string[],
  order: ListOrder,
  page: { skip: number; take: number },
): Promise<{ rows: ListRow[]; total: number }> {
  const now = clock()
  const { total, ids } = await findIds(db, filter, words, order, page, now)
  return { rows: ids.length === 0 ? [] : await findByIds(db, ids, filter, now), total }
}

/** All lists that have all words, `batch` at a time. They are looked up once: only their ids are kept meanwhile. */
export async function* everyFound(
  { db, clock }: Context,
  filter: ListFilter,
  words: readonly string[],
  order: ListOrder,
  batch: number,
): AsyncGenerator<ListRow[]> {
  const now = clock()
  const { ids } = await findIds(db, filter, words, order, { skip: 0, take: null }, now)
  for (let from = 0; from < ids.length; from += batch) {
    yield await findByIds(db, ids.slice(from, from + batch), filter, now)
  }
}
