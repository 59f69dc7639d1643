import type { FastifyReply } from 'fastify'
import { ClientGone } from '../../errors.ts'

/** Returns a signal that aborts when the client disconnects. request.signal aborts once a body is read. */
export function clientGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new ClientGone())
  })
  return gone.signal
}
