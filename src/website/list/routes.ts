import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { clientGone } from '../../http/request/client-gone.ts'
import { isUnavailability } from '../../http/response/error-handler.ts'
import { HTML, notStored, sendPrivatePage, withCookie } from '../../http/response/headers.ts'
import { RevisionParams } from '../../lists/revisions/schemas.ts'
import { ListParams } from '../../lists/schemas.ts'
import { parseVersion } from '../../lists/version-address.ts'
import { CheckPage } from '../check/page.tsx'
import { documentOf } from '../components/document.tsx'
import { historyPath, listPath, siteOf } from '../components/site.ts'
import { hiddenPage } from '../edit/hidden-page.tsx'
import { editPage } from '../edit/service.tsx'
import { FollowPage, findPageOf } from '../follow/service.tsx'
import { findHistoryPage } from '../history/page.tsx'
import { restorePage } from '../history/restore-page.tsx'
import { clearedKeyCookie, keyOfCookie } from '../owner-key/cookie.ts'
import { PageQuery, pageKey } from '../parameters.ts'
import type { PageRoutesOptions } from '../send-page.ts'
import { DEFAULT_QUERY, ListPageQuery, listPageKey } from './query.ts'
import { findListPage, findRowDetails } from './service.tsx'

export const listPageRoutes: FastifyPluginAsyncZod<PageRoutesOptions> = async (
  app,
  { context, budget, upload, send },
) => {
  app.get('/lists/:slug', {
    config: {
      cacheKey: (request) =>
        keyOf(request) ? undefined : listPageKey((request.params as ListParams).slug, request.query),
    },
    schema: { params: ListParams, querystring: ListPageQuery },
    handler: (request, reply) => {
      const { params, query } = request
      const ownerKey = keyOf(request)
      if (ownerKey !== undefined) return sendOnce(request, reply, ownerKey)
      if (query.isHistory) {
        const { slug } = parseVersion(params.slug)
        return reply.redirect(historyPath(siteOf(context.urls), encodeURIComponent(slug)), 303)
      }
      return send(request, reply, (signal) => findListPage(context, params.slug, signal, query))
    },
  })

  /** Sends the page with the owner key right after the upload. It is never cached, and the key's cookie is cleared. */
  async function sendOnce(request: FastifyRequest<{ Params: ListParams }>, reply: FastifyReply, ownerKey: string) {
    const { slug } = request.params
    const signal = clientGone(reply)
    const found = await findListPage(context, slug, signal, DEFAULT_QUERY, ownerKey)
    const page = await budget.reserve(found.sourceBytes ?? 0, async () => documentOf(await found.render()))
    const path = listPath(siteOf(context.urls), slug)
    const cleared = clearedKeyCookie(path, context.urls.website.startsWith('https:'))
    return sendPrivatePage(withCookie(reply, cleared), 200, page)
  }

  /** The details in the row of a reader's own list, for pages that are the same for everybody. */
  app.get('/lists/:slug/row', {
    config: { isPartOfPage: true },
    schema: { params: ListParams },
    handler: ({ params }, reply) => {
      notStored(reply)
      return findRowDetails(context, params.slug)
    },
  })

  app.get('/lists/:slug/edit', {
    config: { session: 'optional' },
    schema: { params: ListParams },
    errorHandler: async (thrown, { params, session }, reply) => {
      if (session === null || isUnavailability(thrown)) throw thrown
      const page = await hiddenPage(context, ListParams.parse(params).slug, {}, session)
      if (!page) throw thrown
      return sendPrivatePage(reply, 403, page)
    },
    handler: async ({ params, query, session }, reply) => {
      reply.vary('Cookie')
      const isUnchanged = 'unchanged' in (query as object)
      return reply.type(HTML).send(await editPage(context, upload, params.slug, session, undefined, isUnchanged))
    },
  })

  /** Redirects a browser that reloads the page shown after a refused deletion. */
  app.get('/lists/:slug/delete', {
    schema: { params: ListParams },
    handler: ({ params }, reply) =>
      reply.redirect(`${listPath(siteOf(context.urls), encodeURIComponent(params.slug))}/edit`, 303),
  })

  app.get('/lists/:slug/restore/:revision', {
    config: { session: 'optional' },
    schema: { params: RevisionParams },
    handler: async ({ params, session }, reply) => {
      reply.vary('Cookie')
      return reply.type(HTML).send(await restorePage(context, params, session))
    },
  })

  for (const [path, Page] of [
    ['/lists/:slug/check', CheckPage],
    ['/lists/:slug/follow', FollowPage],
  ] as const) {
    app.get(path, {
      config: { cacheKey: ({ params }) => [(params as ListParams).slug] },
      schema: { params: ListParams },
      handler: (request, reply) => send(request, reply, () => findPageOf(context, request.params.slug, upload, Page)),
    })
  }

  app.get('/lists/:slug/history', {
    config: {
      cacheKey: ({ params, query }) => pageKey((params as ListParams).slug, query),
    },
    schema: { params: ListParams, querystring: PageQuery },
    handler: (request, reply) => {
      const { params, query } = request
      return send(request, reply, (signal) => findHistoryPage(context, params.slug, query, signal))
    },
  })
}

/** Returns the owner key in the request's cookie. HEAD leaves the cookie for the GET that follows. */
const keyOf = ({ method, headers }: FastifyRequest) => (method === 'GET' ? keyOfCookie(headers.cookie) : undefined)
