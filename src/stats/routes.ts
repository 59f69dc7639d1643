import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { CachedRoutes } from '../http/cache/cached-routes.ts'
import { data } from '../lists/schemas.ts'
import { docs } from './docs.ts'
import { countCatalog } from './queries.ts'
import { Statistics } from './schemas.ts'
import { statisticsView } from './view.ts'

export const statsRoutes: FastifyPluginAsyncZod<{ context: Context; cached: CachedRoutes }> = async (
  app,
  { context, cached },
) => {
  app.get('/', {
    config: { cacheKey: () => '' },
    schema: { ...docs.showStatistics, response: { 200: data(Statistics), 304: z.undefined() } },
    handler: (request, reply) =>
      cached.send(request, reply, async () => {
        const counts = await countCatalog(context.db, context.clock())
        const { snapshot, validUntil } = counts
        return { body: Buffer.from(JSON.stringify({ data: statisticsView(counts) })), snapshot, validUntil }
      }),
  })
}
