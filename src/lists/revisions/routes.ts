import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context, Urls } from '../../context.ts'
import type { CacheKey } from '../../http/cache/cached-response.ts'
import { anonymousKey, type CachedRoutes } from '../../http/cache/cached-routes.ts'
import { requestContext } from '../../http/limits/rate-limits.ts'
import { operations, taggedView } from '../../http/openapi/operation.ts'
import { requireSender, senderOf } from '../../http/request/authentication.ts'
import { envelope, rangeOf, requestedPage } from '../../http/request/paging.ts'
import { tagged } from '../../http/response/headers.ts'
import { timestamp } from '../../text/timestamp.ts'
import { pageKey, searchOf } from '../collection/send-page.ts'
import { IncludeQuery, keyWithCounts, wantsCounts } from '../counts.ts'
import { type DetailContext, showDetail } from '../detail-service.ts'
import { ownersOnly } from '../ownership/routes.ts'
import { data, ListDetail, ListParams, SavedList } from '../schemas.ts'
import { versionText } from '../version-address.ts'
import { listTag, savedList } from '../view.ts'
import type { Revision } from './queries.ts'
import { REVISION_PARAMETERS, RevisionPage, RevisionParams, RevisionQuery, type RevisionSummary } from './schemas.ts'
import { forgetRevision, historyOf, requireAddress, restoreRevision } from './service.ts'

interface RevisionRoutesOptions {
  context: DetailContext
  cached: CachedRoutes
}

export const revisionRoutes: FastifyPluginAsyncZod<RevisionRoutesOptions> = async (app, { context, cached }) => {
  app.get('/revisions', {
    config: { token: 'optional', ownerKey: true, cacheKey: historyPageKey },
    schema: {
      ...docs.listRevisions,
      params: ListParams,
      querystring: RevisionQuery,
      response: { 200: RevisionPage, 304: z.undefined() },
    },
    handler: (request, reply) => cached.send(request, reply, () => makeHistoryPage(context, request)),
  })

  app.get('/revisions/:revision', {
    config: { token: 'optional', ownerKey: true, cacheKey: revisionKey },
    schema: {
      ...docs.showRevision,
      params: RevisionParams,
      querystring: IncludeQuery,
      response: { 200: data(ListDetail), 304: z.undefined() },
    },
    handler: (request, reply) => {
      const { params, query } = request
      const address = requireAddress(params)
      const asked = { sender: senderOf(request), hasCounts: wantsCounts(query) }
      return cached.send(request, reply, (before) => showDetail(context, address, asked, before))
    },
  })

  app.delete('/revisions/:revision', {
    config: { ability: 'update', ownerKey: true, worksOnFullDisk: true },
    onRequest: ownersOnly(context),
    schema: { ...docs.deleteRevision, params: RevisionParams, response: { 204: z.undefined() } },
    handler: async (request, reply) => {
      const { params, headers } = request
      await forgetRevision(requestContext(context, request), requireSender(request), params, headers['if-match'])
      return reply.code(204).send(undefined)
    },
  })

  app.post('/revisions/:revision/restore', {
    config: { ability: 'update', ownerKey: true },
    onRequest: ownersOnly(context),
    schema: { ...docs.restoreRevision, params: RevisionParams, response: { 200: data(SavedList) } },
    handler: async (request, reply) => {
      const { params, headers } = request
      const sender = requireSender(request)
      const list = await restoreRevision(requestContext(context, request), sender, params, headers['if-match'])
      tagged(reply, listTag(list, context))
      return { data: savedList(list, context.urls) }
    },
  })
}

function historyPageKey(request: FastifyRequest): CacheKey {
  const key = pageKey(request, REVISION_PARAMETERS)
  return anonymousKey(request, key && [(request.params as ListParams).slug, ...key])
}

function revisionKey(request: FastifyRequest): CacheKey {
  const { slug, revision } = request.params as RevisionParams
  return anonymousKey(request, keyWithCounts([slug, revision], request.query))
}

