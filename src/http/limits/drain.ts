import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'

/*
 * Draining. Problem: an upload may be refused before it has been read, and a simple client that sends all first would
 * see a reset instead of the message. Approach: the rest of the body is read and discarded before the response is sent;
 * beyond a limit, the connection is closed after it. Clients that expect `100-continue` get 100 once the body is read,
 * or only the response. Tests: test/http/limits/too-large.test.ts, test/http/request/expectations.test.ts.
 */

const DRAIN_MS = 10_000
const DRAIN_BYTES = 64 * 2 ** 20

export const draining = fastifyPlugin(async (app: FastifyInstance) => {
  /** Requests with a body that its client has not sent yet. */
  const waiting = new WeakSet<IncomingMessage>()
  app.server.on('checkContinue', (request, response) => {
    waiting.add(request)
    request.on('newListener', (event) => {
      if ((event === 'data' || event === 'readable') && waiting.delete(request)) response.writeContinue()
    })
    app.server.emit('request', request, response)
  })

  app.addHook('onSend', (request, reply, _, done) => {
    if (request.raw.complete) return done()
    if (waiting.delete(request.raw)) {
      reply.header('connection', 'close')
      return done()
    }
    drain(request.raw).then((isDrained) => {
      if (!isDrained) reply.header('connection', 'close')
      done()
    }, done)
  })
})

/** Reads and discards the rest of the body. Returns whether it ended within the limits. */
async function drain(request: IncomingMessage): Promise<boolean> {
  if (request.readableEnded) return true // an injected request is never marked as complete
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), DRAIN_MS)
  let bytes = 0
  request.unpipe()
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > DRAIN_BYTES) stop.abort()
  })
  request.resume()
  try {
    await once(request, 'end', { signal: stop.signal })
    return true
  } catch {
    request.pause()
    return false // beyond the limits, or the client has disconnected
  } finally {
    clearTimeout(timer)
  }
}
