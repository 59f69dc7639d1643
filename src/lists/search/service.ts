import type { Context } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { inTurn, readPlanned } from '../../db/reads.ts'
import { findByIds, type ListRow } from '../queries.ts'
import type { ListFilter, ListOrder } from '../visibility-queries.ts'
import { findIds } from './queries.ts'
import { wordsOf } from './words.ts'

/** The words by which a list is found. The names of its author and its game never change. */
export const wordsOfList = (list: { name: string; author: string; game: string; description: string | null }) =>
  wordsOf([list.name, list.author, list.game, list.description ?? ''])

/** One page of the lists that have all words, and how many there are on all pages. */
export async function pageOfFound(
  { db, clock }: Context,
  filter: ListFilter,
  words: readonly string[],
  order: ListOrder,
  page: { skip: number; take: number },
  signal?: AbortSignal,
): Promise<{ rows: ListRow[]; total: number }> {
  const now = clock()
  const find = () => readPlanned(db, (statements) => findIds(statements, filter, words, order, page, now))
  const { total, ids } = await inTurn(db, signal, find)
  return { rows: ids.length === 0 ? [] : await rowsOf(db, ids, filter, now), total }
}

/** All lists that have all words, `batch` at a time. They are looked up once: only their ids are kept meanwhile. */
export async function* everyFound(
  { db, clock }: Context,
  filter: ListFilter,
  words: readonly string[],
  order: ListOrder,
  batch: number,
  signal?: AbortSignal,
): AsyncGenerator<ListRow[]> {
  const now = clock()
  const all = { skip: 0, take: null }
  const find = () => readPlanned(db, (statements) => findIds(statements, filter, words, order, all, now))
  const { ids } = await inTurn(db, signal, find)
  for (let from = 0; from < ids.length; from += batch) {
    yield await rowsOf(db, ids.slice(from, from + batch), filter, now)
  }
}

const rowsOf = (db: Database, ids: readonly number[], filter: ListFilter, now: Date) =>
  readPlanned(db, (statements) => findByIds(statements, ids, filter, now))
