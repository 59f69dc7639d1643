import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { requireGame } from '../../games/service.ts'
import { clientGone } from '../../http/request/client-gone.ts'
import { KINDS, NameParams } from '../../mods/schemas.ts'
import type { CompareRoutesOptions } from '../send-pair.ts'
import { docs } from './docs.ts'
import { NeighboursBody } from './schemas.ts'
import { findNeighbours } from './service.ts'

/** The usual neighbours of the mods and plugins of a game, registered under the path of the game. */
export const neighbourRoutes: FastifyPluginAsyncZod<Pick<CompareRoutesOptions, 'context' | 'cached'>> = async (
  app,
  { context, cached },
) => {
  for (const kind of KINDS) {
    app.get(`/${kind}s/:name/neighbours`, {
      config: {
        cacheKey: ({ params }) => {
          const { game, name } = params as NameParams
          return [game, name]
        },
      },
      schema: {
        ...(kind === 'mod' ? docs.showModNeighbours : docs.showPluginNeighbours),
        params: NameParams,
        response: { 200: NeighboursBody, 304: z.undefined() },
      },
      handler: (request, reply) =>
        cached.sendOwn(request, reply, async () => {
          const { params } = request
          const game = await requireGame(context, params.game)
          const found = await findNeighbours(context, game, kind, params.name, clientGone(reply))
          const { neighbours, isIncomplete, ...valid } = found
          const named = (side: 'before' | 'after') =>
            neighbours[side].map(({ name, lists }) => ({ name, lists_count: lists }))
          const body: NeighboursBody = {
            data: { lists_count: neighbours.lists, before: named('before'), after: named('after') },
            ...(isIncomplete && { meta: { index: { complete: false } } }),
          }
          return { body: Buffer.from(JSON.stringify(body)), ...valid }
        }),
    })
  }
}
