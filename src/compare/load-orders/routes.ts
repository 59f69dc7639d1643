import { create } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Urls } from '../../context.ts'
import { anonymousKey } from '../../http/cache/cached-routes.ts'
import { senderOf } from '../../http/request/authentication.ts'
import { optionalParameter } from '../../http/request/paging.ts'
import { IncludeQuery, wantsCounts } from '../../lists/counts.ts'
import type { FoundDetail } from '../../lists/hot-queries.ts'
import { RevisionParams } from '../../lists/revisions/schemas.ts'
import { requireAddress } from '../../lists/revisions/service.ts'
import { data, ListParams } from '../../lists/schemas.ts'
import { type VersionAddress, versionText } from '../../lists/version-address.ts'
import { listSummary, listTag } from '../../lists/view.ts'
import { LoadOrder } from '../../load-order/schemas.ts'
import { jsonInTurns } from '../../text/json.ts'
import { type FoundChanges, shownChanges } from '../differ.ts'
import { CompareParams, groupParameter, ListChanges } from '../schemas.ts'
import {
  type CompareRoutesOptions,
  countedPathKey,
  type PairView,
  pairSender,
  parametersOf,
  pathKey,
  viewSender,
} from '../send-pair.ts'
import { bytesOf, type ListPair } from '../service.ts'
import { shortMarkdownOf } from './comparison-service.ts'
import { docs } from './docs.ts'
import { changesOf, findListToRead, loadOrderOf, namesOf, orderTextOf } from './service.ts'

export const changesRoutes: FastifyPluginAsyncZod<CompareRoutesOptions> = async (app, { context, cached, budget }) => {
  const sendPair = pairSender({ context, cached, budget })
  const asJson: PairView = {
    name: 'changes',
    type: 'application/json; charset=utf-8',
    bodyOf: async (pair, signal) => changesJson(pair, await changesOf(context, pair, signal), context.urls),
  }
  const asText = (by?: string): PairView => ({
    name: `changes as text ${by}`,
    type: 'text/markdown; charset=utf-8',
    bodyOf: async (pair, signal) =>
      context.differ.changesText(await changesOf(context, pair, signal), namesOf(pair), { by }, signal),
  })

  app.get('/:slug1/:slug2/changes', {
    config: { token: 'optional', ownerKey: true, cacheKey: countedPathKey },
    schema: {
      ...docs.showChanges,
      params: CompareParams,
      querystring: IncludeQuery,
      response: { 200: data(ListChanges), 304: z.undefined() },
    },
    handler: (request, reply) => {
      const { params, query } = request
      return sendPair(request, reply, { ...params, hasCounts: wantsCounts(query) }, asJson)
    },
  })

  const asShortText = (take: string): PairView => ({
    ...asText(),
    name: `changes as short text ${take}`,
    bodyOf: (pair, signal) => shortMarkdownOf(context, pair, take, signal),
  })
  app.get('/:slug1/:slug2/changes.md', {
    config: {
      token: 'optional',
      ownerKey: true,
      cacheKey: (request) => {
        const [take, ...parameters] = parametersOf(request, 'take', 'short', 'by')
        const key = take === '' ? pathKey(request) : undefined
        return key && [...key, ...parameters]
      },
    },
    schema: {
      ...docs.showChangesAsText,
      params: CompareParams,
      querystring: ShortQuery,
      response: { 200: z.string(), 304: z.undefined() },
    },
    handler: (request, reply) => {
      const { short, take = '', by } = request.query
      return sendPair(request, reply, request.params, short === '1' ? asShortText(take) : asText(by))
    },
  })
}

const ShortQuery = z.object({
  ...groupParameter,
  short: optionalParameter(z.literal('1', { error: 'short must be 1.' })).describe(
    'With `1`, at most 1,900 characters for a chat.',
  ),
  take: optionalParameter(
    z.string().regex(/^[\w.~*-]{1,4000}$/, { error: 'take must be the ticks of a comparison’s address.' }),
  ).describe(
    'With `short=1`, ticks of the comparison, as the address of its page has them: the text begins with these changes, and its link has the ticks. More than 1,000 characters are left out of the link.',
  ),
})

interface OrderView {
  name: string
  type?: string
  headers?: { 'content-disposition': string }
  bodyOf(list: FoundDetail, signal: AbortSignal): Promise<Buffer | string>
}

const TEXTS = [
  ['txt', 'text/plain', docs.showLoadOrderAsText, docs.showRevisionAsText],
  ['md', 'text/markdown', docs.showLoadOrderAsMarkdown, docs.showRevisionAsMarkdown],
  ['csv', 'text/csv', docs.showLoadOrderAsCsv, docs.showRevisionAsCsv],
] as const

export const loadOrderRoutes: FastifyPluginAsyncZod<CompareRoutesOptions> = async (app, { context, ...options }) => {
  const sendView = viewSender(options)

  function sendOrder(
    request: FastifyRequest,
    reply: FastifyReply,
    { slug, revision }: VersionAddress,
    { bodyOf, ...view }: OrderView,
  ) {
    return sendView(request, reply, async (signal) => {
      const list = await findListToRead(context, slug, revision, revision === null ? null : senderOf(request))
      return {
        ...view,
        tag: listTag(list.row, context),
        snapshot: list.snapshot,
        validUntil: list.row.expiresAt,
        sourceBytes: bytesOf(list),
        make: () => bodyOf(list, signal),
      }
    })
  }

  const asJson: OrderView = {
    name: 'load-order',
    bodyOf: async (list, signal) => jsonInTurns({ data: await loadOrderOf(context, list, signal) }),
  }
  app.get('/load-order', {
    config: { cacheKey: ({ params }) => [(params as ListParams).slug] },
    schema: { ...docs.showLoadOrder, params: ListParams, response: { 200: data(LoadOrder), 304: z.undefined() } },
    handler: (request, reply) => sendOrder(request, reply, { slug: request.params.slug, revision: null }, asJson),
  })

  for (const [format, type, docsOfList, docsOfRevision] of TEXTS) {
    const asText = (address: VersionAddress): OrderView => ({
      name: `load-order.${format}`,
      type: `${type}; charset=utf-8`,
      ...(format === 'csv' && {
        headers: { 'content-disposition': create(`${versionText(address.slug, address.revision)}.csv`) },
      }),
      bodyOf: (list, signal) => orderTextOf(context, list, format, signal),
    })
    const keyOf = (request: FastifyRequest) => {
      const { slug, revision } = request.params as Partial<RevisionParams>
      return anonymousKey(request, [slug, revision])
    }
    const response = { 200: z.string(), 304: z.undefined() }

    app.get(`/load-order.${format}`, {
      config: { cacheKey: keyOf },
      schema: { ...docsOfList, params: ListParams, response },
      handler: (request, reply) => {
        const address = { slug: request.params.slug, revision: null }
        return sendOrder(request, reply, address, asText(address))
      },
    })
    app.get(`/revisions/:revision/load-order.${format}`, {
      config: { token: 'optional', ownerKey: true, cacheKey: keyOf },
      schema: { ...docsOfRevision, params: RevisionParams, response },
      handler: (request, reply) => {
        const address = requireAddress(request.params)
        return sendOrder(request, reply, address, asText(address))
      },
    })
  }
}

function changesJson({ list1, list2 }: ListPair, found: FoundChanges, urls: Urls): Promise<Buffer> {
  const lists = { list1: listSummary(list1.row, urls), list2: listSummary(list2.row, urls) }
  return jsonInTurns({ data: { ...lists, ...shownChanges(found) } })
}
