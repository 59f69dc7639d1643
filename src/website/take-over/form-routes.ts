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
import { comparePath, siteOf } from '../parts/site.ts'
import { ChoiceForm } from './input.ts'
import { takeOver } from './service.tsx'

/**
 * The form that takes over changes of a comparison. It leads to a page about the merged files and their download;
 * nothing is stored.
 */
export const takeOverRoutes: FastifyPluginAsyncZod<{ context: CompareContext; outgoing: OutgoingMemory }> = async (
  app,
  { context, outgoing },
) => {
  app.post('/compare/:slug1/:slug2/take-over', {
    config: { noDeadline: true, changesNothing: true },
    schema: { params: CompareParams, body: ChoiceForm },
    handler: async (request, reply) => {
      const { slug1, slug2 } = request.params
      const signal = clientGone(reply)
      const { sourceBytes, make } = await withDeadline(request, reply, () =>
        takeOver(context, [slug1, slug2], request.body, signal),
      )
      const body = await outgoing.reserve(sourceBytes, make, { signal, maxWaitMs: MAX_WAIT_MS })
      reply.header('cache-control', 'no-store')
      if (!request.body.isDownload) return reply.type(HTML).send(body)
      return describeDownload(reply, 'application/zip', create(`${slug1}-merged.zip`)).send(body)
    },
  })

  /** Redirects a browser that reloads the page. */
  app.get('/compare/:slug1/:slug2/take-over', {
    schema: { params: CompareParams },
    handler: ({ params }, reply) =>
      reply.redirect(
        comparePath(siteOf(context.urls), encodeURIComponent(params.slug1), encodeURIComponent(params.slug2)),
        303,
      ),
  })
}
