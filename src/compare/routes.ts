import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { hasAbility } from '../actor.ts'
import type { Urls } from '../context.ts'
import { lastOf } from '../http/request/paging.ts'
import { mapBatches, sendJsonStream } from '../http/response/bytes.ts'
import { everyList } from '../lists/collection/service.ts'
import { IncludeQuery, keyWithCounts, wantsCounts } from '../lists/counts.ts'
import type { FoundDetail } from '../lists/hot-queries.ts'
import { data } from '../lists/schemas.ts'
import { comparedList, listSummary } from '../lists/view.ts'
import { jsonInTurns } from '../text/json.ts'
import { docs } from './docs.ts'
import { ComparableLists, CompareParams, CompareQuery, Comparison } from './schemas.ts'
import { type CompareRoutesOptions, countedPathKey, type PairView, pairKey, pairSender, pathKey } from './send-pair.ts'
import { diffsOf, type ListPair, patchesOf } from './service.ts'

/** Returns the cache key of a comparison; undefined if the query does not name two lists. */
const queryKey = (request: FastifyRequest) => {
  const { list1, list2 } = request.query as Record<string, unknown>
  const [slug1, slug2] = [lastOf(list1), lastOf(list2)]
  return slug1 && slug2 ? keyWithCounts(pairKey(request, String(slug1), String(slug2)), request.query) : undefined
}

export const compareRoutes: FastifyPluginAsyncZod<CompareRoutesOptions> = async (app, { context, cached, budget }) => {
  const sendPair = pairSender({ context, cached, budget })
  const asJson: PairView = {
    name: 'diffs',
    type: 'application/json; charset=utf-8',
    bodyOf: async (pair, signal) => comparisonJson(pair, await diffsOf(context, pair, signal), context.urls),
  }
  const asPatch: PairView = {
    name: 'patch',
    type: 'text/x-diff', // without a charset, because each file has its own encoding
    bodyOf: async (pair, signal) => Buffer.concat(await patchesOf(context, pair, signal)),
  }

  app.get('/:slug1/:slug2', {
    config: { token: 'optional', ownerKey: true, cacheKey: countedPathKey },
    schema: {
      ...docs.compareLists,
      params: CompareParams,
      querystring: IncludeQuery,
      response: { 200: data(Comparison), 304: z.undefined() },
    },
    handler: (request, reply) => {
      const { params, query } = request
      return sendPair(request, reply, { ...params, hasCounts: wantsCounts(query) }, asJson)
    },
  })

  app.get('/:slug1/:slug2.patch', {
    config: { token: 'optional', ownerKey: true, cacheKey: pathKey },
    schema: { ...docs.showPatch, params: CompareParams, response: { 200: z.string(), 304: z.undefined() } },
    handler: (request, reply) => sendPair(request, reply, request.params, asPatch),
  })

  app.get('/', {
    config: { token: 'optional', ownerKey: true, cacheKey: queryKey },
    schema: {
      ...docs.compare,
      querystring: CompareQuery,
      response: { 200: data(z.union([Comparison, ComparableLists])), 304: z.undefined() },
    },
    handler: async (request, reply) => {
      const { list1, list2 } = request.query
      const { actor } = request
      const hasCounts = wantsCounts(request.query)
      if (list1 !== undefined && list2 !== undefined) {
        return sendPair(request, reply, { slug1: list1, slug2: list2, hasCounts }, asJson)
      }
      const withOwn = actor !== null && hasAbility(actor, 'read') ? { orOwner: actor.user.id } : {}
      const batches = mapBatches(everyList(context, withOwn, { hasCounts }), (row) => listSummary(row, context.urls))
      return sendJsonStream(reply, { head: '{"data":[', batches, tail: () => ']}' })
    },
  })
}

function comparisonJson({ list1, list2 }: ListPair, diffs: string[], urls: Urls): Promise<Buffer> {
  const view = ({ row, files }: FoundDetail) => comparedList(row, files, urls)
  return jsonInTurns({ data: { list1: view(list1), list2: view(list2), diffs } satisfies z.output<typeof Comparison> })
}
