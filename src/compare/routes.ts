import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { hasAbility } from '../accounts/actor.ts'
import type { Context } from '../context.ts'
import { mapBatches, sendJsonStream } from '../http/json-stream.ts'
import { everyList } from '../lists/collection.ts'
import { data } from '../lists/schemas.ts'
import { comparedList, listSummary } from '../lists/view.ts'
import { ComparableLists, CompareParams, CompareQuery, Comparison } from './schemas.ts'
import { compareLists } from './service.ts'

export const compareRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  const compare = async (slug1: string, slug2: string) => {
    const { list1, list2, diffs } = await compareLists(context, slug1, slug2)
    return { data: { list1: comparedList(list1, context.urls), list2: comparedList(list2, context.urls), diffs } }
  }

  app.get('/:slug1/:slug2', {
    schema: { params: CompareParams, response: { 200: data(Comparison) } },
    handler: ({ params }) => compare(params.slug1, params.slug2),
  })

  app.get('/', {
    config: { token: 'optional' },
    schema: { querystring: CompareQuery, response: { 200: data(z.union([Comparison, ComparableLists])) } },
    handler: async ({ query: { list1, list2 }, actor }, reply) => {
      if (list1 !== undefined && list2 !== undefined) return compare(list1, list2)
      const withOwn = actor !== null && hasAbility(actor, 'read') ? { orOwner: actor.user.id } : {}
      return sendJsonStream(reply, {
        head: '{"data":[',
        batches: mapBatches(everyList(context, withOwn), (row) => listSummary(row, context.urls)),
        tail: () => ']}',
      })
    },
  })
}
