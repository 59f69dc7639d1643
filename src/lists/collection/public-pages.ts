import { type BoundedCache, createBoundedCache } from '../../concurrency/bounded-cache.ts'
import type { Context } from '../../context.ts'
import type { Database, Db } from '../../db/client.ts'
import type { Prisma } from '../../db/generated/client.ts'
import { inTurn, readConsistently } from '../../db/reads.ts'
import { countsView, wantsCounts } from '../counts.ts'
import { findByIds, findPageIds } from '../hot-queries.ts'
import { type ListCounts, UNKNOWN_COUNTS } from '../queries.ts'
import type { ListQuery } from '../schemas.ts'
import { listSummary } from '../view.ts'
import { countsSql, type ListInRow, rowSql, rowView } from './queries.ts'
import { requestedOrder } from './service.ts'

/**
 * Offset above which a page counts as an expensive read. Its statement scans the index entries of all lists before the
 * page, so only a few such pages are read at a time.
 */
const FAR = 10_000

/** A page of public lists as JSON, and the database snapshot that it was read from. */
interface PublicPage {
  snapshot: string
  validUntil: Date | null
  total: number
  items: string[]
}

export interface PageSource extends Context {
  /** Cached JSON of lists by change id. An entry never becomes stale, as every change of a list makes a new id. */
  summaries: BoundedCache<string>
}

export const pageSource = (context: Context, maxBytes: number): PageSource => ({
  ...context,
  summaries: createBoundedCache(maxBytes, (json) => json.length),
})

/** A part of the lists that a query finds. */
export interface Range {
  skip: number
  take: number
}

/** Returns the page of public lists that a query asks for. A page past the end is empty and has the correct total. */
export function requestedPublicPage(source: PageSource, query: ListQuery, page: Range): Promise<PublicPage> {
  const { db, clock } = source
  const now = clock()
  const hasCounts = wantsCounts(query)
  const beside = hasCounts ? { ofList: countsSql } : {}
  return inTurnIfFar(db, page, () =>
    readConsistently(db, async (statements): Promise<PublicPage | null> => {
      const { filter, order } = asked(query)
      const { ids, changeIds, ofLists, ...found } = await findPageIds<ListCounts | null>(
        statements,
        filter,
        order,
        page,
        now,
        beside,
      )
      const items = await itemsOf(source, statements, ids, changeIds)
      if (items === null || !hasCounts) return items && { ...found, items }
      // Not cached with the lists, because they change without a change of the list.
      const jsonOf = (at: number) => JSON.stringify(countsView(ofLists[at] ?? UNKNOWN_COUNTS))
      return { ...found, items: items.map((item, at) => `${item.slice(0, -1)},"counts":${jsonOf(at)}}`) }
    }),
  )
}

/**
 * Returns the rows of the page of public lists that a query asks for, with the value of `ofPage`, all by one statement. A
 * page past the end is empty and has the correct total.
 */
export async function requestedRows<OfPage>(
  { db, clock }: Context,
  query: ListQuery,
  page: Range,
  ofPage: (now: Date) => Prisma.Sql,
) {
  const now = clock()
  const { filter, order } = asked(query)
  const beside = { ofList: rowSql, ofPage: ofPage(now) }
  const { ofLists, ...found } = await inTurnIfFar(db, page, () =>
    findPageIds<ListInRow, OfPage>(db, filter, order, page, now, beside),
  )
  return { ...found, rows: ofLists.map(rowView) }
}

const asked = (query: ListQuery) => ({
  filter: { game: query['filter[game]'], author: query['filter[author]'] },
  order: requestedOrder(query),
})

const inTurnIfFar = <T>(db: Database, { skip }: Range, read: () => Promise<T>): Promise<T> =>
  skip > FAR ? inTurn(db, undefined, read) : read()

/** Returns the JSON of lists, or null if one of them has changed since its change id was read. */
async function itemsOf(
  { summaries, urls }: PageSource,
  db: Db,
  ids: readonly number[],
  changeIds: readonly string[],
): Promise<string[] | null> {
  const items = changeIds.map((changeId) => summaries.get(changeId))
  const missing = ids.filter((_, index) => items[index] === undefined)
  summaries.hits += ids.length - missing.length
  summaries.misses += missing.length
  if (missing.length > 0) {
    const read = new Map<string, string>()
    for (const row of await findByIds(db, missing)) {
      const json = JSON.stringify(listSummary(row, urls))
      summaries.set(row.changeId, json)
      read.set(row.changeId, json)
    }
    for (const [index, changeId] of changeIds.entries()) items[index] ??= read.get(changeId)
  }
  const found = items.filter((item) => item !== undefined)
  return found.length === ids.length ? found : null
}
