import type { FastifyReply } from 'fastify'
import { ClientGone } from '../../errors.ts'

/**
 * Returns a signal that aborts when the client disconnects before the response has been sent. Fastify's request.signal
 * has no error for the log, and aborts a request with a body as soon as the body has been read.
 */
export function clientGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new ClientGone())
  })
  return gone.signal
}
