import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Context } from '../../context.ts'
import { GameParams } from '../../lists/by-game/schemas.ts'
import type { PageSource } from '../../lists/collection/public-pages.ts'
import { NameParams } from '../../mods/schemas.ts'
import { findGamePage, findModPage, GameQuery, gameKey } from '../mods/service.tsx'
import type { SendPage } from '../send-page.ts'
import { findGamesPage } from './service.tsx'

interface GamePageOptions {
  context: Context
  source: PageSource
  send: SendPage
}

const hide = true // pages are not part of the API's reference

/** The pages of the games, of one game with its popular mods, and of a mod or plugin. */
export const gamePageRoutes: FastifyPluginAsyncZod<GamePageOptions> = async (app, { context, source, send }) => {
  app.get('/games', {
    config: { cacheKey: () => '' },
    schema: { hide },
    handler: (request, reply) => send(request, reply, () => findGamesPage(context)),
  })

  app.get('/games/:game', {
    config: { cacheKey: ({ params, query }) => gameKey((params as { game: string }).game, query) },
    schema: { hide, params: GameParams, querystring: GameQuery },
    handler: (request, reply) => {
      const { params, query } = request
      return send(request, reply, (signal) => findGamePage(source, params.game, query, signal))
    },
  })

  for (const kind of ['mod', 'plugin'] as const) {
    app.get(`/games/:game/${kind}s/:name`, {
      config: {
        cacheKey: ({ params }) => {
          const { game, name } = params as NameParams
          return JSON.stringify([game, name])
        },
      },
      schema: { hide, params: NameParams },
      handler: (request, reply) => {
        const { game, name } = request.params
        return send(request, reply, (signal) => findModPage(source, game, kind, name, signal))
      },
    })
  }
}
