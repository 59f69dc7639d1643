import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Context } from '../../context.ts'
import { requestContext } from '../../http/limits/rate-limits.ts'
import { operations } from '../../http/openapi/operation.ts'
import { allow, requireActor } from '../../http/request/authentication.ts'
import { formReader, NO_FILES } from '../../http/request/form.ts'
import { envelope, requestedPage } from '../../http/request/paging.ts'
import { forbidStoring } from '../../http/response/headers.ts'
import { searchOf } from '../../lists/collection/send-page.ts'
import { data, ListParams } from '../../lists/schemas.ts'
import { moderate } from '../actions/service.ts'
import { CaseDetail, CasePage, CaseQuery, LogEntry, LogPage, OrderForm } from './schemas.ts'
import { caseOf, casesOf, entryOf, logOf } from './service.ts'

/** Number of items of `page[size]=all`. */
const MOST = 100_000

type Find<Item> = (range: { skip: number; take: number }) => Promise<{ items: Item[]; total: number }>

export const moderationRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  forbidStoring(app)
  const forModerators = { config: { token: 'required', ability: 'moderate' }, onRequest: allow } as const

  async function pageOf<Item>(request: FastifyRequest, path: string, find: Find<Item>) {
    const page = requestedPage(request.query as Parameters<typeof requestedPage>[0])
    const take = page.size === 'all' ? MOST : page.size
    const { items, total } = await find({ skip: page.size === 'all' ? 0 : (page.number - 1) * page.size, take })
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
})
