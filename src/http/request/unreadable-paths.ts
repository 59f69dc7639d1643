import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What is wrong with the paths of requests that are routed again. */
const errors = new WeakMap<IncomingMessage, FastifyError>()

/** No route has it. */
const NOWHERE = '/-/unreadable-path'

/**
 * A path that can't be decoded never comes to a route, nor to a hook: its answer would lack what all others have, as the
 * headers that let a website's script read it, and its line in the log. So it is routed again like one that is not there.
 */
export function routeUnreadable(
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
