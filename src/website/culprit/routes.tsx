import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { CompareContext } from '../../compare/differ.ts'
import { CompareParams } from '../../compare/schemas.ts'
import type { ByteBudget } from '../../http/limits/byte-budget.ts'
import { fieldErrorsOf } from '../../http/response/error-handler.ts'
import { notStored, sendPrivatePage } from '../../http/response/headers.ts'
import { acceptsHtml } from '../accepts.ts'
import { documentOf } from '../components/document.tsx'
import { siteOf } from '../components/site.ts'
import { onceSender } from '../send-page.ts'
import { RefusedPage } from './page.tsx'
import { CulpritQuery, StartForm, searchOf } from './query.ts'
import { findCulprit } from './service.tsx'

/** The search for the changes that make a list crash. Each state is an address, and nothing is stored. */
export const culpritPageRoutes: FastifyPluginAsyncZod<{ context: CompareContext; budget: ByteBudget }> = async (
  app,
  { context, budget },
) => {
  const send = onceSender(budget)

  const errorHandler = (thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const errors = fieldErrorsOf(thrown)
    const { data } = CompareParams.safeParse(request.params)
    if (errors === undefined || data === undefined || !acceptsHtml(request.headers.accept)) throw thrown
    const page = <RefusedPage site={siteOf(context.urls)} slugs={[data.slug1, data.slug2]} errors={errors} />
    reply.vary('Accept')
    return sendPrivatePage(reply, 422, documentOf(page))
  }

  app.get('/compare/:slug1/:slug2/culprit', {
    schema: { params: CompareParams, querystring: CulpritQuery },
    errorHandler,
    handler: (request, reply) => {
      const { slug1, slug2 } = request.params
      return send(request, reply, (signal) => findCulprit(context, [slug1, slug2], request.query, signal))
    },
  })

  app.post('/compare/:slug1/:slug2/culprit', {
    config: { changesNothing: true },
    schema: { params: CompareParams, body: StartForm },
    errorHandler,
    // The address is relative to that of the request.
    handler: (request, reply) => notStored(reply).redirect(searchOf(request.body), 303),
  })
}
