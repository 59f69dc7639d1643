import type { FastifyError, FastifyReply, FastifyRequest, preValidationAsyncHookHandler } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { personalFiles } from '../compare/analysing/service.ts'
import type { CompareContext } from '../compare/differ.ts'
import { CompareParams } from '../compare/schemas.ts'
import { findPair } from '../compare/service.ts'
import { invalid } from '../errors.ts'
import { requestContext } from '../http/limits/rate-limits.ts'
import { clientGone } from '../http/request/client-gone.ts'
import { formParsing } from '../http/request/form.ts'
import type { FormFile, UploadLimits } from '../http/request/upload.ts'
import { fieldErrorsOf, isUnavailability } from '../http/response/error-handler.ts'
import { describeDownload, notStored, sendPrivatePage, withCookie, withOwnerKey } from '../http/response/headers.ts'
import { RevisionParams } from '../lists/revisions/schemas.ts'
import { ListParams } from '../lists/schemas.ts'
import { savedList } from '../lists/view.ts'
import { acceptsHtml } from './accepts.ts'
import { CompareQuery } from './compare/query.ts'
import { documentOf } from './components/document.tsx'
import { compareWithPath, listPath, siteOf } from './components/site.ts'
import { hiddenPage, hiddenZip } from './edit/hidden-page.tsx'
import { deleteList, editList, editPage } from './edit/service.tsx'
import { formAgain } from './form/again.ts'
import { DeleteForm, EditForm, refuseOtherSites, SaveForm, UploadForm } from './form/input.ts'
import { formBody } from './form/pasted-service.ts'
import { fieldsOf, typedForm } from './form/state.ts'
import { restore, restorePage } from './history/restore-page.tsx'
import { keyCookie } from './owner-key/cookie.ts'
import { signInPath } from './sign-in/options.ts'
import { fixPage, saveTakenOver } from './take-over/service.tsx'
import { upload, uploadPageAgain } from './upload/service.tsx'

export interface FormRoutesOptions {
  context: CompareContext
  upload: UploadLimits
  /** The API's form reader, so that all uploads share one memory limit. */
  readForm: preValidationAsyncHookHandler
}

