import type { FastifyError, FastifyReply, FastifyRequest, preValidationAsyncHookHandler } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Context } from '../context.ts'
import { CatalogError, type FieldErrors } from '../errors.ts'
import { requestContext } from '../http/limits/deadline.ts'
import { diskSpaceGuard } from '../http/limits/disk-space.ts'
import { fieldErrorsOf } from '../http/response/error-handler.ts'
import type { UploadLimits } from '../limits/upload-limits.ts'
import { ListParams } from '../lists/schemas.ts'
import { acceptsHtml } from './accepts.ts'
import { deleteList, editList, editPage } from './edit/service.tsx'
import { DeleteForm, EditForm, formBody, UploadForm } from './form/input.ts'
import { type FormState, hasFiles, typedValues } from './form/state.ts'
import { keyCookie } from './owner-key/cookie.ts'
import { listPath, siteOf } from './parts/site.ts'
import { HTML } from './security.ts'
import { upload, uploadPageAgain } from './upload/service.tsx'

declare module 'fastify' {
  interface FastifyRequest {
    /** What was typed into a form of the website, before anything was made of it, and whether files were chosen. */
    typed: { values: Readonly<Record<string, string>>; hasFiles: boolean } | null
  }
}

export interface FormRoutesOptions {
  context: Context
  upload: UploadLimits
  /** The one of the API: all uploads share its memory. */
  readForm: preValidationAsyncHookHandler
  diskProblem?: (() => Promise<string | undefined>) | undefined
}

const hide = true

/** What the forms of the website are sent to. No cookie says who sends them: what may change a list is in the form. */
export const formRoutes: FastifyPluginAsyncZod<FormRoutesOptions> = async (app, options) => {
  const { context, upload: limits, readForm, diskProblem } = options
  const site = () => siteOf(context.urls) // known once the service listens

  if (diskProblem !== undefined) await app.register(diskSpaceGuard, { diskProblem })
  app.addHook('onRequest', refuseOtherSites)
  app.decorateRequest('typed', null)
  const preValidation = [
    readForm,
    async (request: FastifyRequest) => {
      request.typed = typedForm(request.body)
      request.body = formBody(request.body, limits)
    },
  ]

  app.post('/upload', {
    preValidation,
    schema: { hide, body: UploadForm },
    errorHandler: withForm((_, form) => uploadPageAgain(context, limits, form), 'token'),
    handler: async (request, reply) => {
      const { list, ownerKey } = await upload(requestContext(context, request), request.body)
      const path = listPath(site(), list.slug)
      if (ownerKey !== null) {
        reply.headers({
          'set-cookie': keyCookie(path, ownerKey, site().url.startsWith('https:')),
          'cache-control': 'no-store',
        })
      }
      return reply.redirect(path, 303)
    },
  })

  const editAgain = withForm(
    ({ params }, form) => editPage(context, limits, ListParams.parse(params).slug, form),
    'owner_key',
  )

  app.post('/lists/:slug/edit', {
    preValidation,
    schema: { hide, params: ListParams, body: EditForm },
    errorHandler: editAgain,
    handler: async (request, reply) => {
      const { params, body } = request
      await editList(requestContext(context, request), limits, params.slug, body)
      return reply.redirect(listPath(site(), params.slug), 303)
    },
  })

  app.post('/lists/:slug/delete', {
    preValidation,
    schema: { hide, params: ListParams, body: DeleteForm },
    errorHandler: editAgain,
    handler: async (request, reply) => {
      const { params, body } = request
      await deleteList(requestContext(context, request), params.slug, body.owner_key)
      return reply.redirect(`${site().base}/lists?deleted=1`, 303)
    },
  })
}

/**
 * Refuses forms that another website has a browser send: they could change nothing without a key, but make lists in the name
 * of its visitors' addresses. Older browsers and programs say nothing of where a form stood.
 */
async function refuseOtherSites({ method, headers }: FastifyRequest) {
  if (method !== 'POST' || headers['sec-fetch-site'] !== 'cross-site') return
  throw new CatalogError('forbidden', 'Forbidden: this form is not for other websites. They have the API.')
}

type FormAgain = (request: FastifyRequest, form: FormState) => Promise<Buffer>

/** Shows browsers the form again, with what is wrong with it (422); all other errors are told as anywhere. */
function withForm(formAgain: FormAgain, secretField: string) {
  return async (thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const errors = fieldErrorsOf(thrown) ?? errorsOfSender(thrown, secretField)
    const isRead = request.body !== undefined
    if (errors === undefined || !isRead || !acceptsHtml(request.headers.accept)) throw thrown
    const { values: typed, hasFiles } = request.typed ?? typedForm(request.body)
    const { if_match: shown = '', ...fields } = typed
    const isOutdated = thrown instanceof CatalogError && thrown.kind === 'precondition_failed'
    const values = isOutdated ? fields : { ...fields, if_match: shown }
    const page = await formAgain(request, { values, errors: { ...(hasFiles && AGAIN), ...errors } })
    reply.vary('Accept')
    return reply.code(422).header('cache-control', 'no-store').type(HTML).send(page)
  }
}

const typedForm = (body: unknown) => ({ values: typedValues(body), hasFiles: hasFiles(body) })

/** A browser leaves the fields of files empty on the page that comes again. */
const AGAIN: FieldErrors = { files: ['Choose your files again: a browser does not keep them.'] }

/** Who may not do it can try another key, and whom somebody else came before can look again at what they typed. */
function errorsOfSender(thrown: unknown, secretField: string): FieldErrors | undefined {
  if (!(thrown instanceof CatalogError)) return undefined
  if (thrown.kind === 'precondition_failed')
    return { '': ['The list was changed since this page was opened. Save again to put this in its place.'] }
  const isOfSender = thrown.kind === 'forbidden' || thrown.kind === 'unauthenticated'
  return isOfSender ? { [secretField]: [thrown.message] } : undefined
}
