import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { listNotFound } from '../../errors.ts'
import type { CachedRoutes } from '../../http/cache/cached-routes.ts'
import { ListParams } from '../../lists/schemas.ts'
import { listSummary } from '../../lists/view.ts'
import { docs } from './docs.ts'
import { SimilarListsBody } from './schemas.ts'
import { findSimilarLists } from './service.ts'

/** The lists most similar to a list, registered under the path of the list. */
export const similarRoutes: FastifyPluginAsyncZod<{ context: Context; cached: CachedRoutes }> = async (
  app,
  { context, cached },
) => {
  app.get('/similar', {
    config: { cacheKey: ({ params }) => [(params as ListParams).slug] },
    schema: { ...docs.listSimilar, params: ListParams, response: { 200: SimilarListsBody, 304: z.undefined() } },
    handler: (request, reply) =>
      cached.sendOwn(request, reply, async () => {
        const found = await findSimilarLists(context, request.params.slug)
        if (found === null) throw listNotFound()
        const { lists, isIncomplete, ...valid } = found
        const body: SimilarListsBody = {
          data: lists.map(({ row, differences }) => ({ ...listSummary(row, context.urls), differences })),
          ...(isIncomplete && { meta: { index: { complete: false } } }),
        }
        return { body: Buffer.from(JSON.stringify(body)), ...valid }
      }),
  })
}
