import { requestedPage } from '../../http/request/paging.ts'
import { readCountsByGame } from '../../lists/by-game/queries.ts'
import { type PageSource, requestedPublicPage } from '../../lists/collection/public-pages.ts'
import { countRows, isSearch, pageOfLists, requestedOrder, resolveFilter } from '../../lists/collection/service.ts'
import type { ListQuery, ListSummary } from '../../lists/schemas.ts'
import { listSummary } from '../../lists/view.ts'
import { earliest } from '../../text/timestamp.ts'
import type { FoundPage } from '../found-page.ts'
import { shownList } from '../parts/shown-list.tsx'
import { siteOf } from '../parts/site.ts'
import { nextChange } from '../parts/time.tsx'
import { CollectionPage } from './page.tsx'
import { isAfterDeletion } from './query.ts'

/** Number of lists on a page. */
export const SIZE = 30

/** Finds the page of the collection for a query. */
export async function findCollectionPage(
  source: PageSource,
  query: ListQuery,
  signal: AbortSignal,
): Promise<FoundPage> {
  const { number: page } = requestedPage(query)
  const found = await readPage(source, query, { skip: (page - 1) * SIZE, take: SIZE }, signal)
  const { games } = await readCountsByGame(source.db, source.clock())
  const { total, lists, snapshot } = found
  const now = source.clock()
  const change = nextChange(lists, now)
  const asked = {
    search: query['filter[search]'],
    game: query['filter[game]'],
    author: query['filter[author]'],
    mod: query['filter[mod]'],
    plugin: query['filter[plugin]'],
    sort: query.sort,
  }
  const lastPage = Math.max(1, Math.ceil(total / SIZE))
  const shown = { asked, lists, total, page, isAfterDeletion: isAfterDeletion(query) }
  const data = { ...shown, site: siteOf(source.urls), now, games, lastPage }
  return {
    version: [shown, change],
    snapshot,
    validUntil: earliest(found.validUntil, change),
    render: () => <CollectionPage {...data} />,
  }
}

/** Reads the lists of a page. Searches are never cached, as in the API. */
export async function readPage(
  source: PageSource,
  query: ListQuery,
  page: { skip: number; take: number },
  signal: AbortSignal,
) {
  if (!isSearch(query)) {
    const { items, ...found } = await requestedPublicPage(source, { ...query, include: 'counts' }, page)
    return { ...found, lists: items.map((item) => shownList(JSON.parse(item) as ListSummary)) }
  }
  const filter = await resolveFilter(source.db, query)
  const { rows, total } = await pageOfLists(source, filter, requestedOrder(query), page, signal)
  await countRows(source, rows)
  const lists = rows.map((row) => shownList(listSummary(row, source.urls)))
  return { lists, total, snapshot: '', validUntil: null }
}