async function makeHistoryPage(
  { urls, ...context }: Context,
  request: FastifyRequest<{ Params: ListParams; Querystring: RevisionQuery }>,
) {
  const { snapshot, row, revisions } = await historyOf(context, request.params.slug, senderOf(request))
  const page = requestedPage(request.query)
  const { skip, take } = rangeOf(page)
  const data = revisions
    .slice(skip, skip + take)
    .map((revision, at) => revisionSummary(row.slug, revision, revisions[skip + at + 1], urls))
  const path = `${urls.api}/v1/lists/${row.slug}/revisions`
  const rest = envelope(page, { path, search: searchOf(request), total: revisions.length, shown: data.length })
  return { body: Buffer.from(JSON.stringify({ data, ...rest })), snapshot, validUntil: row.expiresAt }
}

/** Returns the view of a revision. `before` is the one before it that the client may see. */
function revisionSummary(
  slug: string,
  { number, createdAt, name, version, note, private: isPrivate, files }: Revision,
  before: Revision | undefined,
  urls: Urls,
): RevisionSummary {
  const versions = before && `${versionText(slug, before.number)}/${versionText(slug, number)}`
  return {
    revision: number,
    created: timestamp(createdAt),
    name,
    version,
    note,
    private: isPrivate,
    files: files.map(({ name, cleanName, bytes }) => ({ name, clean_name: cleanName, bytes })),
    links: {
      self: `${urls.api}/v1/lists/${slug}/revisions/${number}`,
      compare: versions === undefined ? null : `${urls.api}/v1/compare/${versions}/changes`,
    },
  }
}

const notThere = 'There is no such list, or it has no such revision that you may see.'

const docs = operations('Lists', {
  listRevisions: {
    summary: 'View the history of a list',
    description:
      'Returns the revisions of a list, newest first. The creation makes the first one, and each update that changes a field ' +
      'or a file makes another. Private revisions of a list that is public now are shown, and counted, only for its author, with ' +
      'any valid token, or for the owner of an anonymous list, with its key.',
    ...taggedView('page', { 200: 'A page of revisions.', 404: 'There is no such list.' }),
  },
  showRevision: {
    summary: 'View a revision of a list',
    description:
      'Returns the list as it was in this revision, in the format of a list. `updated` is when the revision was made; ' +
      '`author` and `expires` are those of the current list.',
    ...taggedView('revision', { 200: 'The list as it was in this revision.', 404: notThere }),
  },
  deleteRevision: {
    summary: 'Delete a revision of a list',
    description:
      'Deletes a past revision. This cannot be undone, and its number is not used again. Requires the same token or owner ' +
      'key as an update. The current revision is the list itself and cannot be deleted (422).',
    security: [{ token: [] }],
    requestHeaders: {
      'If-Match': 'The `ETag` of a view of the revision. If the list has changed since then, nothing is deleted (412).',
    },
    responseDescriptions: {
      204: 'The revision is deleted.',
      403: 'The token lacks the ability, the list belongs to someone else, or the owner key belongs to another list.',
      404: notThere,
      412: 'The list has changed since the version in `If-Match`.',
      422: 'It is the current revision.',
    },
  },
  restoreRevision: {
    summary: 'Restore a revision of a list',
    description:
      'Makes a new revision with the fields and files of an older one; its note says which one. `private` and `expires` stay ' +
      'those of the list, and the history keeps all revisions. If the list has these fields and files already, nothing ' +
      'changes. Requires the same token or owner key as an update.',
    security: [{ token: [] }],
    requestHeaders: {
      'If-Match': 'The `ETag` of the list. If the list has changed since then, nothing is restored (412).',
    },
    responseHeaders: { ETag: 'The version of the list.' },
    responseDescriptions: {
      200: 'The list as it is now.',
      403: 'The token lacks the ability, the list belongs to someone else, or the owner key belongs to another list.',
      404: notThere,
      412: 'The list has changed since the version in `If-Match`.',
      422: 'A file of the revision was taken down.',
    },
  },
})
