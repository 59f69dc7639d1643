import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { clientGone } from '../../http/request/client-gone.ts'
import { sendTagged } from '../../http/response/bytes.ts'
import { listSummary } from '../../lists/view.ts'
import { docs } from './docs.ts'
import { SearchQuery, SearchResults } from './schemas.ts'
import { searchAll } from './service.ts'

/** The search over lists, mods and authors. Its responses are not cached, because searches rarely repeat. */
export const searchRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  const { urls } = context

  app.get('/', {
    schema: { ...docs.search, querystring: SearchQuery, response: { 200: SearchResults, 304: z.undefined() } },
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
