import cors from '@fastify/cors'
import sensible from '@fastify/sensible'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { z } from 'zod'
import { CatalogError, outdated, routeNotFound } from '../errors.ts'
import { type ByteBudget, byteCounting } from './limits/byte-budget.ts'
import { draining } from './limits/drain.ts'
import { type RateLimits, rateLimiting } from './limits/rate-limits.ts'
import { type Metrics, requestMetrics } from './observability/metrics.ts'
import { bodyParsing } from './request/bodies.ts'
import { isRead, type PathMethods, READ_METHODS, SAFE_METHODS } from './request/methods.ts'
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
 * Registers the hooks of all routes in their order: those of every response, errors included; then those that refuse a
 * request, the cheapest first. The body is parsed last.
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

/** Refuses requests without exactly one Host, and those that expect something else than `100-continue`. */
const headChecks = fastifyPlugin(async (app: FastifyInstance) => {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  app.addHook('onRequest', ({ raw: { rawHeaders, httpVersion, headers } }, _, done) => {
    const { expect } = headers
    const hosts = countHosts(rawHeaders)
    if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
      return done(new CatalogError('malformed', 'A request must have one Host header.'))
    if (expect === undefined || /^100-continue$/i.test(expect)) return done()
    const message = 'The only supported Expect header is 100-continue.'
    done(new CatalogError('expectation_failed', message, undefined, 'unsupported_expectation'))
  })
})

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count++
  }
  return count
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A write that works while the disk is full, because it frees space, protects, or signs in or out. */
    worksOnFullDisk?: boolean
  }
}

interface DiskSpace {
  /** Returns why the disk can't store anything: `full`, `read-only` or `unavailable`; undefined if it can. */
  diskProblem?: (() => Promise<string | undefined>) | undefined
}

/** Refuses writes while the disk is nearly full or read-only. Reads still work then. */
const diskSpaceGuard = fastifyPlugin<DiskSpace>(async (app, { diskProblem }) => {
  if (diskProblem === undefined) return
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || isRead(request)) return
    const problem = await diskProblem()
    if (problem === undefined) return
    if (problem === 'full' && request.routeOptions.config.worksOnFullDisk) return
    const works = problem === 'full' ? 'reads and deletions' : 'reads'
    throw new CatalogError('unavailable', `The server's disk is ${problem}; writes are disabled, ${works} still work.`)
  })
})

/** A request that takes at least this long is logged at level info. */
const SLOW_MS = 1_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Omits the query string of reads from the log, because it may hold a secret or a code. Writes always omit it. */
    hidesQuery?: boolean
  }
}

/**
 * Logs each request at level debug, and slow ones at level info. The query string is logged only for reads of a known
 * route, because others may have a secret there.
 */
const logging = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onResponse', (request, { elapsedTime, raw }, done) => {
    const { method, url, ip, log, is404, routeOptions } = request
    const isSlow = elapsedTime >= SLOW_MS
    const isShown = !is404 && READ_METHODS.has(method) && routeOptions.config?.hidesQuery !== true
    const shown = isShown ? url : url.replace(/\?.*/s, '?...')
    log[isSlow ? 'info' : 'debug'](
      { method, url: shown, ip, status: raw.statusCode, ms: Math.round(elapsedTime) },
      isSlow ? 'slow request' : 'request',
    )
    done()
  })
})

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Returns the name in the schema of a field that a client may call differently. */
    fieldName?: (field: string) => string
  }
}

/** Maximum number of fields in the header, and of characters of each. */
const MAX_FIELDS = 10
const MAX_LENGTH = 64

/** Names the unknown fields of a write in the header `Ignored-Fields`, percent-encoded. */
const namingIgnoredFields = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onRoute', (route) => {
    const known = fieldsOf(route.schema?.body)
    if (known === undefined || !route.url.startsWith('/v1/')) return
    const fieldName = route.config?.fieldName ?? ((field) => field)

    function nameIgnored({ body }: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) {
      const sent = Object.entries(typeof body === 'object' && body !== null ? body : {})
      // A multipart form always has files, possibly none.
      const ignored = sent.filter(([name, value]) => !known?.has(fieldName(name)) && !isEmptyArray(value))
      const names = ignored.slice(0, MAX_FIELDS).map(([name]) => encodeURIComponent(shortened(name)))
      if (names.length > 0) reply.header('ignored-fields', names.join(', '))
      done()
    }
    route.preValidation = [...[route.preValidation ?? []].flat(), nameIgnored]
  })
})

/** Returns the fields of an object that ignores unknown fields. Undefined for other schemas. */
function fieldsOf(schema: unknown): ReadonlySet<string> | undefined {
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.out)
  return schema instanceof z.ZodObject && schema.def.catchall === undefined
    ? new Set(Object.keys(schema.shape))
    : undefined
}

const isEmptyArray = (value: unknown) => Array.isArray(value) && value.length === 0

const shortened = (name: string) => name.slice(0, MAX_LENGTH).replace(/\p{Surrogate}/gu, '\uFFFD')
