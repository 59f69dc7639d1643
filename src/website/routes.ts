import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { sessionOf } from '../accounts/sessions/service.ts'
import type { CompareContext } from '../compare/differ.ts'
import { CompareParams } from '../compare/schemas.ts'
import { invalid } from '../errors.ts'
import { deadlines, withDeadline } from '../http/limits/deadline.ts'
import { clientGone } from '../http/request/client-gone.ts'
import { cookieParsing, cookiesOf } from '../http/request/cookies.ts'
import { requestedPage } from '../http/request/paging.ts'
import { sessionCookies, sessions } from '../http/request/session.ts'
import { FRAMED_POLICY, HTML, PAGE_HEADERS, requireRevalidation } from '../http/response/headers.ts'
import { GameParams } from '../lists/by-game/schemas.ts'
import type { PageSource } from '../lists/collection/public-pages.ts'
import { ListParams } from '../lists/schemas.ts'
import { NameParams } from '../mods/schemas.ts'
import type { ReadStatistics } from '../stats/service.ts'
import { acceptsHtml, wantsPage } from './accepts.ts'
import { accountRoutes } from './account/routes.ts'
import type { OwnContext } from './account/service.tsx'
import { assetRoutes } from './asset-routes.ts'
import { findAuthorPage } from './author/service.tsx'
import { CollectionQuery, collectionKey } from './collection/query.ts'
import { findCollectionPage } from './collection/service.tsx'
import { ChoiceQuery, readChoice } from './compare/choice.ts'
import { findChooserPage, findComparePage } from './compare/service.tsx'
import { crawlerRoutes } from './crawlers/routes.ts'
import { deviceRoutes } from './device/routes.ts'
import { hiddenPage } from './edit/hidden/service.tsx'
import { editPage } from './edit/service.tsx'
import { findEmbeddedList } from './embed/service.tsx'
import { type FormRoutesOptions, formRoutes } from './form-routes.ts'
import { findFrontPage } from './front/service.tsx'
import { findGamesPage } from './games/service.tsx'
import { findHelpPage } from './help/service.tsx'
import { HistoryQuery, historyKey } from './history/query.ts'
import { findHistoryPage } from './history/service.tsx'
import { findListPage } from './list/service.tsx'
import { hiddenListRoutes, moderationPageRoutes } from './moderation/routes.ts'
import { findGamePage, findModPage, GameQuery, gameKey } from './mods/service.tsx'
import { clearedKeyCookie, keyOfCookie } from './owner-key/cookie.ts'
import { comparePath, listPath, siteOf } from './parts/site.ts'
import { reportPageRoutes } from './report/routes.ts'
import { type FindPage, type PageOptions, pageSender } from './send-page.ts'
import { ownOrigins } from './sign-in/options.ts'
import { providerRoutes } from './sign-in/providers/routes.ts'
import { signInPath } from './sign-in/return-to.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { findStatsPage } from './stats/service.tsx'
import { takeOverRoutes } from './take-over/form-routes.ts'
import { EMPTY, OWN } from './upload/form.tsx'
import { findUploadPage, uploadPageAgain } from './upload/service.tsx'

interface WebsiteOptions extends PageOptions, Omit<FormRoutesOptions, 'context'> {
  context: CompareContext & OwnContext
  source: PageSource
  readStatistics: ReadStatistics
}

const AuthorParams = z.object({ name: z.string() })
type AuthorParams = z.output<typeof AuthorParams>

const hide = true // pages are not part of the API's reference

