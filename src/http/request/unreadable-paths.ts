import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The errors of requests whose path can't be decoded. */
const errors = new WeakMap<IncomingMessage, FastifyError>()

/** A path without a route. */
const NOWHERE = '/-/unreadable-path'

/**
 * Routes a request whose path can't be decoded once more, as a path that does not exist. Fastify runs no hooks for such
 * a path, so its response would lack the common headers, such as those of CORS, and its line in the log. Tests:
 * test/http/request/malformed.test.ts.
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

/** Returns the error of a request whose path can't be decoded, or undefined. */
export const pathError = ({ raw }: Pick<FastifyRequest, 'raw'>): FastifyError | undefined => errors.get(raw)
