import type { FastifyReply } from 'fastify'
import { CatalogError } from '../../errors.ts'

/** Aborts when the connection ends before the answer is out: nobody waits for the work any more. */
export function clientGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new CatalogError('unavailable', 'The client has gone.'))
  })
  return gone.signal
}
