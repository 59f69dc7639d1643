import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { PROTECTION } from './headers.ts'

/** How long a client that was answered on the bare socket may take to read, whatever it still sends. */
const LINGER_MS = 5_000

const CLIENT_ERRORS: Record<string, [status: number, reason: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The headers of the request are too large.'],
}

const MALFORMED = [400, 'Bad Request', 'The request is not valid HTTP.'] as const

/** No path is meant, so that nothing else can be named as allowed. */
const CONNECT = [405, 'Method Not Allowed', 'CONNECT is not allowed here: this server is no proxy.'] as const

/** Answers to what never becomes a request, since Node itself turns it away: with an id and a line in the log like others. */
export function bareAnswers(logger: FastifyBaseLogger, corsOrigins: '*' | string[]) {
  const headers = () => ({
    'content-type': 'application/json; charset=utf-8',
    ...PROTECTION,
    // Of what can't be parsed the origin is not known.
    ...(corsOrigins === '*' && { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'X-Request-Id' }),
    'x-request-id': randomUUID(),
    connection: 'close',
  })

  /** Answers where there is a socket alone, and notes what is `known` of the request. */
  function answer(
    socket: Socket,
    [status, reason, message]: readonly [number, string, string],
    known: object,
    more: Record<string, string> = {},
  ) {
    const body = JSON.stringify({ message })
    const sent = { ...headers(), ...more, 'content-length': body.length }
    const head = Object.entries(sent).map(([name, value]) => `${name}: ${value}`)
    logger.debug({ reqId: sent['x-request-id'], ip: socket.remoteAddress, status, ...known }, 'request')
    socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head.join('\r\n')}\r\n\r\n${body}`)
    setTimeout(() => socket.destroy(), LINGER_MS).unref() // the other half of the connection is the client's to close
  }

  return {
    /** What can't be parsed, and what took too long to arrive: there is a socket alone. */
    clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
      answer(socket, CLIENT_ERRORS[error.code ?? ''] ?? MALFORMED, { code: error.code })
    },

    /** CONNECT. Node would close the connection without a word. */
    connectHandler({ method, url }: IncomingMessage, socket: Duplex) {
      socket.on('error', () => socket.destroy()).resume() // Node has let go of it
      answer(socket as Socket, CONNECT, { method, url }, { allow: '' })
    },

    /** An `Expect` header other than 100-continue. Node would answer without a body. */
    expectationHandler({ method, url, socket }: IncomingMessage, response: ServerResponse) {
      const sent = headers()
      logger.debug({ reqId: sent['x-request-id'], method, url, ip: socket.remoteAddress, status: 417 }, 'request')
      response.writeHead(417, sent)
      response.end(JSON.stringify({ message: 'The only expectation that can be met is 100-continue.' }))
    },
  }
}
