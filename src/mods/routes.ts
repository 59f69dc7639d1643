import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { listNotFound } from '../errors.ts'
import { GameParams } from '../games/schemas.ts'
import { requireGame } from '../games/service.ts'
import type { CachedRoutes } from '../http/cache/cached-routes.ts'
import { operations, taggedView } from '../http/openapi/operation.ts'
import { clientGone } from '../http/request/client-gone.ts'
import { envelope, IndexMeta, rangeOf, requestedPage } from '../http/request/paging.ts'
import { sendTagged } from '../http/response/bytes.ts'
import { pageKey, searchOf } from '../lists/collection/send-page.ts'
import { ListParams } from '../lists/schemas.ts'
import { listSummary } from '../lists/view.ts'
import {
  KINDS,
  MOD_PARAMETERS,
  ModDetail,
  ModPage,
  ModQuery,
  NameParams,
  SearchQuery,
  SearchResults,
  SimilarListsBody,
} from './schemas.ts'
import { searchAll } from './search-service.ts'
import { pageOfMods, requireMod } from './service.ts'
import { findSimilarLists } from './similar-service.ts'
import { modDetail, modSummary } from './view.ts'

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
        const found = await pageOfMods(context, game.id, query, rangeOf(page), clientGone(reply))
        const data = found.mods.map((mod) => modSummary(mod, query['filter[kind]'] ?? 'mod', game, context.urls))
        const path = `${context.urls.api}/v1/games/${encodeURIComponent(game.name)}/mods`
        const shown = { search: searchOf(request), total: found.total, shown: data.length }
        const { links, meta } = envelope(page, { path, ...shown })
        const body = { data, links, meta: { ...meta, ...(found.isIncomplete && INCOMPLETE) } }
        return { body, snapshot: found.snapshot, validUntil: null }
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
          return { body, snapshot: found.snapshot, validUntil: null }
        }),
    })
  }
}

/** The part of `meta` that a response has while the backlog is being indexed. */
const INCOMPLETE = { index: { complete: false } }

const WHEN =
  'New lists are indexed within seconds. While an existing catalog is being indexed, `meta.index` is `{"complete": false}`.'

const docs = operations('Games', {
  listMods: {
    summary: 'View the mods of a game',
    description: `Returns a page of the mods, or plugins, that public lists of a game hold. ${WHEN}`,
    ...taggedView('page', { 200: 'A page of mods.', 404: 'There is no such game.' }),
  },
  showMod: {
    summary: 'View a mod',
    description: `Returns a mod with its versions, its sources and the mods that share the most lists with it. ${WHEN}`,
    ...taggedView('mod', { 404: 'There is no such game, or no public list holds the mod.' }),
  },
  showPlugin: {
    summary: 'View a plugin',
    description: `Returns a plugin with the plugins that share the most lists with it. ${WHEN}`,
    ...taggedView('plugin', { 404: 'There is no such game, or no public list holds the plugin.' }),
  },
})

/** The search over lists, mods and authors. Its responses are not cached, because searches rarely repeat. */
export const searchRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  const { urls } = context

  app.get('/', {
    schema: { ...listDocs.search, querystring: SearchQuery, response: { 200: SearchResults, 304: z.undefined() } },
    handler: async (request, reply) => {
      const found = await searchAll(context, request.query.query ?? '', clientGone(reply))
      const { lists, mods, authors, total, isIncomplete } = found
      const body: SearchResults = {
        data: {
          lists: lists.map((row) => listSummary(row, urls)),
          mods: mods.map((mod) => ({
            name: mod.name,
            lists_count: mod.lists,
            links: { lists: `${urls.api}/v1/lists?filter%5Bmod%5D=${encodeURIComponent(mod.name)}` },
          })),
          authors,
        },
        meta: { total, ...(isIncomplete && { index: { complete: false } }) },
      }
      return sendTagged(request, reply, body)
    },
  })
}

export const similarRoutes: FastifyPluginAsyncZod<{ context: Context; cached: CachedRoutes }> = async (
  app,
  { context, cached },
) => {
  app.get('/similar', {
    config: { cacheKey: ({ params }) => [(params as ListParams).slug] },
    schema: { ...listDocs.listSimilar, params: ListParams, response: { 200: SimilarListsBody, 304: z.undefined() } },
    handler: (request, reply) =>
      cached.sendOwn(request, reply, async () => {
        const found = await findSimilarLists(context, request.params.slug)
        if (found === null) throw listNotFound()
        const { lists, isIncomplete, crashes: _, ...valid } = found
        const body: SimilarListsBody = {
          data: lists.map(({ row, differences }) => ({ ...listSummary(row, context.urls), differences })),
          ...(isIncomplete && { meta: { index: { complete: false } } }),
        }
        return { body: Buffer.from(JSON.stringify(body)), ...valid }
      }),
  })
}

const listDocs = operations('Lists', {
  search: {
    summary: 'Search lists, mods and authors',
    description:
      'Returns the public lists, the mods in public lists, and the authors of public lists that match a text. ' +
      'A mod that has exactly this name, and an author who does, come first.',
    ...taggedView('results'),
  },
  listSimilar: {
    summary: 'View the lists most similar to a list',
    description:
      'Returns at most five public lists of the same game with the fewest differences in mods and plugins, by the index of ' +
      'mods. They are looked up by the rarest names of the list, so a list that shares only common ones may be missing.',
    ...taggedView('lists', { 404: 'There is no such list.' }),
  },
})
