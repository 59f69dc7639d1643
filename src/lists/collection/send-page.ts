import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { CacheKey, Make } from '../../http/cache/cached-response.ts'
import type { ByteBudget } from '../../http/limits/byte-budget.ts'
import { clientGone } from '../../http/request/client-gone.ts'
import { envelope, lastOf, linkedParameters, rangeOf, requestedPage } from '../../http/request/paging.ts'
import { mapBatches, sendJsonStream, sendTagged } from '../../http/response/bytes.ts'
import { wantsCounts } from '../counts.ts'
import { addCounts, type ListRow } from '../queries.ts'
import type { ListQuery } from '../schemas.ts'
import { listSummary } from '../view.ts'
import { requestedPublicPage } from './public-pages.ts'
import { everyList, isSearch, LIST_BYTES, mayMissLists, pageOfLists, requestedOrder, resolveFilter } from './service.ts'

/** Sends a page of the public lists, or of all lists of `owner`. With `page[size]=all`, the lists are streamed. */
export async function sendListPage(
  context: Context,
  budget: Pick<ByteBudget, 'reserve'>,
  request: FastifyRequest<{ Querystring: ListQuery }>,
  reply: FastifyReply,
  owner?: number,
) {
  const { query } = request
  const address = { path: context.urls.api + pathOf(request), search: searchOf(request) }
  const [filter, isIncomplete] = await Promise.all([
    resolveFilter(context.db, query, owner),
    mayMissLists(context.db, query),
  ])
  const order = requestedOrder(query)
  const page = requestedPage(query)
  const hasCounts = wantsCounts(query)
  const signal = clientGone(reply)
  const view = (row: ListRow) => listSummary(row, context.urls)
  const rest = (total: number, shown: number) => {
    const { links, meta } = envelope(page, { ...address, total, shown })
    return { links, meta: isIncomplete ? { ...meta, index: { complete: false as const } } : meta }
  }
  if (page.size === 'all') {
    return sendJsonStream(reply, {
      head: '{"data":[',
      batches: mapBatches(everyList(context, filter, { order, hasCounts, signal }), view),
      tail: (total) => `],${JSON.stringify(rest(total, total)).slice(1)}`,
    })
  }

  const body = await budget.reserve(pageBytes(query), async () => {
    const { rows, total } = await pageOfLists(context, filter, order, rangeOf(page), signal)
    if (hasCounts) await addCounts(context.db, rows)
    return { data: rows.map(view), ...rest(total, rows.length) }
  })
  return owner === undefined ? sendTagged(request, reply, body) : reply.send(body)
}

/** Returns a function that makes a page of public lists for the cache; null for pages that are not cached. */
export function makeListPage(context: Context, request: FastifyRequest<{ Querystring: ListQuery }>): Make | null {
  const { query } = request
  const address = { path: context.urls.api + pathOf(request), search: searchOf(request) }
  const page = requestedPage(query)
  if (page.size === 'all' || isSearch(query)) return null
  return async () => {
    const { rows, total, snapshot, validUntil } = await requestedPublicPage(context, query, rangeOf(page))
    const data = rows.map((row) => listSummary(row, context.urls))
    return { body: { data, ...envelope(page, { ...address, total, shown: rows.length }) }, snapshot, validUntil }
  }
}

/** Maximum length of a query string whose page is cached. Each link on a page repeats the query. */
const MAX_SEARCH = 1_024

/**
 * Returns the cache key of a page: the supported parameters, and the others as the page's links repeat them. The query
 * is not validated yet, but no page is cached for an invalid one.
 */
export function pageKey(request: FastifyRequest, parameters: readonly string[]): CacheKey {
  const search = searchOf(request)
  if (search === '') return []
  if (search.length > MAX_SEARCH) return undefined
  const query = request.query as Record<string, unknown>
  return [linkedParameters(search), ...parameters.map((name) => lastOf(query[name]))]
}

/** Returns the estimated memory, in bytes, that it takes to make a page; 0 for `page[size]=all`, which is streamed. */
export function pageBytes(query: ListQuery): number {
  const { size } = requestedPage(query)
  return size === 'all' ? 0 : size * LIST_BYTES
}

/** Returns the path of the route. That of the request may have a final slash, another encoding or a whole address. */
const pathOf = ({ routeOptions }: FastifyRequest) => (routeOptions.url ?? '').replace(/\/$/, '')

/**
 * Returns the raw query string, from where Fastify reads it: it may begin with `#`. Without that part, two requests
 * with different parameters could share a cache key.
 */
export const searchOf = ({ url }: FastifyRequest) => /[?#](.*)/s.exec(url)?.[1] ?? ''
