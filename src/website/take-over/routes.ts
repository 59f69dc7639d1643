import { create } from 'content-disposition'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { CompareContext } from '../../compare/differ.ts'
import { CompareParams } from '../../compare/schemas.ts'
import { MAX_WAIT_MS } from '../../compare/send-pair.ts'
import { withDeadline } from '../../http/limits/deadline.ts'
import { clientGone } from '../../http/request/client-gone.ts'
import { describeDownload } from '../../http/response/bytes.ts'
import { HTML } from '../../http/response/headers.ts'
import type { OutgoingMemory } from '../../http/response/outgoing-memory.ts'
import { TakeOverQuery } from './input.ts'
import { takeOver } from './service.tsx'

/** The page about ticked changes of a comparison, and the download of the merged files. Nothing is stored. */
export const takeOverRoutes: FastifyPluginAsyncZod<{ context: CompareContext; outgoing: OutgoingMemory }> = async (
  app,
  { context, outgoing },
) => {
  app.get('/compare/:slug1/:slug2/take-over', {
    config: { noDeadline: true },
    schema: { params: CompareParams, querystring: TakeOverQuery },
    handler: async (request, reply) => {
      const { slug1, slug2 } = request.params
      const signal = clientGone(reply)
      const { sourceBytes, make } = await withDeadline(request, reply, () =>
        takeOver(context, [slug1, slug2], request.query, signal),
      )
      const body = await outgoing.reserve(sourceBytes, make, { signal, maxWaitMs: MAX_WAIT_MS })
      reply.header('cache-control', 'no-store')
      if (!request.query.isDownload) return reply.type(HTML).send(body)
      return describeDownload(reply, 'application/zip', create(`${slug1}-merged.zip`)).send(body)
    },
  })
}
