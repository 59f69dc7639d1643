import type { Context } from '../../context.ts'
import { inTurn } from '../../db/transaction.ts'
import type { Range } from '../../http/request/paging.ts'
import { findByIds } from '../hot-queries.ts'
import type { ListRow } from '../queries.ts'
import { type ListFilter, type ListOrder, matchingSql } from '../visibility-queries.ts'
import { findIds } from './queries.ts'
import { wordsOf } from './words.ts'

interface Indexed {
  name: string
  author: string | null
  game: string | null
  description: string | null
}

/** Returns the words to index for a list. Names of authors and games never change. */
export const wordsOfList = ({ name, author, game, description }: Indexed) =>
  wordsOf([name, author ?? '', game ?? '', description ?? ''])

export async function pageOfFound(
  { db, clock }: Context,
  filter: ListFilter,
  order: ListOrder,
  page: Range,
  signal?: AbortSignal,
): Promise<{ rows: ListRow[]; total: number }> {
  const now = clock()
  const { total, ids } = await inTurn(db, signal, () => findIds(db, filter, order, page, now))
  return { rows: ids.length === 0 ? [] : await findByIds(db, ids, matchingSql(filter, now)), total }
}

/** Yields all lists that match a filter, in batches. Their ids are looked up once and kept in memory. */
export async function* everyFound(
  { db, clock }: Context,
  filter: ListFilter,
  order: ListOrder,
  batch: number,
  signal?: AbortSignal,
): AsyncGenerator<ListRow[]> {
  const now = clock()
  const all = { skip: 0, take: null }
  const { ids } = await inTurn(db, signal, () => findIds(db, filter, order, all, now))
  for (let from = 0; from < ids.length; from += batch) {
    yield await findByIds(db, ids.slice(from, from + batch), matchingSql(filter, now))
  }
}
