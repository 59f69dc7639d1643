import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { clientGone } from '../../http/request/client-gone.ts'
import { isKnown } from '../../http/response/bytes.ts'
import { tagOfBytes } from '../../http/response/entity-tag.ts'
import { searchOf } from '../collection/send-page.ts'
import { pageOfLists, requestedOrder, resolveFilter } from '../collection/service.ts'
import { docs } from '../docs.ts'
import { FeedQuery } from '../schemas.ts'
import { FEED_SIZE, feedOfLists, feedParameters } from './view.ts'

/** Serves the newest lists of a listing as an Atom feed. */
export const feedRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  app.get('/lists.atom', {
    schema: { ...docs.followLists, querystring: FeedQuery, response: { 200: z.string(), 304: z.undefined() } },
    handler: async (request, reply) => {
      const { query } = request
      const filter = await resolveFilter(context.db, query)
      const page = { skip: 0, take: FEED_SIZE }
      const { rows } = await pageOfLists(context, filter, requestedOrder(query), page, clientGone(reply))
      const body = feedOfLists(rows, feedParameters(searchOf(request)), context.urls)
      if (isKnown(request, reply, tagOfBytes(Buffer.from(body)))) return reply.code(304).send(undefined)
      return reply.type('application/atom+xml; charset=utf-8').send(body)
    },
  })
}