/** Serves the website: pages, forms and assets. */
export const websiteRoutes: FastifyPluginAsyncZod<WebsiteOptions> = async (
  app,
  { source, readStatistics, ...options },
) => {
  const { context, outgoing, upload } = options
  const send = pageSender(options)

  app.addConstraintStrategy(wantsPage)
  await app.register(deadlines)
  requireRevalidation(app)
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(PAGE_HEADERS)
    done()
  })
  await app.register(assetRoutes)
  await app.register(crawlerRoutes, { context, cached: options.cached })

  const cookies = cookiesOf(() => context.urls.website.startsWith('https:'))
  const session = sessionCookies(cookies, context.accounts.sessionDays)
  await app.register(cookieParsing)
  await app.register(sessions, {
    cookies: session,
    sessionOf: (secret) => sessionOf(context, secret),
    signInAddress: (request) => signInPath(siteOf(context.urls), request),
    origins: (request) => ownOrigins(context, request),
  })
  await app.register(formRoutes, options)
  await app.register(takeOverRoutes, { context, outgoing })
  await app.register(signInRoutes, { context, cookies, session })
  await app.register(providerRoutes, { context, cookies, session })
  await app.register(accountRoutes, { context, cookies, session })
  await app.register(deviceRoutes, { context })
  await app.register(moderationPageRoutes, { context })
  await app.register(hiddenListRoutes, { context })
  await app.register(reportPageRoutes, { context })

  app.get('/', {
    constraints: { wants: 'page' },
    config: { cacheKey: () => 'page' },
    schema: { hide },
    handler: (request, reply) => {
      reply.vary('Accept')
      return send(request, reply, () => findFrontPage(source, upload))
    },
  })

  app.get('/lists', {
    config: { cacheKey: ({ query }) => collectionKey(query) },
    schema: { hide, querystring: CollectionQuery },
    handler: (request, reply) => send(request, reply, (signal) => findCollectionPage(source, request.query, signal)),
  })

  app.get('/authors/:name', {
    config: { cacheKey: ({ params, query }) => historyKey((params as AuthorParams).name, query) },
    schema: { hide, params: AuthorParams, querystring: HistoryQuery },
    handler: (request, reply) => {
      const { params, query } = request
      return send(request, reply, (signal) => findAuthorPage(source, params.name, requestedPage(query).number, signal))
    },
  })

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
      const page = session !== null && (await hiddenPage(context, ListParams.parse(params).slug, {}, session))
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

  app.get('/upload', {
    config: { session: 'optional', cacheKey: (request) => (session.secretOf(request) === undefined ? '' : undefined) },
    schema: { hide },
    handler: async (request, reply) => {
      reply.vary('Cookie')
      if (session.secretOf(request) === undefined) return send(request, reply, () => findUploadPage(context, upload))
      const form = request.session === null ? EMPTY : OWN
      return reply.type(HTML).send(await uploadPageAgain(context, upload, form, request.session))
    },
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

  app.get('/compare', {
    config: { cacheKey: ({ query }) => (Object.keys(query as object).length === 0 ? '' : undefined) },
    schema: { hide, querystring: ChoiceQuery },
    handler: async (request, reply) => {
      const choice = request.query
      const { api, website } = context.urls
      const { slugs, errors } = readChoice(choice, [request.host, new URL(api).host, new URL(website).host])
      const [slug1, slug2] = slugs
      if (slug1 !== undefined && slug2 !== undefined && choice.more === 0) {
        return reply.redirect(comparePath(siteOf(context.urls), slug1, slug2), 303)
      }
      if (Object.keys(errors).length > 0) {
        if (!acceptsHtml(request.headers.accept)) throw invalid(errors)
        const { render } = await findChooserPage(source, upload, choice, errors)
        return reply
          .code(422)
          .type(HTML)
          .send(await render())
      }
      return send(request, reply, () => findChooserPage(source, upload, choice))
    },
  })

  app.get('/compare/:slug1/:slug2', {
    config: { noDeadline: true, cacheKey: pathKey },
    schema: { hide, params: CompareParams },
    handler: (request, reply) => {
      const { slug1, slug2 } = request.params
      return send(request, reply, (signal) =>
        withDeadline(request, reply, () => findComparePage(context, [slug1, slug2], signal)),
      )
    },
  })

  app.get('/games', {
    config: { cacheKey: () => '' },
    schema: { hide },
    handler: (request, reply) => send(request, reply, () => findGamesPage(context)),
  })

  app.get('/help', {
    config: { cacheKey: () => '' },
    schema: { hide },
    handler: (request, reply) => send(request, reply, () => findHelpPage(context)),
  })

  app.get('/games/:game', {
    config: { cacheKey: ({ params, query }) => gameKey((params as { game: string }).game, query) },
    schema: { hide, params: GameParams, querystring: GameQuery },
    handler: (request, reply) => {
      const { params, query } = request
      return send(request, reply, (signal) => findGamePage(source, params.game, query, signal))
    },
  })

  for (const kind of ['mod', 'plugin'] as const) {
    app.get(`/games/:game/${kind}s/:name`, {
      config: {
        cacheKey: ({ params }) => {
          const { game, name } = params as NameParams
          return JSON.stringify([game, name])
        },
      },
      schema: { hide, params: NameParams },
      handler: (request, reply) => {
        const { game, name } = request.params
        return send(request, reply, (signal) => findModPage(source, game, kind, name, signal))
      },
    })
  }

  app.get('/stats', {
    config: { cacheKey: () => '' },
    schema: { hide },
    handler: (request, reply) => send(request, reply, () => findStatsPage(context, readStatistics)),
  })
}

/** Returns the owner key in the request's cookie. HEAD leaves the cookie for the GET that follows. */
const keyOf = ({ method, headers }: FastifyRequest) => (method === 'GET' ? keyOfCookie(headers.cookie) : undefined)

const pathKey = ({ params }: FastifyRequest) => {
  const { slug1, slug2 } = params as CompareParams
  return `${slug1} ${slug2}`
}
