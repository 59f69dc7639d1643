import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { hasAbility } from '../actor.ts'
import type { Context, Urls } from '../context.ts'
import type { Answers } from '../http/answers.ts'
import type { Answer } from '../http/kept-answers.ts'
import { inTime } from '../http/limits/deadline.ts'
import { clientGone } from '../http/request/client-gone.ts'
import { mapBatches, sendJsonStream } from '../http/response/json-stream.ts'
import { everyList } from '../lists/collection/service.ts'
import { entityTag, listTag } from '../lists/etag.ts'
import { data } from '../lists/schemas.ts'
import { listSummary } from '../lists/view.ts'
import { reference } from './docs.ts'
import { ComparableLists, CompareParams, CompareQuery, Comparison } from './schemas.ts'
import { diffsOf, findPair, type ListPair } from './service.ts'
import { comparisonJson, patchOf } from './view.ts'

/** What an answer shows of two lists and their diffs. */
type View = (pair: ListPair, diffs: Uint8Array[]) => Pick<Answer, 'body' | 'type'>

const pairTag = ({ list1, list2 }: ListPair, urls: Urls) =>
  entityTag(listTag(list1.row, urls), listTag(list2.row, urls))

export const compareRoutes: FastifyPluginAsyncZod<{ context: Context; answers: Answers }> = async (
  app,
  { context, answers },
) => {
  /** Sends what `view` makes of a comparison. It is made for one client, and given up when that one goes. */
  const sendComparison = (request: FastifyRequest, reply: FastifyReply, params: CompareParams, view: View) => {
    const signal = clientGone(reply)
    return answers.sendOwn(request, reply, async () => {
      const pair = await inTime(request, reply, () => findPair(context, params.slug1, params.slug2))
      const diffs = await diffsOf(context, pair, signal)
      return { ...view(pair, diffs), tag: pairTag(pair, context.urls), state: pair.state, until: pair.until }
    })
  }
  const asJson: View = (pair, diffs) => ({ body: comparisonJson(pair, diffs, context.urls) })
  const asPatch: View = (_, diffs) => ({ body: patchOf(diffs), type: 'text/x-diff; charset=utf-8' })

  app.get('/:slug1/:slug2', {
    config: { unhurried: true },
    schema: {
      ...reference.compareLists,
      params: CompareParams,
      response: { 200: data(Comparison), 304: z.undefined() },
    },
    handler: (request, reply) => sendComparison(request, reply, request.params, asJson),
  })

  app.get('/:slug1/:slug2.patch', {
    config: { unhurried: true },
    schema: { ...reference.showPatch, params: CompareParams, response: { 200: z.string(), 304: z.undefined() } },
    handler: (request, reply) => sendComparison(request, reply, request.params, asPatch),
  })

  app.get('/', {
    config: { token: 'optional', unhurried: true },
    schema: {
      ...reference.compare,
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
      return inTime(request, reply, () => sendJsonStream(reply, { head: '{"data":[', batches, tail: () => ']}' }))
    },
  })
}
