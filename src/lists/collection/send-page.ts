import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { Make } from '../../http/cache/cached-response.ts'
import { clientGone } from '../../http/request/client-gone.ts'
import { envelope, lastOf, linkedParameters, requestedPage } from '../../http/request/paging.ts'
import { sendTagged } from '../../http/response/bytes.ts'
import { mapBatches, sendJsonStream } from '../../http/response/json-stream.ts'
import type { OutgoingMemory } from '../../http/response/outgoing-memory.ts'
import type { ListRow } from '../queries.ts'
import { LIST_PARAMETERS, type ListQuery } from '../schemas.ts'
import { listSummary } from '../view.ts'
import { type PageSource, requestedPublicPage } from './public-pages.ts'
import { everyList, LIST_BYTES, pageOfLists, requestedOrder, resolveFilter } from './service.ts'

/** Answers with a page of the public lists, or of all lists of `owner`. All at once (`page[size]=all`) go out as a stream. */
export async function sendListPage(
  context: Context,
  outgoing: OutgoingMemory,
  request: FastifyRequest<{ Querystring: ListQuery }>,
  reply: FastifyReply,
  owner?: number,
) {
  const address = { path: context.urls.api + pathOf(request), search: searchOf(request) }
  const filter = await resolveFilter(context.db, request.query, owner)
  const order = requestedOrder(request.query)
  const page = requestedPage(request.query)
  const signal = clientGone(reply)
  const view = (row: ListRow) => listSummary(row, context.urls)

  if (page.size === 'all') {
    return sendJsonStream(reply, {
      head: '{"data":[',
      batches: mapBatches(everyList(context, filter, order, signal), view),
      tail: (total) => `],${JSON.stringify(envelope(page, { ...address, total, shown: total })).slice(1)}`,
    })
  }

  const { size, number } = page
  // Until it is made, and no longer: what is being sent is counted by itself.
  const body = await outgoing.reserve(pageBytes(request.query), async () => {
    const { rows, total } = await pageOfLists(context, filter, order, { skip: (number - 1) * size, take: size }, signal)
    return { data: rows.map(view), ...envelope(page, { ...address, total, shown: rows.length }) }
  })
  return owner === undefined ? sendTagged(request, reply, body) : reply.send(body)
}

/** Reads the same page of the public lists as bytes; null for what is not cached: everything at once, and what was searched. */
export function makeListPage(source: PageSource, request: FastifyRequest<{ Querystring: ListQuery }>): Make | null {
  const { query } = request
  const address = { path: source.urls.api + pathOf(request), search: searchOf(request) }
  const page = requestedPage(query)
  const { size, number } = page
  if (size === 'all' || query['filter[search]'] !== undefined || query.query !== undefined) return null
  return async () => {
    const found = await requestedPublicPage(source, query, { skip: (number - 1) * size, take: size })
    const { items, total, snapshot, validUntil } = found
    const rest = envelope(page, { ...address, total, shown: items.length })
    const body = Buffer.from(`{"data":[${items.join(',')}],${JSON.stringify(rest).slice(1)}`)
    return { body, snapshot, validUntil }
  }
}

/** Longer queries are not worth keeping a page for: each of its links repeats them. */
const MAX_SEARCH = 1_024

/** What tells a page of lists from all others. */
export const listPageKey = (request: FastifyRequest): string | undefined => pageKey(request, LIST_PARAMETERS)

/**
 * What tells a page of a collection from its others: the parameters that are understood, and the others as its links
 * repeat them. The query is not validated yet: one that is refused has no page that could be found by its key.
 */
export function pageKey(request: FastifyRequest, parameters: readonly string[]): string | undefined {
  const search = searchOf(request)
  if (search === '') return ''
  if (search.length > MAX_SEARCH) return undefined
  const query = request.query as Record<string, unknown>
  return JSON.stringify([linkedParameters(search), ...parameters.map((name) => lastOf(query[name]))])
}

/** What a page is made from, about: a list is at most so many bytes. All at once go out as a stream. */
export function pageBytes(query: ListQuery): number {
  const { size } = requestedPage(query)
  return size === 'all' ? 0 : size * LIST_BYTES
}

/** The route's own path: the request may have come with an absolute address, a final slash or an encoding of its own. */
const pathOf = ({ routeOptions }: FastifyRequest) => (routeOptions.url ?? '').replace(/\/$/, '')

/**
 * The query string as it came: what Fastify reads parameters from, a `#` and what is behind it included, which no address of
 * a request should have. Were it less than that, parameters would change a page and not the key that it is cached by.
 */
export const searchOf = ({ url }: FastifyRequest) => /[?#](.*)/s.exec(url)?.[1] ?? ''
