import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { CompareParams } from '../../compare/schemas.ts'
import { invalid } from '../../errors.ts'
import { HTML } from '../../http/response/headers.ts'
import { acceptsHtml } from '../accepts.ts'
import { documentOf } from '../parts/document.tsx'
import { comparePath, siteOf } from '../parts/site.ts'
import type { PageRoutesOptions } from '../send-page.ts'
import { ChoiceQuery, readChoice } from './choice.ts'
import { CompareQuery, comparePageKey } from './query.ts'
import { findChooserPage, findComparePage } from './service.tsx'

/** The page on which two lists are chosen, and their comparison. */
export const comparePageRoutes: FastifyPluginAsyncZod<PageRoutesOptions> = async (app, { context, upload, send }) => {
  app.get('/compare', {
    config: { cacheKey: ({ query }) => (Object.keys(query as object).length === 0 ? [] : undefined) },
    schema: { querystring: ChoiceQuery },
    handler: async (request, reply) => {
      const choice = request.query
      const { api, website } = context.urls
      const { slugs, errors } = readChoice(choice, [request.host, new URL(api).host, new URL(website).host])
      const [slug1, slug2] = slugs
      if (slug1 !== undefined && slug2 !== undefined && choice.more === 0) {
        return reply.redirect(comparePath(siteOf(context.urls), slug1, slug2), 303)
      }
      if (Object.keys(errors).length > 0) {
        if (!acceptsHtml(request.headers.accept)) throw invalid(errors)
        const { render } = await findChooserPage(context, upload, choice, errors)
        return reply
          .code(422)
          .type(HTML)
          .send(documentOf(await render()))
      }
      return send(request, reply, () => findChooserPage(context, upload, choice))
    },
  })

  app.get('/compare/:slug1/:slug2', {
    config: { cacheKey: ({ params, query }) => comparePageKey(params as CompareParams, query) },
    schema: { params: CompareParams, querystring: CompareQuery },
    handler: (request, reply) => {
      const { slug1, slug2 } = request.params
      return send(request, reply, (signal) => findComparePage(context, [slug1, slug2], request.query, signal))
    },
  })
}
