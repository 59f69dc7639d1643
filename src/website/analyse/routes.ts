import type { FastifyRequest, preValidationAsyncHookHandler } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { CompareContext } from '../../compare/differ.ts'
import { clientGone } from '../../http/request/client-gone.ts'
import { formParsing } from '../../http/request/form.ts'
import type { UploadLimits } from '../../http/request/upload.ts'
import { fieldErrorsOf } from '../../http/response/error-handler.ts'
import { sendPrivatePage } from '../../http/response/headers.ts'
import { acceptsHtml } from '../accepts.ts'
import { files } from '../form/input.ts'
import { formBody } from '../form/pasted-service.ts'
import type { pageSender } from '../send-page.ts'
import { analysePage, findAnalysePage } from './service.tsx'

/** One text: the form that shares it sends it again, and would leave a second one out. */
const AnalyseForm = z.object({
  files: files.refine((all) => all.length === 1, 'Paste a log or choose its file, not both.'),
})

interface AnalysePageOptions {
  context: CompareContext
  upload: UploadLimits
  /** The API's form reader, so that all uploads share one memory limit. */
  readForm: preValidationAsyncHookHandler
  send: ReturnType<typeof pageSender>
}

/** The page that reads a crash log without storing it. */
export const analysePageRoutes: FastifyPluginAsyncZod<AnalysePageOptions> = async (
  app,
  { context, upload, readForm, send },
) => {
  await app.register(formParsing)

  app.get('/analyse', {
    config: { cacheKey: () => [] },
    handler: (request, reply) => send(request, reply, () => findAnalysePage(context)),
  })

  app.post('/analyse', {
    config: { changesNothing: true, countsAsWrite: true },
    preValidation: [
      readForm,
      async (request: FastifyRequest) => {
        request.body = await formBody(context.db, request.body, upload)
      },
    ],
    schema: { body: AnalyseForm },
    errorHandler: async (thrown, request, reply) => {
      const errors = fieldErrorsOf(thrown)
      if (errors === undefined || !acceptsHtml(request.headers.accept)) throw thrown
      return sendPrivatePage(reply, 422, await analysePage(context, { errors }, clientGone(reply)))
    },
    handler: async ({ body }, reply) =>
      sendPrivatePage(reply, 200, await analysePage(context, { file: body.files[0], errors: {} }, clientGone(reply))),
  })
}
