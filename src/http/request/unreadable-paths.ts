import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The errors of requests whose path can't be decoded. */
const errors = new WeakMap<IncomingMessage, FastifyError>()

/** A path that no route has. */
const NOWHERE = '/-/unreadable-path'

/**
 * Fastify runs no hooks for a path that can't be decoded: its response would lack what all others have, as the CORS
 * headers by which a website's script may read it, and its line in the log. So it is routed again, as a path that does
 * not exist.
 */
export function rerouteUnreadable(
  app: Pick<FastifyInstance, 'routing'>,
  error: FastifyError,
  { raw: request }: Pick<FastifyRequest, 'raw'>,
  { raw: response }: Pick<FastifyReply, 'raw'>,
): void {
  const { url } = request
  errors.set(request, error)
  request.url = NOWHERE
  app.routing(request, response as ServerResponse)
  if (url !== undefined) request.url = url // for the log
}

export const pathError = ({ raw }: Pick<FastifyRequest, 'raw'>): FastifyError | undefined => errors.get(raw)
