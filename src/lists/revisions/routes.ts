import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { CachedRoutes } from '../../http/cache/cached-routes.ts'
import { requestContext } from '../../http/limits/client-key.ts'
import { requireSender, senderOf } from '../../http/request/authentication.ts'
import { tagged } from '../../http/response/reply-headers.ts'
import { IncludeQuery, wantsCounts } from '../counts/include.ts'
import { type DetailSource, detailBytes } from '../detail/service.ts'
import { listTag } from '../etag.ts'
import { own } from '../ownership/routes.ts'
import { data, ListDetail, ListParams, SavedList } from '../schemas.ts'
import { savedList } from '../view.ts'
import { docs } from './docs.ts'
import { restoreRevision } from './restoring-service.ts'
import { RevisionPage, RevisionParams, RevisionQuery } from './schemas.ts'
import { historyPageKey, makeHistoryPage, revisionKey } from './send-page.ts'
import { forgetRevision, requireAddress } from './service.ts'

interface RevisionRoutesOptions {
  details: DetailSource
  cached: CachedRoutes
}

/** The routes of a list's history, registered under the path of the list. */
export const revisionRoutes: FastifyPluginAsyncZod<RevisionRoutesOptions> = async (app, { details, cached }) => {
  app.get('/revisions', {
    config: { token: 'optional', ownerKey: true, cacheKey: historyPageKey },
    schema: {
      ...docs.listRevisions,
      params: ListParams,
      querystring: RevisionQuery,
      response: { 200: RevisionPage, 304: z.undefined() },
    },
    handler: (request, reply) => cached.send(request, reply, () => makeHistoryPage(details, request)),
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
      return cached.send(request, reply, () => detailBytes(details, address, senderOf(request), wantsCounts(query)))
    },
  })

  app.delete('/revisions/:revision', {
    config: { ability: 'update', ownerKey: true, worksOnFullDisk: true },
    onRequest: own(details),
    schema: { ...docs.deleteRevision, params: RevisionParams, response: { 204: z.undefined() } },
    handler: async (request, reply) => {
      const { params, headers } = request
      await forgetRevision(requestContext(details, request), requireSender(request), params, headers['if-match'])
      return reply.code(204).send(undefined)
    },
  })

  app.post('/revisions/:revision/restore', {
    config: { ability: 'update', ownerKey: true },
    onRequest: own(details),
    schema: { ...docs.restoreRevision, params: RevisionParams, response: { 200: data(SavedList) } },
    handler: async (request, reply) => {
      const { params, headers } = request
      const sender = requireSender(request)
      const list = await restoreRevision(requestContext(details, request), sender, params, headers['if-match'])
      tagged(reply, listTag(list, details))
      return { data: savedList(list, details.urls) }
    },
  })
}
