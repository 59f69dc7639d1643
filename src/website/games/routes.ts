import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { GameParams } from '../../games/schemas.ts'
import { NameParams } from '../../mods/schemas.ts'
import { findGamePage, findModPage, GameQuery, gameKey } from '../mods/service.tsx'
import type { PageRoutesOptions } from '../send-page.ts'
import { findGamesPage } from './page.tsx'

/** The pages of the games, of one game with its popular mods, and of a mod or plugin. */
export const gamePageRoutes: FastifyPluginAsyncZod<PageRoutesOptions> = async (app, { context, send }) => {
  app.get('/games', {
    config: { cacheKey: () => [] },
    handler: (request, reply) => send(request, reply, () => findGamesPage(context)),
  })

  app.get('/games/:game', {
    config: { cacheKey: ({ params, query }) => gameKey((params as { game: string }).game, query) },
    schema: { params: GameParams, querystring: GameQuery },
    handler: (request, reply) => {
      const { params, query } = request
      return send(request, reply, (signal) => findGamePage(context, params.game, query, signal))
    },
  })

  for (const kind of ['mod', 'plugin'] as const) {
    app.get(`/games/:game/${kind}s/:name`, {
      config: { cacheKey: ({ params }) => Object.values(params as NameParams) },
      schema: { params: NameParams },
      handler: (request, reply) => {
        const { game, name } = request.params
        return send(request, reply, (signal) => findModPage(context, game, kind, name, signal))
      },
    })
  }
}
