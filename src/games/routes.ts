import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { CachedRoutes } from '../http/cache/cached-routes.ts'
import { operations, taggedView } from '../http/openapi/operation.ts'
import { IndexMeta } from '../http/request/paging.ts'
import { mapBatches, sendJsonStream } from '../http/response/bytes.ts'
import { everyList, mayMissLists, resolveFilter } from '../lists/collection/service.ts'
import { wantsCounts } from '../lists/counts.ts'
import { data } from '../lists/schemas.ts'
import { listOfGame } from '../lists/view.ts'
import { readCountsByGame } from './queries.ts'
import { GameDetail, GameParams, GameQuery, GameSummary } from './schemas.ts'
import { requireGame } from './service.ts'

const GameResponse = data(GameDetail).extend({ meta: IndexMeta.optional() })

export const gameRoutes: FastifyPluginAsyncZod<{ context: Context; cached: CachedRoutes }> = async (
  app,
  { context, cached },
) => {
  app.get('/', {
    config: { cacheKey: () => [] },
    schema: { ...docs.listGames, response: { 200: data(z.array(GameSummary)), 304: z.undefined() } },
    handler: (request, reply) =>
      cached.send(request, reply, async () => {
        const { games, ...valid } = await readCountsByGame(context.db, context.clock())
        return { body: { data: games }, ...valid }
      }),
  })

  app.get('/:game', {
    schema: { ...docs.showGame, params: GameParams, querystring: GameQuery, response: { 200: GameResponse } },
    handler: async ({ params, query }, reply) => {
      const game = await requireGame(context, params.game)
      const [held, isIncomplete] = await Promise.all([
        resolveFilter(context.db, query),
        mayMissLists(context.db, query),
      ])
      const lists = everyList(context, held && { ...held, gameId: game.id }, { hasCounts: wantsCounts(query) })
      return sendJsonStream(reply, {
        head: `{"data":{"id":${game.id},"name":${JSON.stringify(game.name)},"lists":[`,
        batches: mapBatches(lists, (row) => listOfGame(row, context.urls)),
        tail: () => (isIncomplete ? ']},"meta":{"index":{"complete":false}}}' : ']}}'),
      })
    },
  })
}

export const docs = operations('Games', {
  listGames: {
    summary: 'View all games',
    description: 'Returns all games by name, each with the number of its public lists.',
    ...taggedView('games', { 304: 'The games and their counts have not changed.' }),
  },
  showGame: {
    summary: 'View a game',
    description:
      'Returns a game with all of its public lists, newest first. To get the lists in pages, use `filter[game]` of ' +
      '`GET /v1/lists` instead. There, `meta` also says whether the index of mods is complete.',
    responseDescriptions: { 200: 'The game.', 404: 'There is no such game.' },
  },
})
