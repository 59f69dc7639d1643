import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { hasAbility } from '../accounts/actor.ts'
import type { Context } from '../context.ts'
import { clientGone } from '../http/client-gone.ts'
import { mapBatches, sendJsonStream } from '../http/json-stream.ts'
import { everyList } from '../lists/collection.ts'
import { data } from '../lists/schemas.ts'
import { listSummary } from '../lists/view.ts'
import { reference } from './reference.ts'
import { ComparableLists, CompareParams, CompareQuery, Comparison } from './schemas.ts'
import { compareLists } from './service.ts'
import { comparisonJson, patchOf } from './view.ts'

export const compareRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  const sendComparison = async (slug1: string, slug2: string, reply: FastifyReply) => {
    const comparison = await compareLists(context, slug1, slug2, clientGone(reply))
    return reply.type('application/json; charset=utf-8').send(comparisonJson(comparison, context.urls))
  }

  app.get('/:slug1/:slug2', {
    config: { unhurried: true },
    schema: { ...reference.compareLists, params: CompareParams, response: { 200: data(Comparison) } },
    handler: ({ params }, reply) => sendComparison(params.slug1, params.slug2, reply),
  })

  app.get('/:slug1/:slug2.patch', {
    config: { unhurried: true },
    schema: { ...reference.showPatch, params: CompareParams, response: { 200: z.string() } },
    handler: async ({ params }, reply) => {
      const { diffs } = await compareLists(context, params.slug1, params.slug2, clientGone(reply))
      return reply.type('text/x-diff; charset=utf-8').send(patchOf(diffs))
    },
  })

  app.get('/', {
    config: { token: 'optional', unhurried: true },
    schema: {
      ...reference.compare,
      querystring: CompareQuery,
      response: { 200: data(z.union([Comparison, ComparableLists])) },
    },
    handler: async ({ query: { list1, list2 }, actor }, reply) => {
      if (list1 !== undefined && list2 !== undefined) return sendComparison(list1, list2, reply)
      const withOwn = actor !== null && hasAbility(actor, 'read') ? { orOwner: actor.user.id } : {}
      return sendJsonStream(reply, {
        head: '{"data":[',
        batches: mapBatches(everyList(context, withOwn), (row) => listSummary(row, context.urls)),
        tail: () => ']}',
      })
    },
  })
}
