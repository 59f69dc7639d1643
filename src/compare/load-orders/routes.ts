import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Urls } from '../../context.ts'
import { IncludeQuery, wantsCounts } from '../../lists/counts/include.ts'
import { listTag } from '../../lists/etag.ts'
import { data, ListParams } from '../../lists/schemas.ts'
import { listSummary } from '../../lists/view.ts'
import { LoadOrder } from '../../load-order/schemas.ts'
import { joinBytes } from '../../text/join-bytes.ts'
import type { ChangesJson } from '../differ.ts'
import { CompareParams, ListChanges } from '../schemas.ts'
import {
  type CompareRoutesOptions,
  countedPathKey,
  type PairView,
  pairSender,
  pathKey,
  viewSender,
} from '../send-pair.ts'
import { bytesOf, type ListPair } from '../service.ts'
import { docs } from './docs.ts'
import type { JsonPieces } from './parts.ts'
import { changesMarkdownOf, changesOf, findListToRead, loadOrderOf } from './service.ts'

/** The routes for the changes between two lists, in terms of mods, under the path of a comparison. */
export const changesRoutes: FastifyPluginAsyncZod<CompareRoutesOptions> = async (
  app,
  { context, cached, outgoing },
) => {
  const sendPair = pairSender({ context, cached, outgoing })
  const asJson: PairView = {
    name: 'changes',
    type: 'application/json; charset=utf-8',
    bodyOf: async (pair, signal) => changesJson(pair, await changesOf(context, pair, signal), context.urls),
  }
  const asText: PairView = {
    name: 'changes as text',
    type: 'text/markdown; charset=utf-8',
    bodyOf: (pair, signal) => changesMarkdownOf(context, pair, signal),
  }

  app.get('/:slug1/:slug2/changes', {
    config: { token: 'optional', ownerKey: true, noDeadline: true, cacheKey: countedPathKey },
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

  app.get('/:slug1/:slug2/changes.md', {
    config: { token: 'optional', ownerKey: true, noDeadline: true, cacheKey: pathKey },
    schema: {
      ...docs.showChangesAsText,
      params: CompareParams,
      response: { 200: z.string(), 304: z.undefined() },
    },
    handler: (request, reply) => sendPair(request, reply, request.params, asText),
  })
}

/** The route for the load order of a list, under the path of the list. */
export const loadOrderRoutes: FastifyPluginAsyncZod<CompareRoutesOptions> = async (app, { context, ...options }) => {
  const sendView = viewSender(options)

  app.get('/load-order', {
    config: { noDeadline: true, cacheKey: ({ params }) => (params as ListParams).slug },
    schema: { ...docs.showLoadOrder, params: ListParams, response: { 200: data(LoadOrder), 304: z.undefined() } },
    handler: (request, reply) =>
      sendView(request, reply, async (signal) => {
        const list = await findListToRead(context, request.params.slug)
        return {
          name: 'load-order',
          tag: listTag(list.row, context),
          snapshot: list.snapshot,
          validUntil: list.row.expiresAt,
          sourceBytes: bytesOf(list),
          make: async () => loadOrderJson(await loadOrderOf(context, list, signal)),
        }
      }),
  })
}

/** Returns the response with two lists and their changes, whose members are JSON already. */
function changesJson({ list1, list2 }: ListPair, { members }: ChangesJson, urls: Urls): Promise<Buffer> {
  const lists = JSON.stringify({ list1: listSummary(list1.row, urls), list2: listSummary(list2.row, urls) })
  return joinBytes([`{"data":${lists.slice(0, -1)},`, ...members, '}}'])
}

/** Returns the response with a load order, whose members are JSON already. */
const loadOrderJson = (members: JsonPieces): Promise<Buffer> => joinBytes(['{"data":{', ...members, '}}'])
