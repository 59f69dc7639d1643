import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { hasAbility } from '../actor.ts'
import type { Context } from '../context.ts'
import type { CachedRoutes } from '../http/cache/cached-routes.ts'
import { withDeadline } from '../http/limits/deadline.ts'
import { clientGone } from '../http/request/client-gone.ts'
import { lastOf } from '../http/request/paging.ts'
import { entityTag } from '../http/response/entity-tag.ts'
import { mapBatches, sendJsonStream } from '../http/response/json-stream.ts'
import type { OutgoingMemory } from '../http/response/outgoing-memory.ts'
import { everyList } from '../lists/collection/service.ts'
import { listTag } from '../lists/etag.ts'
import { data } from '../lists/schemas.ts'
import { listSummary } from '../lists/view.ts'
import { docs } from './docs.ts'
import { ComparableLists, CompareParams, CompareQuery, Comparison } from './schemas.ts'
import { bytesOf, diffsOf, findPair, type ListPair } from './service.ts'
import { comparisonJson, patchOf } from './view.ts'

/** What an answer shows of two lists and their diffs. */
interface View {
  type: string
  bodyOf(pair: ListPair, diffs: Uint8Array[]): Buffer
}

/** How long a comparison may wait for memory: longer than other responses, as its client expects. */
const MAX_WAIT_MS = 20_000

const pairTag = ({ list1, list2 }: ListPair, context: Context) =>
  entityTag(context.edition, listTag(list1.row, context), listTag(list2.row, context))

const pathKey = ({ params }: FastifyRequest) => {
  const { slug1, slug2 } = params as CompareParams
  return `${slug1} ${slug2}`
}

/** Undefined without both lists. */
const queryKey = ({ query }: FastifyRequest) => {
  const { list1, list2 } = query as Record<string, unknown>
  const [slug1, slug2] = [lastOf(list1), lastOf(list2)]
  return slug1 && slug2 ? `${slug1} ${slug2}` : undefined
}

interface CompareRoutesOptions {
  context: Context
  cached: CachedRoutes
  outgoing: OutgoingMemory
}

export const compareRoutes: FastifyPluginAsyncZod<CompareRoutesOptions> = async (
  app,
  { context, cached, outgoing },
) => {
  /** Sends what `view` makes of a comparison. It is made for one client, and given up when that one goes. */
  const sendComparison = (request: FastifyRequest, reply: FastifyReply, params: CompareParams, view: View) => {
    const signal = clientGone(reply)
    return cached.sendOwn(request, reply, async () => {
      const pair = await withDeadline(request, reply, () => findPair(context, params.slug1, params.slug2))
      const tag = pairTag(pair, context)
      const { type, bodyOf } = view
      const make = async () => bodyOf(pair, await diffsOf(context, pair, signal))
      const wait = { signal, maxWaitMs: MAX_WAIT_MS }
      const body = await outgoing.reserveShared(`${type} ${tag}`, bytesOf(pair), make, wait)
      const { snapshot, validUntil } = pair
      return { body, type, tag, snapshot, validUntil }
    })
  }
  const asJson: View = {
    type: 'application/json; charset=utf-8',
    bodyOf: (pair, diffs) => comparisonJson(pair, diffs, context.urls),
  }
  const asPatch: View = { type: 'text/x-diff; charset=utf-8', bodyOf: (_, diffs) => patchOf(diffs) }

  app.get('/:slug1/:slug2', {
    config: { noDeadline: true, cacheKey: pathKey },
    schema: {
      ...docs.compareLists,
      params: CompareParams,
      response: { 200: data(Comparison), 304: z.undefined() },
    },
    handler: (request, reply) => sendComparison(request, reply, request.params, asJson),
  })

  app.get('/:slug1/:slug2.patch', {
    config: { noDeadline: true, cacheKey: pathKey },
    schema: { ...docs.showPatch, params: CompareParams, response: { 200: z.string(), 304: z.undefined() } },
    handler: (request, reply) => sendComparison(request, reply, request.params, asPatch),
  })

  app.get('/', {
    config: { token: 'optional', noDeadline: true, cacheKey: queryKey },
    schema: {
      ...docs.compare,
      querystring: CompareQuery,
      response: { 200: data(z.union([Comparison, ComparableLists])), 304: z.undefined() },
    },
    handler: async (request, reply) => {
      const { list1, list2 } = request.query
      const { actor } = request
      if (list1 !== undefined && list2 !== undefined) {
        return sendComparison(request, reply, { slug1: list1, slug2: list2 }, asJson)
      }
      const withOwn = actor !== null && hasAbility(actor, 'read') ? { orOwner: actor.user.id } : {}
      const batches = mapBatches(everyList(context, withOwn), (row) => listSummary(row, context.urls))
      return withDeadline(request, reply, () => sendJsonStream(reply, { head: '{"data":[', batches, tail: () => ']}' }))
    },
  })
}