/** The routes of the website's forms. With a session, forms from other sites are refused (session.ts). */
export const formRoutes: FastifyPluginAsyncZod<FormRoutesOptions> = async (app, options) => {
  const { context, upload: limits, readForm } = options
  const site = () => siteOf(context.urls) // known once the service listens

  app.addHook('onRequest', refuseOtherSites)
  await app.register(formParsing)
  app.decorateRequest('typed', undefined)
  const preValidation = [
    readForm,
    async (request: FastifyRequest, reply: FastifyReply) => {
      request.typed = typedForm(request.body)
      request.body = await formBody(context, request.body, limits, clientGone(reply))
    },
  ]
  const config = { session: 'optional' } as const

  app.post('/upload', {
    config,
    preValidation,
    schema: { body: UploadForm },
    errorHandler: formAgain(({ session }, form) => uploadPageAgain(context, limits, form, session), ''),
    handler: async (request, reply) => {
      await requireAllowed(context, request.body, clientGone(reply))
      const { list, ownerKey } = await upload(requestContext(context, request), request.body, request.session)
      const path = listPath(site(), list.slug)
      if (request.headers.accept === 'application/json') {
        // The script of the form stores the key and opens the list.
        if (ownerKey !== null) withOwnerKey(reply, ownerKey)
        return notStored(reply)
          .code(201)
          .send({ data: savedList(list, context.urls) })
      }
      if (ownerKey !== null) withCookie(reply, keyCookie(path, ownerKey, site().url.startsWith('https:')))
      const next = request.body.next === 'compare' ? compareWithPath(site(), list.slug, list.game.name) : path
      return reply.redirect(next, 303)
    },
  })

  const editAgain = formAgain(
    ({ params, session }, form) => editPage(context, limits, ListParams.parse(params).slug, session, form),
    'owner_key',
  )

  /** Leads to the sign-in page, and then to the edit page of the list. */
  const signIn = ({ params }: FastifyRequest, reply: FastifyReply) => {
    const url = `/lists/${ListParams.parse(params).slug}/edit`
    return reply.redirect(signInPath(site(), { method: 'GET', url }), 303)
  }

  app.post('/lists/:slug/edit', {
    config,
    preValidation,
    schema: { params: ListParams, body: EditForm },
    errorHandler: async (thrown, request, reply) => {
      if (isUnavailability(thrown) || !acceptsHtml(request.headers.accept)) return editAgain(thrown, request, reply)
      // To the owner of a hidden list the page says why it is hidden, regardless of the other fields.
      const { slug } = ListParams.parse(request.params)
      const page = await hiddenPage(context, slug, request.body, request.session)
      if (!page) return editAgain(thrown, request, reply)
      reply.vary('Accept')
      return sendPrivatePage(reply, 403, page)
    },
    handler: async (request, reply) => {
      const { params, body } = request
      await requireAllowed(context, body, clientGone(reply))
      const isChanged = await editList(requestContext(context, request), limits, params.slug, body, request.session)
      const path = listPath(site(), params.slug)
      return reply.redirect(isChanged ? path : `${path}/edit?unchanged=1`, 303)
    },
  })

  app.post('/lists/:slug/restore/:revision', {
    config,
    preValidation,
    schema: { params: RevisionParams, body: DeleteForm },
    errorHandler: formAgain(
      ({ params, session }, form) => restorePage(context, RevisionParams.parse(params), session, form),
      'owner_key',
    ),
    handler: async (request, reply) => {
      const { params, body, session } = request
      await restore(requestContext(context, request), params, body.owner_key, session)
      return reply.redirect(listPath(site(), params.slug), 303)
    },
  })

  app.post('/compare/:slug1/:slug2/take-over', {
    config,
    preValidation,
    schema: { params: CompareParams, body: SaveForm },
    errorHandler: formAgain(async (request, form, reply) => {
      const { slug1, slug2 } = CompareParams.parse(request.params)
      const query = CompareQuery.parse({ take: form.values.take })
      const pair = await findPair(context, [slug1, slug2], null)
      const page = await fixPage(context, pair, [slug1, slug2], query, clientGone(reply), form)
      if (page === null) throw invalid({ take: ['No change of these two lists is ticked.'] })
      return documentOf(page)
    }, 'owner_key'),
    handler: async (request, reply) => {
      const { slug1, slug2 } = request.params
      const form = { ...request.body, if_match: request.body.if_match || request.headers['if-match'] }
      const forRequest = { ...requestContext(context, request), differ: context.differ }
      await saveTakenOver(forRequest, limits, [slug1, slug2], form, request.session, clientGone(reply))
      return reply.redirect(listPath(site(), slug1), 303)
    },
  })

  app.post('/lists/:slug/hidden/download', {
    config: { ...config, changesNothing: true },
    preValidation,
    schema: { params: ListParams, body: DeleteForm },
    errorHandler: async (thrown, request, reply) => {
      if (!isSessionOver(thrown, request)) throw thrown
      return signIn(request, reply)
    },
    handler: async ({ params: { slug }, body, session }, reply) => {
      const zip = await hiddenZip(context, slug, body.owner_key, session) // first, so that errors get none of the headers
      return describeDownload(notStored(reply), 'application/zip', `attachment; filename="${slug}.zip"`).send(zip)
    },
  })

  app.post('/lists/:slug/delete', {
    config: { ...config, worksOnFullDisk: true },
    preValidation,
    schema: { params: ListParams, body: DeleteForm },
    errorHandler: async (thrown, request, reply) => {
      if (isUnavailability(thrown)) throw thrown
      // A hidden list has no edit page, so that its owner gets the error itself, for example that they are suspended.
      const { slug } = ListParams.parse(request.params)
      if (await hiddenPage(context, slug, request.body, request.session)) throw thrown
      return editAgain(thrown, request, reply).catch((error) => {
        if (!isSessionOver(thrown, request)) throw error
        return signIn(request, reply)
      })
    },
    handler: async (request, reply) => {
      const { params, body } = request
      await deleteList(requestContext(context, request), params.slug, body.owner_key, request.session)
      return reply.redirect(`${site().base}/lists?deleted=1`, 303)
    },
  })
}

/** Reports whether a form has neither a key nor a session: the session of its author has ended since it was shown. */
const isSessionOver = (thrown: FastifyError, { body, headers }: FastifyRequest): boolean =>
  fieldErrorsOf(thrown)?.owner_key !== undefined && !('owner_key' in fieldsOf(body)) && acceptsHtml(headers.accept)

const AND = new Intl.ListFormat('en')

/** Refuses files with personal data (422) unless a script's question or a box has allowed them. */
async function requireAllowed(
  context: CompareContext,
  {
    files = [],
    with_personal: allowed = '',
  }: { files?: readonly FormFile[] | undefined; with_personal?: string | undefined },
  signal: AbortSignal,
): Promise<void> {
  if (allowed !== '') return
  const found = await personalFiles(context, files, signal)
  if (found.length === 0) return
  const each = found.map(({ name, held }) => `${name} holds ${AND.format(held)}.`)
  const it = found.length === 1 ? 'it' : 'them'
  throw invalid({ with_personal: [`${each.join(' ')} Tick the box to upload ${it} anyway. Nothing was stored.`] })
}
