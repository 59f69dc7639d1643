import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { CacheKey } from '../../http/cache/cached-response.ts'
import { anonymousKey } from '../../http/cache/cached-routes.ts'
import { senderOf } from '../../http/request/authentication.ts'
import { envelope, requestedPage } from '../../http/request/paging.ts'
import { pageKey, searchOf } from '../collection/send-page.ts'
import { keyWithCounts } from '../counts/include.ts'
import type { ListParams } from '../schemas.ts'
import { REVISION_PARAMETERS, type RevisionParams, type RevisionQuery } from './schemas.ts'
import { historyOf } from './service.ts'
import { revisionSummary } from './view.ts'

/** Returns the cache key of a page of a history; undefined if the request has a token or an owner key. */
export function historyPageKey(request: FastifyRequest): CacheKey {
  const key = pageKey(request, REVISION_PARAMETERS)
  return anonymousKey(request, key && [(request.params as ListParams).slug, ...key])
}

/** Returns the cache key of a revision; undefined if the request has a token or an owner key. */
export function revisionKey(request: FastifyRequest): CacheKey {
  const { slug, revision } = request.params as RevisionParams
  return anonymousKey(request, keyWithCounts([slug, revision], request.query))
}

/** Makes a page of the history, as the client may see it. A history is short, so it is read as a whole. */
export async function makeHistoryPage(
  { urls, ...context }: Context,
  request: FastifyRequest<{ Params: ListParams; Querystring: RevisionQuery }>,
) {
  const { snapshot, row, revisions } = await historyOf(context, request.params.slug, senderOf(request))
  const page = requestedPage(request.query)
  const [from, to] = page.size === 'all' ? [0, undefined] : [(page.number - 1) * page.size, page.number * page.size]
  const data = revisions
    .slice(from, to)
    .map((revision, at) => revisionSummary(row.slug, revision, revisions[from + at + 1], urls))
  const path = `${urls.api}/v1/lists/${row.slug}/revisions`
  const rest = envelope(page, { path, search: searchOf(request), total: revisions.length, shown: data.length })
  return { body: Buffer.from(JSON.stringify({ data, ...rest })), snapshot, validUntil: row.expiresAt }
}
