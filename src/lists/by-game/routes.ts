import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { findGame } from '../../games/queries.ts'
import type { CachedRoutes } from '../../http/cache/cached-routes.ts'
import { mapBatches, sendJsonStream } from '../../http/response/json-stream.ts'
import { everyList } from '../collection/service.ts'
import { data } from '../schemas.ts'
import { listOfGame } from '../view.ts'
import { docs } from './docs.ts'
import { readCountsByGame } from './queries.ts'
import { GameDetail, GameParams, GameSummary } from './schemas.ts'
import { gameSummary } from './view.ts'

export const gameRoutes: FastifyPluginAsyncZod<{ context: Context; cached: CachedRoutes }> = async (
  app,
  { context, cached },
) => {
  app.get('/', {
    config: { cacheKey: () => '' },
    schema: { ...docs.listGames, response: { 200: data(z.array(GameSummary)), 304: z.undefined() } },
    handler: (request, reply) =>
      cached.send(request, reply, async () => {
        const { games, ...valid } = await readCountsByGame(context.db, context.clock())
        return { body: Buffer.from(JSON.stringify({ data: games.map(gameSummary) })), ...valid }
      }),
  })

  app.get('/:game', {
    schema: { ...docs.showGame, params: GameParams, response: { 200: data(GameDetail) } },
    handler: async ({ params }, reply) => {
      const game = await findGame(context.db, params.game)
      if (game === null) throw notFound('Game')
      return sendJsonStream(reply, {
        head: `{"data":{"id":${game.id},"name":${JSON.stringify(game.name)},"lists":[`,
        batches: mapBatches(everyList(context, { gameId: game.id }), (row) => listOfGame(row, context.urls)),
        tail: () => ']}}',
      })
    },
  })
}
