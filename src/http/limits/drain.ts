import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'

/*
 * Draining. An upload may be refused before it has been read, by its token for one. Simple clients write all of a
 * request before they read: if the server closed the connection then, they would see it reset, and never the message.
 * So the rest of the body is read and thrown away before the response is sent, up to a bound of bytes and time; beyond
 * that the connection is closed (docs/api.md#errors). Tests: test/http/limits/too-large.test.ts.
 */

const DRAIN_MS = 10_000
const DRAIN_BYTES = 64 * 2 ** 20

/** Reads the rest of each request before its response is sent. */
export const draining = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onSend', (request, reply, _, done) => {
    if (request.raw.complete) return done()
    drain(request.raw).then((isDrained) => {
      if (!isDrained) reply.header('connection', 'close')
      done()
    }, done)
  })
})

/** Whether the body ended within the bounds. */
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
    return false // beyond the bounds, or the client has gone
  } finally {
    clearTimeout(timer)
  }
}
