import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import sensible from '@fastify/sensible'
import underPressure from '@fastify/under-pressure'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { userRoutes } from './accounts/routes.ts'
import { actorOf } from './accounts/service.ts'
import { compareRoutes } from './compare/routes.ts'
import type { Context } from './context.ts'
import { CatalogError, notFound } from './errors.ts'
import { fileRoutes } from './files/routes.ts'
import { gameRoutes } from './games/routes.ts'
import { cachedRoutes } from './http/cache/cached-routes.ts'
import { createResponseCache } from './http/cache/response-cache.ts'
import { boundConnections } from './http/limits/connections.ts'
import { answeringInTime } from './http/limits/deadline.ts'
import { sparingDisk } from './http/limits/disk-space.ts'
import { draining } from './http/limits/drain.ts'
import { type RateLimits, rateLimiting } from './http/limits/rate-limits.ts'
import { measureMemory } from './http/observability/cache-metrics.ts'
import { measureCatalog, measuringUploads } from './http/observability/catalog-metrics.ts'
import { childLogger, logging } from './http/observability/logging.ts'
import { createMetrics, measuring } from './http/observability/metrics.ts'
import { probeRoutes } from './http/observability/probes.ts'
import { describing } from './http/openapi/openapi.ts'
import { referencePage } from './http/openapi/page.ts'
import { authentication } from './http/request/authentication.ts'
import { bodyParsing } from './http/request/bodies.ts'
import type { UploadLimits } from './http/request/form.ts'
import { answerOtherMethods, collectMethods } from './http/request/methods.ts'
import { pathError, routeUnreadable } from './http/request/unreadable-paths.ts'
import { errorHandler } from './http/response/error-handler.ts'
import { haveCachesAsk, markAnswers } from './http/response/headers.ts'
import { createOutgoingMemory } from './http/response/outgoing-memory.ts'
import { endPipelined } from './http/response/pipelined.ts'
import { sendingLarge } from './http/response/sending.ts'
import { bareAnswers } from './http/response/socket-errors.ts'
import { pageSource } from './lists/collection/public-pages.ts'
import { detailSource } from './lists/detail/service.ts'
import { listRoutes } from './lists/routes.ts'
import { statsRoutes } from './stats/routes.ts'

export interface AppOptions {
  upload: UploadLimits
  rateLimits: RateLimits
  /** What may be kept in memory to answer again; 0 is nothing. */
  cacheBytes: number
  corsOrigins: '*' | string[]
  trustProxy: boolean | number | string
  /** Beyond this delay of the event loop, in milliseconds, requests are refused rather than answered late; 0 is never. */
  maxDelay: number
  logger: FastifyBaseLogger
  /** What is wrong with the disk so that writes may not go on. */
  diskFault?: () => Promise<string | undefined>
}

/** A request may take this long to arrive: 8 MiB over a slow line. Its head is small, and comes at once. */
const REQUEST_MS = 120_000
const HEAD_MS = 15_000

/** How often that is looked after, and how long a client may neither send nor read anything. */
const CHECK_MS = 5_000
const SILENCE_MS = 120_000

/** Further clients are turned away. Each takes some 20 KiB, and a descriptor of the process. */
const MAX_CONNECTIONS = 4_096

/** What supervisors and monitors ask: a server that is busy is up, and its figures are what one wants to see then. */
const UNDER_PRESSURE_TOO = new Set(['/healthz', '/metrics'])

/** No longer than Node allows a request's head to be: a slug that long is one that is not there. */
const MAX_PARAMETER = 16_384

/** In the place of Fastify's own compilers of schemas, which take a tenth of the time of a start to load. */
function unused(): never {
  throw new Error('Schemas are compiled by zod.')
}

