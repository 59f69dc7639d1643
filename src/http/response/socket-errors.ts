import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { errorHeaders } from './headers.ts'

/*
 * Socket-level errors.
 *
 * Problem: Node refuses some requests before Fastify sees them: those that can't be parsed or took too long to arrive, and
 * CONNECT. It closes the connection or sends no body.
 * Approach: handlers on the HTTP server give them the JSON body, headers, request id and log line of all other errors.
 * Tests: test/http/request/malformed.test.ts and methods.test.ts.
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
