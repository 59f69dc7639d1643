import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { CatalogError, type FieldErrors } from '../../errors.ts'
import { fieldErrorsOf } from '../../http/response/error-handler.ts'
import { sendPrivatePage } from '../../http/response/headers.ts'
import { withSizeText } from '../../text/amounts.ts'
import { acceptsHtml } from '../accepts.ts'
import { type FormState, typedForm } from './state.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The form as it was typed, on routes that change the body before it is validated. */
    typed: FormState | undefined
  }
}

/** Renders a page with a form, its typed values and its errors. */
type RenderAgain = (request: FastifyRequest, form: FormState, reply: FastifyReply) => Promise<Buffer> | Buffer

/**
 * Returns an error handler that shows browsers a form again with its errors (422). `secretField` shows why the sender
 * was refused. All other errors go to the common handler.
 */
export const formAgain =
  (render: RenderAgain, secretField?: string) =>
  async (thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const errors =
      fieldErrorsOf(thrown) ?? (secretField === undefined ? undefined : errorsOfSender(thrown, request, secretField))
    if (!errors || !acceptsHtml(request.headers.accept)) throw thrown
    const { values, errors: others } = request.typed ?? typedForm(request.body)
    const shown = isOutdated(thrown) ? { ...values, if_match: '' } : values // the next try is for the current version
    const page = await render(request, { values: shown, errors: { ...others, ...withSizes(errors) } }, reply)
    reply.vary('Accept')
    return sendPrivatePage(reply, 422, page)
  }

const withSizes = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, messages]) => [field, messages.map(withSizeText)]))

/** After 401 or 403 the user may enter another key; after 412 they may review their input. */
function errorsOfSender(thrown: FastifyError, { body }: FastifyRequest, secretField: string): FieldErrors | undefined {
  if (!(thrown instanceof CatalogError) || body === undefined) return undefined // refused before the form was read
  if (isOutdated(thrown))
    return { '': ['The list was changed since this page was opened. Save again to overwrite that change.'] }
  const isOfSender = thrown.kind === 'forbidden' || thrown.kind === 'unauthenticated'
  return isOfSender ? { [secretField]: [thrown.message] } : undefined
}

const isOutdated = (thrown: FastifyError) => thrown instanceof CatalogError && /^precondition_/.test(thrown.kind)
