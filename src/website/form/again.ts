import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { fieldErrorsOf } from '../../http/response/error-handler.ts'
import { HTML } from '../../http/response/headers.ts'
import { acceptsHtml } from '../accepts.ts'
import { type FormState, typedValues } from './state.ts'

/** Renders a page with a form, its typed values and its errors. */
type RenderAgain = (request: FastifyRequest, form: FormState) => Promise<Buffer> | Buffer

/**
 * Returns an error handler that shows browsers a form again with its errors (422). All other errors go to the common
 * error handler.
 */
export const formAgain =
  (render: RenderAgain) => async (thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const errors = fieldErrorsOf(thrown)
    if (errors === undefined || !acceptsHtml(request.headers.accept)) throw thrown
    const page = await render(request, { values: typedValues(request.body), errors })
    reply.vary('Accept')
    return reply.code(422).header('cache-control', 'no-store').type(HTML).send(page)
  }
