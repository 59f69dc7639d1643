import { readCountsByGame } from '../../games/count-queries.ts'
import { requestedPage } from '../../http/request/paging.ts'
import { type PageSource, requestedPublicPage } from '../../lists/collection/public-pages.ts'
import { countRows, isSearch, pageOfLists, requestedOrder, resolveFilter } from '../../lists/collection/service.ts'
import type { ListQuery, ListSummary } from '../../lists/schemas.ts'
import { listSummary } from '../../lists/view.ts'
import { earliest } from '../../text/timestamp.ts'
import type { FoundPage } from '../found-page.ts'
import { shownList } from '../parts/shown-list.tsx'
import { siteOf } from '../parts/site.ts'
import { nextChange } from '../parts/time.tsx'
import { CollectionPage, SIZE } from './page.tsx'

/** Finds the page of the collection for a query. */
export async function findCollectionPage(
  source: PageSource,
  query: ListQuery,
  signal: AbortSignal,
): Promise<FoundPage> {
  const { number: page } = requestedPage(query)
  const found = await readPage(source, query, { skip: (page - 1) * SIZE, take: SIZE }, signal)
  const all = await readCountsByGame(source.db, source.clock())
  const games = all.games.map(({ name }) => ({ name }))
  const { total, lists, now, change, snapshot, validUntil } = found
  const data = { site: siteOf(source.urls), now, query, page, games, lists, total }
  return {
    version: [query, lists, total, games, change],
    snapshot,
    validUntil,
    render: () => <CollectionPage {...data} />,
  }
}

interface Range {
  skip: number
  take: number
}

/** Reads the lists of a page, and when their time left changes its words. Searches are never cached, as in the API. */
export async function readPage(source: PageSource, query: ListQuery, page: Range, signal: AbortSignal) {
  const { lists, ...found } = isSearch(query)
    ? await searchedPage(source, query, page, signal)
    : await publicPage(source, query, page)
  const now = source.clock()
  const change = nextChange(lists, now)
  return { ...found, lists: lists.map(shownList), now, change, validUntil: earliest(found.validUntil, change) }
}

async function publicPage(source: PageSource, query: ListQuery, page: Range) {
  const { items, ...found } = await requestedPublicPage(source, { ...query, include: 'counts' }, page)
  return { ...found, lists: items.map((item): ListSummary => JSON.parse(item)) }
}

async function searchedPage(source: PageSource, query: ListQuery, page: Range, signal: AbortSignal) {
  const filter = await resolveFilter(source.db, query)
  const { rows, total } = await pageOfLists(source, filter, requestedOrder(query), page, signal)
  await countRows(source, rows)
  return { lists: rows.map((row) => listSummary(row, source.urls)), total, snapshot: '', validUntil: null }
}
