import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { CatalogError } from '../../errors.ts'
import { HTML } from '../../http/response/headers.ts'
import { type FormState, typedValues } from './state.ts'

/** Renders a page with a form, its typed values and its errors. */
type RenderAgain = (request: FastifyRequest, form: FormState) => Promise<Buffer> | Buffer

/**
 * Returns an error handler that shows a form again with its errors (422). Other errors go to the common error handler.
 */
export const formAgain =
  (render: RenderAgain) => async (thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (!(thrown instanceof CatalogError) || thrown.fields === undefined) throw thrown
    const page = await render(request, { values: typedValues(request.body), errors: thrown.fields })
    return reply.code(422).type(HTML).send(page)
  }
