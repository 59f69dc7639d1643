import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { requireGame } from '../games/service.ts'
import type { CachedRoutes } from '../http/cache/cached-routes.ts'
import { clientGone } from '../http/request/client-gone.ts'
import { envelope, IndexMeta, requestedPage } from '../http/request/paging.ts'
import { GameParams } from '../lists/by-game/schemas.ts'
import { pageKey, searchOf } from '../lists/collection/send-page.ts'
import { docs } from './docs.ts'
import { MOD_PARAMETERS, ModDetail, ModPage, ModQuery, NameParams } from './schemas.ts'
import { pageOfMods, requireMod } from './service.ts'
import { indexMeta, type Kind, modDetail, modSummary } from './view.ts'

/** The routes of the mods and plugins of a game, registered under the path of the game. */
export const modRoutes: FastifyPluginAsyncZod<{ context: Context; cached: CachedRoutes }> = async (
  app,
  { context, cached },
) => {
  app.get('/mods', {
    config: {
      cacheKey: (request) => {
        const key = pageKey(request, MOD_PARAMETERS)
        return key === undefined ? undefined : `${(request.params as { game: string }).game} ${key}`
      },
    },
    schema: {
      ...docs.listMods,
      params: GameParams,
      querystring: ModQuery,
      response: { 200: ModPage, 304: z.undefined() },
    },
    handler: (request, reply) =>
      cached.sendOwn(request, reply, async () => {
        const { params, query } = request
        const game = await requireGame(context, params.game)
        const page = requestedPage(query)
        const size = Number(page.size)
        const skipped = { skip: (page.number - 1) * size, take: size }
        const { mods, total, snapshot, isIncomplete } = await pageOfMods(
          context,
          game.id,
          query,
          skipped,
          clientGone(reply),
        )
        const data = mods.map((mod) => modSummary(mod, query['filter[kind]'] ?? 'mod', game, context.urls))
        const path = `${context.urls.api}/v1/games/${encodeURIComponent(game.name)}/mods`
        const { links, meta } = envelope(page, { path, search: searchOf(request), total, shown: data.length })
        const body = { data, links, meta: { ...meta, ...indexMeta(isIncomplete) } }
        return { body: Buffer.from(JSON.stringify(body)), snapshot, validUntil: null }
      }),
  })

  const one = {
    config: {
      cacheKey: ({ params }: FastifyRequest) => {
        const { game, name } = params as NameParams
        return JSON.stringify([game, name])
      },
    },
    schema: {
      params: NameParams,
      response: { 200: z.object({ data: ModDetail, meta: IndexMeta.optional() }), 304: z.undefined() },
    },
  }
  const sendOne = (request: FastifyRequest<{ Params: NameParams }>, reply: FastifyReply, kind: Kind) =>
    cached.sendOwn(request, reply, async () => {
      const { params } = request
      const game = await requireGame(context, params.game)
      const found = await requireMod(context, game.id, kind === 'plugin', params.name, clientGone(reply))
      const data = modDetail(found, kind, game, context.urls)
      const body = { data, ...(found.isIncomplete && { meta: indexMeta(true) }) }
      return { body: Buffer.from(JSON.stringify(body)), snapshot: found.snapshot, validUntil: null }
    })

  app.get('/mods/:name', {
    ...one,
    schema: { ...docs.showMod, ...one.schema },
    handler: (request, reply) => sendOne(request, reply, 'mod'),
  })
  app.get('/plugins/:name', {
    ...one,
    schema: { ...docs.showPlugin, ...one.schema },
    handler: (request, reply) => sendOne(request, reply, 'plugin'),
  })
}
