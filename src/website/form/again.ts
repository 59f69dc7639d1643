import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { CatalogError } from '../../errors.ts'
import { HTML } from '../../http/response/headers.ts'
import { type FormState, typedValues } from './state.ts'

/** Renders a page with a form, with what was typed and what is wrong with it. */
export type RenderAgain = (request: FastifyRequest, form: FormState) => Promise<Buffer> | Buffer

/** Shows a form again with its errors (422). Errors that are not of a field go to the common error handler. */
export const formAgain =
  (render: RenderAgain) => async (thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (!(thrown instanceof CatalogError) || thrown.fields === undefined) throw thrown
    const page = await render(request, { values: typedValues(request.body), errors: thrown.fields })
    return reply.code(422).type(HTML).send(page)
  }
