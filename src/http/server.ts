import { randomUUID } from 'node:crypto'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { routeNotFound } from '../errors.ts'
import { createErrorHandler, type RenderErrorPage, socketErrorHandlers } from './response/error-handler.ts'
import { errorHeaders } from './response/headers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether a proxy in front of the server names the addresses of clients. */
    trustsProxy: boolean
  }
}

export interface ServerOptions {
  maxBodyBytes: number
  corsOrigins: '*' | string[]
  /** The number of proxies in front of the server, or the addresses of proxies. */
  trustProxy: boolean | number | string
  logger: FastifyBaseLogger
  renderErrorPage?: RenderErrorPage | undefined
}

/** How long a request may take to arrive: enough for 8 MiB over a slow line. Its head is small and has less time. */
const REQUEST_MS = 120_000
const HEAD_MS = 15_000

/** How often the limits of arrival are checked, and how long a client may move nothing. */
const CHECK_MS = 5_000
const SILENCE_MS = 30_000

/** Maximum number of open connections. Each takes memory and a file descriptor; further ones are closed. */
const MAX_CONNECTIONS = 4_096

/** Maximum length of a path parameter: as long as Node allows the head of a request, so that a long slug gets 404. */
const MAX_PARAMETER = 16_384

/** Creates a Fastify instance with this service's limits, error bodies and schema compiler, without hooks or routes. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { maxBodyBytes, corsOrigins, trustProxy, logger } = options
  const { clientErrorHandler, connectHandler } = socketErrorHandlers(logger, corsOrigins)
  const errorHandler = createErrorHandler(options.renderErrorPage)
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }), // hooks.ts logs requests
    trustProxy: typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : trustProxy,
    bodyLimit: maxBodyBytes,
    requestTimeout: REQUEST_MS,
    connectionTimeout: SILENCE_MS,
    genReqId: () => randomUUID(),
    return503OnClosing: false, // requests that arrive while the server closes are served
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER },
    http: {
      requireHostHeader: false, // with true, Node would refuse the request without a body
      headersTimeout: HEAD_MS,
      connectionsCheckingInterval: CHECK_MS,
    },
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    // Answers requests whose path can't be decoded. Fastify runs no hooks for them.
    frameworkErrors: (error, request, reply) => {
      reply.headers(errorHeaders(corsOrigins, request.id))
      errorHandler(error, request, reply)
      const { id: reqId, method, ip } = request
      logger.debug({ reqId, method, ip, status: reply.statusCode }, 'request')
    },
    clientErrorHandler,
  })
  app.decorate('trustsProxy', trustProxy !== false)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(errorHandler)
  app.setNotFoundHandler(() => {
    throw routeNotFound()
  })
  app.server.on('connect', connectHandler)
  app.server.maxConnections = MAX_CONNECTIONS
  return app
}

/** Replaces Fastify's own schema compilers, which would take a good part of the startup time to load. */
function unused(): never {
  throw new Error('Schemas are compiled by zod.')
}
