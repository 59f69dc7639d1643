import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { GameParams } from '../games/schemas.ts'
import { requireGame } from '../games/service.ts'
import type { CachedRoutes } from '../http/cache/cached-routes.ts'
import { clientGone } from '../http/request/client-gone.ts'
import { envelope, IndexMeta, requestedPage } from '../http/request/paging.ts'
import { pageKey, searchOf } from '../lists/collection/send-page.ts'
import { docs } from './docs.ts'
import { KINDS, MOD_PARAMETERS, ModDetail, ModPage, ModQuery, NameParams } from './schemas.ts'
import { pageOfMods, requireMod } from './service.ts'
import { modDetail, modSummary } from './view.ts'

/** The routes of the mods and plugins of a game, registered under the path of the game. */
export const modRoutes: FastifyPluginAsyncZod<{ context: Context; cached: CachedRoutes }> = async (
  app,
  { context, cached },
) => {
  app.get('/mods', {
    config: {
      cacheKey: (request) => {
        const key = pageKey(request, MOD_PARAMETERS)
        return key && [(request.params as { game: string }).game, ...key]
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
        const take = Number(page.size)
        const range = { skip: (page.number - 1) * take, take }
        const found = await pageOfMods(context, game.id, query, range, clientGone(reply))
        const data = found.mods.map((mod) => modSummary(mod, query['filter[kind]'] ?? 'mod', game, context.urls))
        const path = `${context.urls.api}/v1/games/${encodeURIComponent(game.name)}/mods`
        const shown = { search: searchOf(request), total: found.total, shown: data.length }
        const { links, meta } = envelope(page, { path, ...shown })
        const body = { data, links, meta: { ...meta, ...(found.isIncomplete && INCOMPLETE) } }
        return { body: Buffer.from(JSON.stringify(body)), snapshot: found.snapshot, validUntil: null }
      }),
  })

  for (const kind of KINDS) {
    app.get(`/${kind}s/:name`, {
      config: {
        cacheKey: (request) => {
          const { game, name } = request.params as NameParams
          return [game, name]
        },
      },
      schema: {
        ...(kind === 'mod' ? docs.showMod : docs.showPlugin),
        params: NameParams,
        response: { 200: z.object({ data: ModDetail, meta: IndexMeta.optional() }), 304: z.undefined() },
      },
      handler: (request, reply) =>
        cached.sendOwn(request, reply, async () => {
          const { params } = request
          const game = await requireGame(context, params.game)
          const found = await requireMod(context, game.id, kind === 'plugin', params.name, clientGone(reply))
          const data = modDetail(found, kind, game, context.urls)
          const body = { data, ...(found.isIncomplete && { meta: INCOMPLETE }) }
          return { body: Buffer.from(JSON.stringify(body)), snapshot: found.snapshot, validUntil: null }
        }),
    })
  }
}

/** The part of `meta` that a response has while the backlog is being indexed. */
const INCOMPLETE = { index: { complete: false } }
