import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Answers } from '../http/answers.ts'
import { data } from '../lists/schemas.ts'
import { reference } from './docs.ts'
import { countCatalog } from './queries.ts'
import { Statistics } from './schemas.ts'
import { statisticsView } from './view.ts'

export const statsRoutes: FastifyPluginAsyncZod<{ context: Context; answers: Answers }> = async (
  app,
  { context, answers },
) => {
  app.get('/', {
    schema: { ...reference.showStatistics, response: { 200: data(Statistics), 304: z.undefined() } },
    handler: (request, reply) =>
      answers.send(request, reply, async () => {
        const counts = await countCatalog(context.db.pool, context.clock())
        const { state, until } = counts
        return { body: Buffer.from(JSON.stringify({ data: statisticsView(counts) })), state, until }
      }),
  })
}
