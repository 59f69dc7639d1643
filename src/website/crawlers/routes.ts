import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import type { CachedRoutes } from '../../http/cache/cached-routes.ts'
import { wholeNumber } from '../form/fields.ts'
import { siteOf } from '../parts/site.ts'
import { robots, securityText, sitemap, sitemapPart } from './service.ts'

const TEXT = 'text/plain; charset=utf-8'

interface CrawlerRoutesOptions {
  context: Context
  cached: CachedRoutes
  hasPasskeys: boolean
}

/** Serves robots.txt, the well-known addresses of the site, and the sitemap. */
export const crawlerRoutes: FastifyPluginAsyncZod<CrawlerRoutesOptions> = async (
  app,
  { context, cached, hasPasskeys },
) => {
  const config = { isPartOfPage: true }

  app.get('/robots.txt', {
    config,
    handler: async (_, reply) => reply.type(TEXT).send(robots(siteOf(context.urls))),
  })

  app.get('/.well-known/security.txt', {
    config,
    handler: async (_, reply) => {
      const site = siteOf(context.urls)
      if (site.info.contact === undefined) throw notFound('Contact')
      return reply.type(TEXT).send(securityText(site, site.info.contact, context.clock()))
    },
  })

  // Where password managers lead people who want to add or remove passkeys (W3C, "A Well-Known URL for Relying Party
  // Passkey Endpoints").
  app.get('/.well-known/passkey-endpoints', {
    config,
    handler: async () => {
      if (!hasPasskeys) throw notFound('Passkeys')
      const account = `${siteOf(context.urls).url}/account`
      return { enroll: account, manage: account }
    },
  })

  app.get('/sitemap.xml', {
    handler: (request, reply) => cached.send(request, reply, () => sitemap(context)),
  })

  app.get('/sitemap/:part', {
    schema: { params: z.object({ part: wholeNumber(100_000, 100_000) }) },
    handler: (request, reply) => cached.send(request, reply, () => sitemapPart(context, request.params.part)),
  })
}
