import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'

/** How long the rest of a refused upload may take, and how much of it is read, before the connection is closed. */
const DRAIN_MS = 10_000
const DRAIN_BYTES = 64 * 2 ** 20

/**
 * Reads what is left of a request before its answer goes out: simple clients write all of it before they read, and
 * would see a reset connection instead of the message (CONTRACT.md, Errors and authentication).
 */
export const draining = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onSend', (request, reply, _, done) => {
    if (request.raw.complete) return done()
    drain(request.raw).then((isRead) => {
      if (!isRead) reply.header('connection', 'close')
      done()
    }, done)
  })
})

/** Whether the body came to its end within the bounds. */
async function drain(request: IncomingMessage): Promise<boolean> {
  if (request.readableEnded) return true // what is injected is never marked as complete
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
    return false // out of bounds, or the client has gone
  } finally {
    clearTimeout(timer)
  }
}
