import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { mapBatches, sendJsonStream } from '../http/json-stream.ts'
import { everyList } from '../lists/collection.ts'
import { data } from '../lists/schemas.ts'
import { listOfGame } from '../lists/view.ts'
import { findGame, listGames } from './queries.ts'
import { reference } from './reference.ts'
import { GameDetail, GameParams, GameSummary } from './schemas.ts'

export const gameRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  app.get('/', {
    schema: { ...reference.listGames, response: { 200: data(z.array(GameSummary)) } },
    handler: async () => {
      const games = await listGames(context.db, context.clock())
      return { data: games.map(({ id, name, listsCount }) => ({ id, name, lists_count: listsCount })) }
    },
  })

  app.get('/:game', {
    schema: { ...reference.showGame, params: GameParams, response: { 200: data(GameDetail) } },
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
