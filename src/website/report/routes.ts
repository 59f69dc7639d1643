import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { requestContext } from '../../http/limits/deadline.ts'
import { fieldErrorsOf } from '../../http/response/error-handler.ts'
import { HTML } from '../../http/response/headers.ts'
import { ListParams } from '../../lists/schemas.ts'
import { ReportForm, ReportParams } from '../../moderation/reports/schemas.ts'
import { fileReport } from '../../moderation/reports/service.ts'
import { acceptsHtml } from '../accepts.ts'
import type { OwnContext } from '../account/service.tsx'
import { refuseOtherSites } from '../form/other-sites.ts'
import { type FormState, typedValues } from '../form/state.ts'
import { siteOf } from '../parts/site.ts'
import { EMPTY } from '../sign-in/service.tsx'
import { reportPage, reportStatusPage } from './service.tsx'

const hide = true // pages are not part of the API's reference

/** The pages on which anyone can report a list and check on the report. */
export const reportPageRoutes: FastifyPluginAsyncZod<{ context: OwnContext }> = async (app, { context }) => {
  app.addHook('onRequest', refuseOtherSites)

  const page = (request: FastifyRequest, form: FormState) => {
    const { slug } = ListParams.parse(request.params)
    return reportPage(context, slug, form, request.session?.actor.user.moderator ?? false)
  }

  app.get('/lists/:slug/report', {
    config: { session: 'optional' },
    schema: { hide, params: ListParams },
    handler: async (request, reply) => reply.type(HTML).send(await page(request, EMPTY)),
  })

  app.post('/lists/:slug/report', {
    schema: { hide, params: ListParams, body: ReportForm },
    errorHandler: async (thrown, request, reply) => {
      const errors = fieldErrorsOf(thrown)
      if (errors === undefined || !acceptsHtml(request.headers.accept)) throw thrown
      const shown = await page(request, { values: typedValues(request.body), errors })
      reply.vary('Accept')
      return reply.code(422).header('cache-control', 'no-store').type(HTML).send(shown)
    },
    handler: async (request, reply) => {
      const id = await fileReport(requestContext(context, request), request.params.slug, request.body)
      return reply.redirect(`${siteOf(context.urls).base}/reports/${id}`, 303)
    },
  })

  app.get('/reports/:id', {
    schema: { hide, params: ReportParams },
    handler: async ({ params }, reply) =>
      reply
        .header('cache-control', 'no-store')
        .type(HTML)
        .send(await reportStatusPage(context, params.id)),
  })
}
