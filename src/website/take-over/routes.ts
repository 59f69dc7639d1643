import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { CompareContext } from '../../compare/differ.ts'
import { CompareParams } from '../../compare/schemas.ts'
import type { ByteBudget } from '../../http/limits/byte-budget.ts'
import { CompareQuery, searchOf } from '../compare/query.ts'
import { comparePath, siteOf } from '../components/site.ts'
import { parameter } from '../parameters.ts'
import { onceSender } from '../send-page.ts'
import { takeOverFiles } from './service.tsx'

/** Parses the address of the merged files: the ticks, and the name of a file; any other value asks for all files. */
const TakeOverQuery = z
  .looseObject({ take: z.unknown().optional(), download: parameter })
  .transform(({ take, download }) => ({ query: CompareQuery.parse({ take }), file: download }))

/** The download of the merged files. Nothing is stored. */
export const takeOverRoutes: FastifyPluginAsyncZod<{ context: CompareContext; budget: ByteBudget }> = async (
  app,
  { context, budget },
) => {
  const send = onceSender(budget)

  app.get('/compare/:slug1/:slug2/take-over', {
    schema: { params: CompareParams, querystring: TakeOverQuery },
    handler: (request, reply) => {
      const { slug1, slug2 } = request.params
      const { query, file } = request.query
      // Links of before the page of a comparison showed its ticks alone.
      if (file === '') return reply.redirect(comparePath(siteOf(context.urls), slug1, slug2) + searchOf(query, {}), 303)
      return send(request, reply, (signal) => takeOverFiles(context, [slug1, slug2], request.query, signal))
    },
  })
}
