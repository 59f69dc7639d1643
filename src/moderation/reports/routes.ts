import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Context } from '../../context.ts'
import { requestContext } from '../../http/limits/rate-limits.ts'
import { IGNORED_FIELDS, operations } from '../../http/openapi/operation.ts'
import { formReader, NO_FILES } from '../../http/request/form.ts'
import { forbidStoring } from '../../http/response/headers.ts'
import { data, ListParams } from '../../lists/schemas.ts'
import { FiledReport, ReportForm, ReportParams, ReportStatus } from './schemas.ts'
import { fileReport, requireReportable, statusOfReport } from './service.ts'

export const reportListRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  app.post('/reports', {
    onRequest: async (request) => {
      const { slug } = ListParams.parse(request.params)
      await requireReportable(context, slug)
    },
    preValidation: formReader(NO_FILES),
    schema: { ...docs.reportList, params: ListParams, body: ReportForm, response: { 202: data(FiledReport) } },
    handler: async (request, reply) => {
      const id = await fileReport(requestContext(context, request), request.params.slug, request.body)
      return reply.code(202).send({ data: { id } })
    },
  })
}

export const reportRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  forbidStoring(app)

  app.get('/:id', {
    schema: { ...docs.showReport, params: ReportParams, response: { 200: data(ReportStatus) } },
    handler: async ({ params }) => ({ data: await statusOfReport(context, params.id) }),
  })
}

const docs = operations('Moderation', {
  reportList: {
    summary: 'Report a list',
    description:
      'Reports that a list should not be here. No token is needed. A second report of the same list from one address ' +
      'on the same day changes nothing and returns the id of the first. If a list has fifty open reports, further ones are ' +
      'only counted. Addresses are not stored.',
    consumes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    responseHeaders: IGNORED_FIELDS,
    responseDescriptions: { 202: 'The report was received.', 404: 'There is no such list.' },
  },
  showReport: {
    summary: 'View the status of a report',
    description: 'Returns whether the report is open, was dismissed, or was acted on, and when.',
    responseDescriptions: { 200: 'The status of the report.', 404: 'There is no such report.' },
  },
})
