import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { CompareContext } from '../../compare/differ.ts'
import { withDeadline } from '../../http/limits/deadline.ts'
import { clientGone } from '../../http/request/client-gone.ts'
import { isUnavailability } from '../../http/response/error-handler.ts'
import { FRAMED_POLICY, HTML } from '../../http/response/headers.ts'
import { ListParams } from '../../lists/schemas.ts'
import { hiddenPage } from '../edit/hidden/service.tsx'
import { editPage } from '../edit/service.tsx'
import { findEmbeddedList } from '../embed/service.tsx'
import type { FormRoutesOptions } from '../form-routes.ts'
import { HistoryQuery, historyKey } from '../history/query.ts'
import { findHistoryPage } from '../history/service.tsx'
import { clearedKeyCookie, keyOfCookie } from '../owner-key/cookie.ts'
import { listPath, siteOf } from '../parts/site.ts'
import type { FindPage, PageOptions, SendPage } from '../send-page.ts'
import { findListPage } from './service.tsx'

interface ListPageOptions extends Pick<PageOptions, 'outgoing'>, Pick<FormRoutesOptions, 'upload'> {
  context: CompareContext
  send: SendPage
}

const hide = true // pages are not part of the API's reference

/** The pages of one list: its content, its history, the form to edit it, and the part that other sites embed. */
export const listPageRoutes: FastifyPluginAsyncZod<ListPageOptions> = async (
  app,
  { context, outgoing, upload, send },
) => {
  app.get('/lists/:slug', {
    config: {
      noDeadline: true,
      cacheKey: (request) => (keyOf(request) ? undefined : (request.params as ListParams).slug),
    },
    schema: { hide, params: ListParams },
    handler: (request, reply) => {
      const ownerKey = keyOf(request)
      const find = (signal: AbortSignal) =>
        withDeadline(request, reply, () => findListPage(context, request.params.slug, signal, ownerKey))
      return ownerKey === undefined ? send(request, reply, find) : sendOnce(request, reply, find)
    },
  })

  /** Sends the page with the owner key right after the upload. It is never cached, and the key's cookie is cleared. */
  async function sendOnce(request: FastifyRequest<{ Params: ListParams }>, reply: FastifyReply, find: FindPage) {
    const { sourceBytes, render } = await find(clientGone(reply))
    const page = await outgoing.reserve(sourceBytes, async () => render())
    const path = listPath(siteOf(context.urls), request.params.slug)
    const cleared = clearedKeyCookie(path, context.urls.website.startsWith('https:'))
    return reply.headers({ 'set-cookie': cleared, 'cache-control': 'no-store' }).type(HTML).send(page)
  }

  app.get('/embed/:slug', {
    config: { noDeadline: true, cacheKey: ({ params }) => (params as ListParams).slug },
    schema: { hide, params: ListParams },
    onRequest: (_, reply, done) => {
      reply.header('content-security-policy', FRAMED_POLICY).removeHeader('x-frame-options')
      done()
    },
    handler: (request, reply) =>
      send(request, reply, (signal) =>
        withDeadline(request, reply, () => findEmbeddedList(context, request.params.slug, signal)),
      ),
  })

  app.get('/lists/:slug/edit', {
    config: { session: 'optional' },
    schema: { hide, params: ListParams },
    errorHandler: async (thrown, { params, session }, reply) => {
      if (session === null || isUnavailability(thrown)) throw thrown
      const page = await hiddenPage(context, ListParams.parse(params).slug, {}, session)
      if (!page) throw thrown
      return reply.code(403).header('cache-control', 'no-store').type(HTML).send(page)
    },
    handler: async ({ params, session }, reply) => {
      reply.vary('Cookie')
      return reply.type(HTML).send(await editPage(context, upload, params.slug, session))
    },
  })

  /** Redirects a browser that reloads the page shown after a refused deletion. */
  app.get('/lists/:slug/delete', {
    schema: { hide, params: ListParams },
    handler: ({ params }, reply) =>
      reply.redirect(`${listPath(siteOf(context.urls), encodeURIComponent(params.slug))}/edit`, 303),
  })

  app.get('/lists/:slug/history', {
    config: {
      noDeadline: true,
      cacheKey: ({ params, query }) => historyKey((params as ListParams).slug, query),
    },
    schema: { hide, params: ListParams, querystring: HistoryQuery },
    handler: (request, reply) => {
      const { slug } = request.params
      return send(request, reply, (signal) =>
        withDeadline(request, reply, () => findHistoryPage(context, slug, request.query, signal)),
      )
    },
  })
}

/** Returns the owner key in the request's cookie. HEAD leaves the cookie for the GET that follows. */
const keyOf = ({ method, headers }: FastifyRequest) => (method === 'GET' ? keyOfCookie(headers.cookie) : undefined)
