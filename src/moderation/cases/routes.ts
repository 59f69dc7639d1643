import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Context } from '../../context.ts'
import { requestContext } from '../../http/limits/client-key.ts'
import { allow, requireActor } from '../../http/request/authentication.ts'
import { formReader, NO_FILES } from '../../http/request/form.ts'
import { envelope, requestedPage } from '../../http/request/paging.ts'
import { forbidStoring } from '../../http/response/headers.ts'
import { searchOf } from '../../lists/collection/send-page.ts'
import { data, ListParams } from '../../lists/schemas.ts'
import { moderate } from '../actions/service.ts'
import { docs } from './docs.ts'
import { CaseDetail, CasePage, CaseQuery, LogEntry, LogPage, OrderForm } from './schemas.ts'
import { caseOf, casesOf, entryOf, logOf } from './service.ts'

/** Number of items of `page[size]=all`. */
const MOST = 100_000

type Find<Item> = (range: { skip: number; take: number }) => Promise<{ items: Item[]; total: number }>

/** The API of moderators: cases, actions and the log. */
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