/** The whole service over a context, ready to listen or to be injected into. */
export async function buildApp(context: Context, options: AppOptions): Promise<FastifyInstance> {
  const hops = options.trustProxy
  const { clientErrorHandler, expectationHandler, connectHandler } = bareAnswers(options.logger, options.corsOrigins)
  const app: FastifyInstance = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }), // http/observability/logging.ts has lines of its own
    childLoggerFactory: childLogger,
    trustProxy: typeof hops === 'number' ? (_, hop) => hop < hops : hops,
    bodyLimit: options.upload.maxBodyBytes,
    requestTimeout: REQUEST_MS,
    connectionTimeout: SILENCE_MS,
    genReqId: () => randomUUID(),
    return503OnClosing: false, // what still arrives while the server closes is answered
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER },
    http: {
      requireHostHeader: false, // Node would answer without a body
      headersTimeout: HEAD_MS,
      connectionsCheckingInterval: CHECK_MS,
    },
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    frameworkErrors: (error, request, reply) => routeUnreadable(app, error, request, reply),
    clientErrorHandler,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(errorHandler)
  app.server.on('checkExpectation', expectationHandler)
  app.server.on('connect', connectHandler)
  app.server.maxConnections = MAX_CONNECTIONS
  endPipelined(app.server)
  if (hops === false) boundConnections(app.server) // behind a proxy all clients have its address
  app.setNotFoundHandler(() => {
    throw notFound('Route')
  })

  const cache = createResponseCache(context, options.cacheBytes / 4)
  const outgoing = createOutgoingMemory()
  // Before all other hooks. Where reads are limited, each of them is counted.
  const mayHurry = () => options.rateLimits.read === 0 && !app.isUnderPressure()
  const cached = cachedRoutes(app, { cache, outgoing, mayHurry })

  const metrics = createMetrics()
  const methods = collectMethods(app)
  markAnswers(app)
  await app.register(sensible)
  await app.register(draining)
  await app.register(sendingLarge, { outgoing })
  await app.register(measuring, { metrics })
  await app.register(measuringUploads, { metrics })
  measureCatalog(metrics, context)
  await app.register(logging)
  await app.register(cors, {
    origin: options.corsOrigins,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['Content-Disposition', 'Content-Range', 'ETag', 'Location', 'Retry-After', 'X-Request-Id'],
    maxAge: 86_400,
    strictPreflight: false,
    preflightContinue: true, // the path's own OPTIONS route answers
  })
  await app.register(underPressure, {
    maxEventLoopDelay: options.maxDelay,
    pressureHandler: ({ routeOptions }) => {
      if (UNDER_PRESSURE_TOO.has(routeOptions.url ?? '')) return
      throw new CatalogError('unavailable', 'The server is overloaded. Try again in a moment.')
    },
  })
  await app.register(rateLimiting, { context, limits: options.rateLimits })
  app.addHook('onRequest', (request, _, done) => {
    const { is404, routeOptions } = request
    // Before any body is read. The path * is a route of the CORS plugin: OPTIONS of whatever has no route.
    done(is404 || routeOptions.url === '*' ? (pathError(request) ?? notFound('Route')) : undefined)
  })
  const source = pageSource(context, options.cacheBytes / 8)
  const details = detailSource(context, options.cacheBytes / 8, outgoing)
  measureMemory(metrics, { answers: cache.figures, lists: source.summaries, files: details.files })
  await app.register(bodyParsing)
  await app.register(describing, { urls: context.urls })

  await app.register(probeRoutes, { context, metrics })
  await app.register(referencePage, { prefix: '/docs' })
  await app.register(
    async (v1) => {
      await v1.register(answeringInTime)
      haveCachesAsk(v1)
      if (options.diskFault !== undefined) await v1.register(sparingDisk, { diskFault: options.diskFault })
      await v1.register(authentication, { actorOf: (token) => actorOf(context, token) })
      const sharing = { context, cached, outgoing }
      await v1.register(listRoutes, { prefix: '/lists', ...sharing, source, details, upload: options.upload })
      await v1.register(fileRoutes, { prefix: '/lists/:slug', context, outgoing })
      await v1.register(gameRoutes, { prefix: '/games', context, cached })
      await v1.register(statsRoutes, { prefix: '/stats', context, cached })
      await v1.register(compareRoutes, { prefix: '/compare', ...sharing })
      await v1.register(userRoutes, { prefix: '/user', context, outgoing })
    },
    { prefix: '/v1' },
  )
  answerOtherMethods(app, methods)
  return app
}
