import { randomUUID } from 'node:crypto'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { routeNotFound } from '../errors.ts'
import { boundConnections } from './limits/connections.ts'
import { rerouteUnreadable } from './request/unreadable-paths.ts'
import { createErrorHandler, type RenderErrorPage } from './response/error-handler.ts'
import { endPipelined } from './response/pipelined.ts'
import { socketErrorHandlers } from './response/socket-errors.ts'

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

/** How often the limits of arrival are checked, and how long a connection may be silent in both directions. */
const CHECK_MS = 5_000
const SILENCE_MS = 120_000

/** Maximum number of open connections. Each takes memory and a file descriptor; further ones are closed. */
const MAX_CONNECTIONS = 4_096

/** Maximum length of a path parameter: as long as Node allows the head of a request, so that a long slug gets 404. */
const MAX_PARAMETER = 16_384

/** How paths are matched. */
export const ROUTER = { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER }

/** Creates a Fastify instance with this service's limits, error bodies and schema compiler, without hooks or routes. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { maxBodyBytes, corsOrigins, trustProxy, logger } = options
  const { clientErrorHandler, expectationHandler, connectHandler } = socketErrorHandlers(logger, corsOrigins)
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }), // observability/logging.ts logs requests
    trustProxy: typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : trustProxy,
    bodyLimit: maxBodyBytes,
    requestTimeout: REQUEST_MS,
    connectionTimeout: SILENCE_MS,
    genReqId: () => randomUUID(),
    return503OnClosing: false, // requests that arrive while the server closes are served
    routerOptions: ROUTER,
    http: {
      requireHostHeader: false, // with true, Node would refuse the request without a body
      headersTimeout: HEAD_MS,
      connectionsCheckingInterval: CHECK_MS,
    },
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    frameworkErrors: (error, request, reply) => rerouteUnreadable(app, error, request, reply),
    clientErrorHandler,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(createErrorHandler(options.renderErrorPage))
  app.setNotFoundHandler(() => {
    throw routeNotFound()
  })
  app.server.on('checkExpectation', expectationHandler)
  app.server.on('connect', connectHandler)
  app.server.maxConnections = MAX_CONNECTIONS
  endPipelined(app.server)
  if (trustProxy === false) boundConnections(app.server) // behind a proxy all clients have its address
  return app
}

/** Replaces Fastify's own schema compilers, which would take a good part of the startup time to load. */
function unused(): never {
  throw new Error('Schemas are compiled by zod.')
}
