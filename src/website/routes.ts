import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { sessionOf } from '../accounts/sessions/service.ts'
import type { CompareContext } from '../compare/differ.ts'
import { acceptsGzip } from '../http/cache/cached-routes.ts'
import { cookieParsing, cookiesOf, sessionCookies, sessions } from '../http/request/session.ts'
import { asPage, cachedAs, HTML, inGzip, PAGE_OR_JSON, requireRevalidation } from '../http/response/headers.ts'
import { wantsPage } from './accepts.ts'
import { accountRoutes } from './account/routes.ts'
import type { OwnContext } from './account/service.tsx'
import { tokenRoutes } from './account/tokens/routes.tsx'
import { analysePageRoutes } from './analyse/routes.tsx'
import { ASSETS, assetPath } from './assets.ts'
import { findAuthorPage } from './author/page.tsx'
import { CollectionQuery, collectionKey } from './collection/query.ts'
import { findCollectionPage } from './collection/service.tsx'
import { comparePageRoutes } from './compare/routes.tsx'
import { siteOf } from './components/site.ts'
import { crawlerRoutes } from './crawlers/routes.ts'
import { culpritPageRoutes } from './culprit/routes.tsx'
import { deviceRoutes } from './device/routes.tsx'
import { type FormRoutesOptions, formRoutes } from './form-routes.ts'
import { findFrontPage } from './front/page.tsx'
import { gamePageRoutes } from './games/routes.tsx'
import { findHelpPage } from './help/page.tsx'
import { listPageRoutes } from './list/routes.ts'
import { moderationPageRoutes } from './moderation/routes.tsx'
import { PageQuery, pageKey } from './parameters.ts'
import { reportPageRoutes } from './report/routes.ts'
import { type PageOptions, pageSender } from './send-page.ts'
import { ownOrigins, pendingSteps, signInPath } from './sign-in/options.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { takeOverRoutes } from './take-over/routes.ts'
import { EMPTY, OWN } from './upload/page.tsx'
import { findUploadPage, uploadPageAgain } from './upload/service.tsx'

interface WebsiteOptions extends PageOptions, Omit<FormRoutesOptions, 'context'> {
  context: CompareContext & OwnContext
}

const AuthorParams = z.object({ name: z.string() })
type AuthorParams = z.output<typeof AuthorParams>

/** Serves the website: pages, forms and assets. */
export const websiteRoutes: FastifyPluginAsyncZod<WebsiteOptions> = async (app, options) => {
  const { context, budget, upload } = options
  const send = pageSender(options)

  app.addConstraintStrategy(wantsPage)
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true } // pages are not part of the API's reference
  })
  requireRevalidation(app)
  app.addHook('onRequest', (_, reply, done) => {
    asPage(reply)
    done()
  })
  options.cached.addFastPath(app)
  await app.register(assetRoutes)
  await app.register(crawlerRoutes, { context, cached: options.cached, hasPasskeys: context.accounts.passkeys })

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
  await app.register(takeOverRoutes, { context, budget })
  await app.register(culpritPageRoutes, { context, budget })
  const steps = pendingSteps(cookies)
  await app.register(signInRoutes, { context, steps, session })
  await app.register(accountRoutes, { context, steps, session })
  await app.register(tokenRoutes, { context })
  await app.register(deviceRoutes, { context })
  await app.register(moderationPageRoutes, { context })
  await app.register(reportPageRoutes, { context })
  const pages = { context, budget, upload, send }
  await app.register(analysePageRoutes, { context, upload, readForm: options.readForm, send })
  await app.register(listPageRoutes, pages)
  await app.register(comparePageRoutes, pages)
  await app.register(gamePageRoutes, pages)

  app.get('/', {
    constraints: { wants: 'page' },
    config: { cacheKey: () => ['page'] },
    handler: (request, reply) =>
      send(request, reply, (signal) => findFrontPage(context, upload, signal), { vary: PAGE_OR_JSON }),
  })

  app.get('/lists', {
    config: { cacheKey: ({ query }) => collectionKey(query) },
    schema: { querystring: CollectionQuery },
    handler: (request, reply) => send(request, reply, (signal) => findCollectionPage(context, request.query, signal)),
  })

  app.get('/authors/:name', {
    config: { cacheKey: ({ params, query }) => pageKey((params as AuthorParams).name, query) },
    schema: { params: AuthorParams, querystring: PageQuery },
    handler: (request, reply) => {
      const { params, query } = request
      return send(request, reply, (signal) => findAuthorPage(context, params.name, query, signal))
    },
  })

  app.get('/upload', {
    config: { session: 'optional', cacheKey: (request) => (session.secretOf(request) === undefined ? [] : undefined) },
    handler: async (request, reply) => {
      const isAnonymous = session.secretOf(request) === undefined
      if (isAnonymous) return send(request, reply, () => findUploadPage(context, upload), { vary: 'Cookie' })
      reply.vary('Cookie')
      const form = request.session === null ? EMPTY : OWN
      return reply.type(HTML).send(await uploadPageAgain(context, upload, form, request.session))
    },
  })

  app.get('/help', {
    config: { cacheKey: () => [] },
    handler: (request, reply) => send(request, reply, () => findHelpPage(context)),
  })
}

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Serves the assets of the pages, and `/favicon.ico`, where chats and old browsers look for an icon. */
const assetRoutes: FastifyPluginAsyncZod = async (app) => {
  const config = { isPartOfPage: true }

  app.get('/assets/:file', {
    config,
    schema: { params: z.object({ file: z.string() }) },
    handler: async ({ params: { file }, headers }, reply) => {
      const asset = ASSETS.get(file)
      if (asset === undefined) return reply.callNotFound()
      cachedAs(reply, IMMUTABLE).type(asset.type).vary('Accept-Encoding')
      if (!acceptsGzip(headers['accept-encoding'])) return reply.send(asset.bytes)
      return inGzip(reply).send(asset.compressed)
    },
  })

  app.get('/favicon.ico', {
    config,
    handler: async (_, reply) => {
      const icon = ASSETS.get(assetPath('favicon.ico').slice('/assets/'.length))
      return cachedAs(reply, 'public, max-age=86400').type('image/x-icon').send(icon?.bytes)
    },
  })
}
