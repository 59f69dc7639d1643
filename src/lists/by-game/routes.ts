import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { findGame } from '../../games/queries.ts'
import type { CachedRoutes } from '../../http/cache/cached-routes.ts'
import { IndexMeta } from '../../http/request/paging.ts'
import { mapBatches, sendJsonStream } from '../../http/response/json-stream.ts'
import { askedNames, everyList, resolveFilter, withCounts } from '../collection/service.ts'
import { wantsCounts } from '../counts/include.ts'
import { data } from '../schemas.ts'
import { isIndexIncomplete } from '../search/name-queries.ts'
import { listOfGame } from '../view.ts'
import { docs } from './docs.ts'
import { readCountsByGame } from './queries.ts'
import { GameDetail, GameParams, GameQuery, GameSummary } from './schemas.ts'
import { gameSummary } from './view.ts'

const GameResponse = data(GameDetail).extend({ meta: IndexMeta.optional() })

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
    schema: { ...docs.showGame, params: GameParams, querystring: GameQuery, response: { 200: GameResponse } },
    handler: async ({ params, query }, reply) => {
      const game = await findGame(context.db, params.game)
      if (game === null) throw notFound('Game')
      const [held, isIncomplete] = await Promise.all([
        resolveFilter(context.db, query),
        askedNames(query).length > 0 && isIndexIncomplete(context.db.pool),
      ])
      const lists = everyList(context, held && { ...held, gameId: game.id })
      return sendJsonStream(reply, {
        head: `{"data":{"id":${game.id},"name":${JSON.stringify(game.name)},"lists":[`,
        batches: mapBatches(wantsCounts(query) ? withCounts(context, lists) : lists, (row) =>
          listOfGame(row, context.urls),
        ),
        tail: () => (isIncomplete ? ']},"meta":{"index":{"complete":false}}}' : ']}}'),
      })
    },
  })
}
