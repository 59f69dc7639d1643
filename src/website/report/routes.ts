import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { requestContext } from '../../http/limits/rate-limits.ts'
import { HTML, sendPrivatePage } from '../../http/response/headers.ts'
import { ListParams } from '../../lists/schemas.ts'
import { ReportForm, ReportParams } from '../../moderation/reports/schemas.ts'
import { fileReport } from '../../moderation/reports/service.ts'
import type { OwnContext } from '../account/service.tsx'
import { siteOf } from '../components/site.ts'
import { formAgain } from '../form/again.ts'
import { refuseOtherSites } from '../form/input.ts'
import { EMPTY_FORM, type FormState } from '../form/state.ts'
import { countedReportPage, reportPage, reportStatusPage } from './page.tsx'

/** The pages on which anyone can report a list and check on the report. */
export const reportPageRoutes: FastifyPluginAsyncZod<{ context: OwnContext }> = async (app, { context }) => {
  app.addHook('onRequest', refuseOtherSites)

  const page = (request: FastifyRequest, form: FormState) => {
    const { slug } = ListParams.parse(request.params)
    return reportPage(context, slug, form, request.session?.actor.user.moderator ?? false)
  }

  app.get('/lists/:slug/report', {
    config: { session: 'optional' },
    schema: { params: ListParams },
    handler: async (request, reply) => reply.type(HTML).send(await page(request, EMPTY_FORM)),
  })

  app.post('/lists/:slug/report', {
    schema: { params: ListParams, body: ReportForm },
    errorHandler: formAgain(page),
    handler: async (request, reply) => {
      const id = await fileReport(requestContext(context, request), request.params.slug, request.body)
      return reply.redirect(`${siteOf(context.urls).base}/reports/${id ?? 'counted'}`, 303)
    },
  })

  app.get('/reports/counted', {
    handler: async (_, reply) => sendPrivatePage(reply, 200, countedReportPage(context)),
  })

  app.get('/reports/:id', {
    schema: { params: ReportParams },
    handler: async ({ params }, reply) => sendPrivatePage(reply, 200, await reportStatusPage(context, params.id)),
  })
}
