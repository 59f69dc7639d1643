import type { FastifyInstance, RouteOptions } from 'fastify'
import { oauthRoutes } from './accounts/device/routes.ts'
import { userRoutes } from './accounts/routes.ts'
import { actorOf } from './accounts/tokens/service.ts'
import { analyseRoutes } from './compare/analysing/routes.ts'
import { changelogRoutes } from './compare/changelog/routes.ts'
import { culpritRoutes } from './compare/culprit/routes.ts'
import type { CompareContext } from './compare/differ.ts'
import { changesRoutes, loadOrderRoutes } from './compare/load-orders/routes.ts'
import { mergeRoutes } from './compare/merging/routes.ts'
import { compareRoutes } from './compare/routes.ts'
import { versionsRoutes } from './compare/versions/routes.ts'
import { createSingleFlight } from './concurrency/single-flight.ts'
import { CACHE_SHARES, type Config } from './config.ts'
import { fileRoutes } from './files/routes.ts'
import { gameRoutes } from './games/routes.ts'
import { cachedRoutes } from './http/cache/cached-routes.ts'
import { createResponseCache } from './http/cache/response-cache.ts'
import { type HookOptions, registerHooks } from './http/hooks.ts'
import { createByteBudget } from './http/limits/byte-budget.ts'
import {
  createMetrics,
  inTime,
  measureCatalog,
  measureFigures,
  measureIndex,
  measureRefusals,
} from './http/observability/metrics.ts'
import { probeRoutes } from './http/observability/probes.ts'
import { openapiDocument } from './http/openapi/openapi.ts'
import { docsPage } from './http/openapi/page.ts'
import { authentication } from './http/request/authentication.ts'
import { formParsing, formReader } from './http/request/form.ts'
import { collectMethods } from './http/request/methods.ts'
import { requireRevalidation } from './http/response/headers.ts'
import { createServer, type ServerOptions } from './http/server.ts'
import { claimRoutes } from './lists/ownership/routes.ts'
import { ownerOf } from './lists/ownership/service.ts'
import { revisionRoutes } from './lists/revisions/routes.ts'
import { feedRoutes, listRoutes } from './lists/routes.ts'
import { moderationRoutes, reportListRoutes, reportRoutes } from './moderation/routes.ts'
import type { ReadingFigures } from './mods/indexing/list-reader.ts'
import { findBacklog } from './mods/indexing/queue-queries.ts'
import { modRoutes, searchRoutes, similarRoutes } from './mods/routes.ts'
import { readFigures } from './stats/queries.ts'
import { statsRoutes } from './stats/routes.ts'
import { statisticsSource } from './stats/service.ts'
import { docsDocument } from './website/docs/page.tsx'
import { errorPages } from './website/error/error-pages.tsx'
import { websiteRoutes } from './website/routes.ts'

/** The settings that the application needs, and what the running service knows. */
export interface AppOptions
  extends Pick<Config, 'upload' | 'cacheBytes' | 'rateLimits' | 'corsOrigins' | 'trustProxy' | 'metricsToken'>,
    Pick<Config, 'website' | 'accounts'>,
    Pick<HookOptions, 'diskProblem' | 'isOutdated'>,
    Pick<ServerOptions, 'logger'> {
  /** Returns the free bytes on the disk of the embedded database. */
  freeDisk?: (() => Promise<number | undefined>) | undefined
  /** Numbers of files that this server has read for the index of mods. */
  indexing?: ReadingFigures
  /** Returns the number of uploads that limits have refused, by limit. */
  refusals?: (() => Readonly<Record<string, number>>) | undefined
  onRoute?: (route: RouteOptions) => void
}

