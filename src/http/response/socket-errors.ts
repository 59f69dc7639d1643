import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { SECURITY_HEADERS } from './headers.ts'

/*
 * Socket-level errors.
 *
 * Problem: Node itself refuses some requests before Fastify sees them: those that can't be parsed or took too long to
 * arrive, CONNECT, and an Expect header other than 100-continue. It closes the connection or sends no body.
 * Approach: handlers on the HTTP server give them the JSON body, headers, request id and log line of all other errors.
 * Tests: test/http/request/malformed.test.ts and methods.test.ts.
 */

/** How long the client may take to read the error, even while it still sends. */
const LINGER_MS = 5_000

type SocketError = readonly [status: number, reason: string, code: string, message: string]

const CLIENT_ERRORS: Record<string, SocketError> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'headers_too_large',
    'The headers of the request are too large.',
  ],
}

const MALFORMED: SocketError = [400, 'Bad Request', 'malformed', 'The request is not valid HTTP.']

/** The Allow header is empty, because CONNECT has no path whose methods could be named. */
const CONNECT: SocketError = [
  405,
  'Method Not Allowed',
  'method_not_allowed',
  'CONNECT is not allowed here: this server is not a proxy.',
]

export function socketErrorHandlers(logger: FastifyBaseLogger, corsOrigins: '*' | string[]) {
  const headers = () => ({
    'content-type': 'application/json; charset=utf-8',
    ...SECURITY_HEADERS,
    // The Origin of a request that can't be parsed is unknown.
    ...(corsOrigins === '*' && {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Error-Code, X-Request-Id',
    }),
    'x-request-id': randomUUID(),
    connection: 'close',
  })

  /** Writes the response to the socket directly, and logs what is `known` about the request. */
  function respond(
    socket: Socket,
    [status, reason, code, message]: SocketError,
    known: object,
    more: Record<string, string> = {},
  ) {
    const body = JSON.stringify({ message })
    const sent = { ...headers(), ...more, 'error-code': code, 'content-length': body.length }
    const head = Object.entries(sent).map(([name, value]) => `${name}: ${value}`)
    logger.debug({ reqId: sent['x-request-id'], ip: socket.remoteAddress, status, ...known }, 'request')
    socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head.join('\r\n')}\r\n\r\n${body}`)
    setTimeout(() => socket.destroy(), LINGER_MS).unref() // if the client does not close its half
  }

  return {
    /** Responds to a request that can't be parsed or took too long to arrive. */
    clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
      respond(socket, CLIENT_ERRORS[error.code ?? ''] ?? MALFORMED, { code: error.code })
    },

    /** Responds to CONNECT. Node would close the connection without a response. */
    connectHandler({ method, url }: IncomingMessage, socket: Duplex) {
      socket.on('error', () => socket.destroy()).resume() // Node no longer listens to it
      respond(socket as Socket, CONNECT, { method, url }, { allow: '' })
    },

    /** Responds to an `Expect` header other than 100-continue. Node would respond without a body. */
    expectationHandler({ method, url, socket }: IncomingMessage, response: ServerResponse) {
      const sent = headers()
      logger.debug({ reqId: sent['x-request-id'], method, url, ip: socket.remoteAddress, status: 417 }, 'request')
      response.writeHead(417, { ...sent, 'error-code': 'unsupported_expectation' })
      response.end(JSON.stringify({ message: 'The only supported Expect header is 100-continue.' }))
    },
  }
}
