import cors from '@fastify/cors'
import sensible from '@fastify/sensible'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { outdated, routeNotFound } from '../errors.ts'
import { type ByteBudget, byteCounting } from './limits/byte-budget.ts'
import { type DiskSpace, diskSpaceGuard } from './limits/disk-space.ts'
import { draining } from './limits/drain.ts'
import { type RateLimits, rateLimiting } from './limits/rate-limits.ts'
import { logging } from './observability/logging.ts'
import type { Metrics } from './observability/metrics.ts'
import { requestMetrics } from './observability/request-metrics.ts'
import { bodyParsing } from './request/bodies.ts'
import { headChecks } from './request/head-checks.ts'
import { namingIgnoredFields } from './request/ignored-fields.ts'
import type { PathMethods } from './request/methods.ts'
import { nameErrors } from './response/error-handler.ts'
import { EXPOSED_HEADERS, setCommonHeaders } from './response/headers.ts'

export interface HookOptions extends DiskSpace {
  methods: PathMethods
  metrics: Metrics
  budget: ByteBudget
  rateLimits: RateLimits
  corsOrigins: '*' | string[]
  /** Reports whether another version of the service has changed the database. Asked every few seconds. */
  isOutdated?: (() => Promise<boolean>) | undefined
}

/** Routes that still answer when another version has changed the database. */
const ALWAYS_ANSWERED = new Set(['/healthz', '/metrics'])

/** How often the server asks whether another version has changed the database. */
const OUTDATED_MS = 5_000

/**
 * Registers the hooks of all routes, in the order in which they run. First come those that apply to every response,
 * errors included: headers, draining, metrics, log lines, CORS. Then those that refuse a request, the cheapest first:
 * another version's database, rate limits, unknown paths, writes on a full disk. The body is parsed last.
 */
export async function registerHooks(
  app: FastifyInstance,
  { methods, metrics, budget, rateLimits, corsOrigins, diskProblem, isOutdated }: HookOptions,
): Promise<void> {
  setCommonHeaders(app)
  nameErrors(app)
  await app.register(sensible)
  await app.register(draining)
  await app.register(byteCounting, { budget })
  await app.register(requestMetrics, { metrics })
  await app.register(logging)
  await app.register(cors, {
    origin: corsOrigins,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 86_400,
    strictPreflight: false,
    preflightContinue: true, // each path has an OPTIONS route (request/methods.ts)
  })

  await app.register(underPressure, {
    ...(isOutdated && { healthCheck: async () => !(await isOutdated()), healthCheckInterval: OUTDATED_MS }),
    pressureHandler: ({ routeOptions }) => {
      if (!ALWAYS_ANSWERED.has(routeOptions.url ?? '')) throw outdated()
    },
  })
  await app.register(headChecks)
  await app.register(rateLimiting, { limits: rateLimits })
  app.addHook('onRequest', (request, reply, done) => {
    const { is404, routeOptions } = request
    // The CORS plugin adds a route * for OPTIONS of paths that have no route.
    if (!is404 && routeOptions.url !== '*') return done()
    if (request.method === 'OPTIONS' && request.raw.url === '*') return reply.code(204).send() // about the whole server
    done(methods.errorOf(request, reply) ?? routeNotFound())
  })

  await app.register(diskSpaceGuard, { diskProblem })
  await app.register(bodyParsing)
  await app.register(namingIgnoredFields)

  // A client that waits for its response moves nothing either. Its connection times out only once it has to read.
  app.addHook('preHandler', (_, reply, done) => {
    reply.raw.on('timeout', (socket) => {
      if (reply.raw.headersSent) socket.destroy()
    })
    done()
  })
}
