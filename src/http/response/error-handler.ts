import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isUnavailable } from '../../db/failures.ts'
import { CatalogError, type ErrorKind, type FieldErrors, invalid } from '../../errors.ts'
import { errorHeaders } from './headers.ts'

const STATUS: Record<ErrorKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  expectation_failed: 417,
  invalid: 422,
  precondition_required: 428,
  rate_limited: 429,
  unavailable: 503,
}

/** Returns the code of an error by its status alone, as of one that Fastify or a plugin has thrown. */
function codeOf(status: number): string {
  if (status >= 500 && status !== STATUS.unavailable) return 'internal'
  return Object.entries(STATUS).find(([, known]) => known === status)?.[0] ?? 'malformed'
}

/** Gives each error response that has no `Error-Code` the one of its status, such as a page with its form again. */
export function nameErrors(app: FastifyInstance) {
  app.addHook('onSend', (_, reply, __, done) => {
    if (reply.statusCode >= 400 && !reply.hasHeader('error-code')) reply.header('error-code', codeOf(reply.statusCode))
    done()
  })
}

/** Messages for errors of Fastify, by its code. */
const MESSAGES: Record<string, string> = {
  FST_ERR_BAD_URL: 'The path of the address is not valid: it has a % that is not part of an encoded UTF-8 character.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its Content-Length says.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The Content-Type is not valid.',
}

/** Seconds after which a client may retry if the database was unavailable or the server overloaded. */
const RETRY_AFTER = 5

/** Like RETRY_AFTER, for a limit per day. */
const LATER = 3_600

interface ErrorResponse {
  status: number
  code: string
  message: string
  fields?: FieldErrors | undefined
}

/** Sets the headers of a page about the error and returns the page. Returns undefined for requests that get JSON. */
export type RenderErrorPage = (error: ErrorResponse, request: FastifyRequest, reply: FastifyReply) => Buffer | undefined

/** Turns every error into a response. Logs faults of the server as errors, but not mistakes of clients. */
export function createErrorHandler(renderPage: RenderErrorPage = () => undefined) {
  return (thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const error = errorResponse(thrown, request, reply)
    const { status, code, message, fields } = error
    reply.header('error-code', code)
    return reply.code(status).send(renderPage(error, request, reply) ?? { message, errors: fields })
  }
}

export function fieldErrorsOf(thrown: FastifyError): FieldErrors | undefined {
  const error = translate(thrown)
  return error instanceof CatalogError && error.kind === 'invalid' ? error.fields : undefined
}

/** Reports whether an error is one that a 503 answers. */
export function isUnavailability(thrown: FastifyError): boolean {
  const error = translate(thrown)
  return error instanceof CatalogError && error.kind === 'unavailable'
}

/** Returns the content of an error response, and logs the error if it is a fault of the server. */
export function errorResponse(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): ErrorResponse {
  const error = translate(thrown)
  reply.removeHeader('content-disposition') // the error is not the file that the route would have sent

  if (error instanceof CatalogError) {
    if (error.kind === 'unavailable') {
      request.log.warn({ err: thrown }, 'unavailable')
      reply.header('retry-after', RETRY_AFTER)
    }
    // The rate limit sets this header itself; limits per day do not.
    if (error.kind === 'rate_limited' && !reply.hasHeader('retry-after')) reply.header('retry-after', LATER)
    return { status: STATUS[error.kind], code: error.code, message: error.message, fields: error.fields }
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return { status: error.statusCode, code: codeOf(error.statusCode), message: MESSAGES[error.code] ?? error.message }
  }
  request.log.error({ err: error }, 'request failed')
  return { status: 500, code: 'internal', message: `Server error. Tell the operator the request id ${request.id}.` }
}

function translate(thrown: FastifyError): FastifyError | CatalogError {
  if (hasZodFastifySchemaValidationErrors(thrown)) return invalid(fieldErrors(thrown.validation))
  if (isUnavailable(thrown))
    return new CatalogError('unavailable', 'The database is not available. Try again in a moment.')
  return thrown
}

/** Maximum number of unknown fields of an object that an error names. */
const MAX_UNKNOWN = 10

/**
 * Returns the schema's messages by the names that clients use, such as `page[size]`. An unknown field is named itself.
 */
function fieldErrors(issues: readonly FastifySchemaValidationError[]): FieldErrors {
  const fields: FieldErrors = {}
  for (const { instancePath, message, params } of issues) {
    const path = instancePath.slice(1).replaceAll('/', '.')
    const unknown = Array.isArray(params.keys) ? params.keys.slice(0, MAX_UNKNOWN) : []
    const names = unknown.length === 0 ? [path] : unknown.map((key) => (path === '' ? key : `${path}.${key}`))
    for (const name of names) fields[name] = [...(fields[name] ?? []), message ?? 'The value is not valid.']
  }
  return fields
}

/*
 * Socket-level errors. Problem: Node refuses some requests before Fastify sees them, and closes the connection or sends
 * no body. Approach: handlers on the HTTP server give them the JSON, headers and log line of all other errors. Tests:
 * test/http/request/malformed.test.ts and methods.test.ts.
 */

/** How long the client may take to read the error, even while it still sends. */
const LINGER_MS = 5_000

type SocketError = readonly [status: string, code: string, message: string]

const CLIENT_ERRORS: Record<string, SocketError> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'headers_too_large',
    'The headers of the request are too large.',
  ],
}

const MALFORMED: SocketError = ['400 Bad Request', 'malformed', 'The request is not valid HTTP.']

const CONNECT: SocketError = [
  '405 Method Not Allowed',
  'method_not_allowed',
  'CONNECT is not allowed here: this server is not a proxy.',
]

export function socketErrorHandlers(logger: FastifyBaseLogger, corsOrigins: '*' | string[]) {
  /** Writes the response to the socket directly, and logs what is `known` about the request. */
  function respond(socket: Duplex, [status, code, message]: SocketError, known: object, more: object = {}) {
    const id = randomUUID()
    const body = JSON.stringify({ message })
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      ...errorHeaders(corsOrigins, id),
      'error-code': code,
      'content-length': body.length,
      connection: 'close',
      ...more,
    }
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    logger.debug({ reqId: id, status: Number(status.slice(0, 3)), ...known }, 'request')
    socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${body}`)
    setTimeout(() => socket.destroy(), LINGER_MS).unref() // if the client does not close its half
  }

  return {
    /** Responds to a request that can't be parsed or took too long to arrive. */
    clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
      respond(socket, CLIENT_ERRORS[error.code ?? ''] ?? MALFORMED, { code: error.code, ip: socket.remoteAddress })
    },

    /** Responds to CONNECT. Its Allow header is empty, because CONNECT has no path whose methods could be named. */
    connectHandler({ method, url, socket: { remoteAddress: ip } }: IncomingMessage, socket: Duplex) {
      socket.on('error', () => socket.destroy()).resume() // Node no longer listens to it
      respond(socket, CONNECT, { method, url, ip }, { allow: '' })
    },
  }
}
