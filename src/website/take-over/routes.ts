import { create } from 'content-disposition'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { CompareContext } from '../../compare/differ.ts'
import { CompareParams } from '../../compare/schemas.ts'
import type { ByteBudget } from '../../http/limits/byte-budget.ts'
import { onceSender } from '../send-once.ts'
import { TakeOverQuery } from './input.ts'
import { takeOver } from './service.tsx'

/** The page about ticked changes of a comparison, and the download of the merged files. Nothing is stored. */
export const takeOverRoutes: FastifyPluginAsyncZod<{ context: CompareContext; budget: ByteBudget }> = async (
  app,
  { context, budget },
) => {
  const send = onceSender(budget)

  app.get('/compare/:slug1/:slug2/take-over', {
    schema: { params: CompareParams, querystring: TakeOverQuery },
    handler: (request, reply) => {
      const { slug1, slug2 } = request.params
      const zip = request.query.isDownload ? create(`${slug1}-merged.zip`) : undefined
      return send(request, reply, (signal) => takeOver(context, [slug1, slug2], request.query, signal), zip)
    },
  })
}
