import type { FastifyReply } from 'fastify'
import { CatalogError } from '../../errors.ts'

/**
 * Aborts when the connection ends before the response has been sent, so that work for nobody stops. Fastify's
 * request.signal aborts without an error for the log, and for a request with a body as soon as that has been read.
 */
export function clientGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new CatalogError('unavailable', 'The client has gone.'))
  })
  return gone.signal
}
