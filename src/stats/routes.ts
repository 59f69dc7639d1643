import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { CachedRoutes } from '../http/cache/cached-routes.ts'
import { docs } from './docs.ts'
import { StatisticsBody } from './schemas.ts'
import type { ReadStatistics } from './service.ts'
import { statisticsView } from './view.ts'

export const statsRoutes: FastifyPluginAsyncZod<{ readStatistics: ReadStatistics; cached: CachedRoutes }> = async (
  app,
  { readStatistics, cached },
) => {
  app.get('/', {
    config: { cacheKey: () => [] },
    schema: { ...docs.showStatistics, response: { 200: StatisticsBody, 304: z.undefined() } },
    handler: (request, reply) =>
      cached.send(request, reply, async () => {
        const statistics = await readStatistics()
        const { snapshot, validUntil } = statistics
        return { body: Buffer.from(JSON.stringify(statisticsView(statistics))), snapshot, validUntil }
      }),
  })
}
