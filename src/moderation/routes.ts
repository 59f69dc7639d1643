import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Context } from '../context.ts'
import { requestContext } from '../http/limits/rate-limits.ts'
import { IGNORED_FIELDS, operations } from '../http/openapi/operation.ts'
import { allow, requireActor } from '../http/request/authentication.ts'
import { formReader, NO_FILES } from '../http/request/form.ts'
import { envelope, type Range, rangeOf, requestedPage } from '../http/request/paging.ts'
import { forbidStoring } from '../http/response/headers.ts'
import { searchOf } from '../lists/collection/send-page.ts'
import { data, ListParams } from '../lists/schemas.ts'
import { moderate } from './actions/service.ts'
import { CaseDetail, CasePage, CaseQuery, LogEntry, LogPage, OrderForm } from './cases/schemas.ts'
import { caseOf, casesOf, entryOf, logOf } from './cases/service.ts'
import { FiledReport, ReportForm, ReportParams, ReportStatus } from './reports/schemas.ts'
import { fileReport, requireReportable, statusOfReport } from './reports/service.ts'

export const moderationRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  forbidStoring(app)
  const forModerators = { config: { token: 'required', ability: 'moderate' }, onRequest: allow } as const

  async function pageOf<Item>(
    request: FastifyRequest<{ Querystring: CaseQuery }>,
    path: string,
    find: (range: Range) => Promise<{ items: Item[]; total: number }>,
  ) {
    const page = requestedPage(request.query)
    const { items, total } = await find(rangeOf(page))
    const address = `${context.urls.api}/v1/moderation/${path}`
    const rest = envelope(page, { path: address, search: searchOf(request), total, shown: items.length })
    return { data: items, ...rest }
  }

  app.get('/cases', {
    ...forModerators,
    schema: { ...docs.listCases, querystring: CaseQuery, response: { 200: CasePage } },
    handler: (request) => pageOf(request, 'cases', (range) => casesOf(context, range)),
  })

  app.get('/cases/:slug', {
    ...forModerators,
    schema: { ...docs.showCase, params: ListParams, response: { 200: data(CaseDetail) } },
    handler: async ({ params }) => ({ data: await caseOf(context, params.slug) }),
  })

  app.post('/cases/:slug', {
    ...forModerators,
    config: { ...forModerators.config, worksOnFullDisk: true },
    preValidation: formReader(NO_FILES),
    schema: { ...docs.decideCase, params: ListParams, body: OrderForm, response: { 200: data(LogEntry) } },
    handler: async (request) => {
      const { params, body, actor } = request
      const id = await moderate(requestContext(context, request), requireActor(actor), params.slug, body)
      return { data: await entryOf(context, id) }
    },
  })

  app.get('/log', {
    ...forModerators,
    schema: { ...docs.listLog, querystring: CaseQuery, response: { 200: LogPage } },
    handler: (request) => pageOf(request, 'log', (range) => logOf(context, range)),
  })
}

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

const forModerators = 'Needs a token of a moderator with the ability `moderate`.'
const notAllowed = 'The token lacks the ability `moderate`, or its user is not a moderator.'
const notThere = 'There is no such list.'

const docs = operations('Moderation', {
  listCases: {
    summary: 'View open cases',
    description: `Returns a page of the lists that have open reports, oldest case first. ${forModerators}`,
    responseDescriptions: { 200: 'A page of cases.', 403: notAllowed },
  },
  showCase: {
    summary: 'View a case',
    description: `Returns a list with its open reports, the first lines of its files, and the actions on it. The list may be hidden or have no reports. ${forModerators}`,
    responseDescriptions: { 200: 'The case.', 403: notAllowed, 404: notThere },
  },
  decideCase: {
    summary: 'Act on a list',
    description: `Dismisses the reports of a list, hides it, shows it again or deletes it. The action is logged in the same transaction. ${forModerators}`,
    consumes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    responseDescriptions: {
      200: 'The entry of the log.',
      403: notAllowed,
      404: notThere,
      409: 'Somebody else has acted on the list, or there is nothing to do. Nothing was changed.',
    },
  },
  listLog: {
    summary: 'View the moderation log',
    description: `Returns a page of the actions of moderators and the operator, latest first. ${forModerators}`,
    responseDescriptions: { 200: 'A page of the log.', 403: notAllowed },
  },
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