/** Builds the application: the server, then the hooks of all routes, then the routes. */
export async function buildApp(context: CompareContext, options: AppOptions): Promise<FastifyInstance> {
  const { upload, cacheBytes } = options
  const renderErrorPage = options.website ? errorPages(context.urls) : undefined
  const app = createServer({ ...options, maxBodyBytes: upload.maxBodyBytes, renderErrorPage })

  if (options.onRoute !== undefined) app.addHook('onRoute', options.onRoute)

  const cache = createResponseCache(context, cacheBytes * CACHE_SHARES.responses)
  const budget = createByteBudget(upload)
  const readForm = formReader(upload)
  const details = { ...context, budget }
  const metrics = createMetrics()

  const cached = cachedRoutes(app, cache)
  const methods = collectMethods(app)
  await registerHooks(app, { ...options, metrics, budget, methods })
  measureCatalog(metrics, context, {
    responses: cache.figures,
    comparisons: context.differ.figures,
  })
  const readOnce = createSingleFlight<Awaited<ReturnType<typeof readFigures>>>()
  const count = () => readOnce('figures', () => readFigures(context.db, context.clock())) // once for all metrics of a request
  measureFigures(metrics, { count, freeDisk: options.freeDisk })
  measureIndex(metrics, { figures: options.indexing, findBacklog: () => findBacklog(context.db) })
  if (options.refusals !== undefined) measureRefusals(metrics, options.refusals)
  const aside = 'Expired lists and unused files that the sweep failed too often to delete.'
  metrics.gauge('sweep_set_aside', aside, async () => (await inTime(count()))?.unswept)
  await app.register(openapiDocument, { urls: context.urls, upload })

  await app.register(probeRoutes, { context, metrics, upload, metricsToken: options.metricsToken })
  const page = options.website ? (paths: object) => docsDocument(context.urls, paths) : undefined
  await app.register(docsPage, { prefix: '/docs', page })
  if (options.website) {
    const { accounts } = options
    const own = { context: { ...context, accounts }, upload, readForm }
    await app.register(oauthRoutes, { context })
    await app.register(websiteRoutes, { cached, budget, ...own })
  }
  await app.register(
    async (v1) => {
      requireRevalidation(v1)
      cached.addFastPath(v1)
      await v1.register(formParsing)
      await v1.register(authentication, {
        actorOf: (token) => actorOf(context, token),
        ownerOf: (key) => ownerOf(context, key),
      })

      const shared = { context, cached, budget }
      await v1.register(listRoutes, { prefix: '/lists', context: details, cached, readForm, upload })
      await v1.register(feedRoutes, { context })
      await v1.register(claimRoutes, { prefix: '/lists/:slug', context })
      await v1.register(revisionRoutes, { prefix: '/lists/:slug', context: details, cached })
      await v1.register(fileRoutes, { prefix: '/lists/:slug', context, budget })
      await v1.register(similarRoutes, { prefix: '/lists/:slug', context, cached })
      await v1.register(reportListRoutes, { prefix: '/lists/:slug', context })
      await v1.register(moderationRoutes, { prefix: '/moderation', context })
      await v1.register(reportRoutes, { prefix: '/reports', context })
      await v1.register(gameRoutes, { prefix: '/games', context, cached })
      await v1.register(modRoutes, { prefix: '/games/:game', context, cached })
      await v1.register(searchRoutes, { prefix: '/search', context })
      await v1.register(statsRoutes, { prefix: '/stats', readStatistics: statisticsSource(context), cached })
      await v1.register(compareRoutes, { prefix: '/compare', ...shared })
      await v1.register(changesRoutes, { prefix: '/compare', ...shared })
      await v1.register(analyseRoutes, { context, readForm, budget })
      await v1.register(mergeRoutes, { prefix: '/compare', context, budget })
      await v1.register(culpritRoutes, { prefix: '/compare', context, budget })
      await v1.register(loadOrderRoutes, { prefix: '/lists/:slug', ...shared })
      await v1.register(changelogRoutes, { prefix: '/lists/:slug', ...shared })
      await v1.register(versionsRoutes, { prefix: '/lists/:slug', ...shared })
      await v1.register(userRoutes, { prefix: '/user', context, budget })
    },
    { prefix: '/v1' },
  )
  methods.registerOptions()
  return app
}
