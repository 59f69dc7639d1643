import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { readSnapshot } from '../../db/snapshot.ts'
import { notFound } from '../../errors.ts'
import type { MadeResponse } from '../../http/cache/cached-response.ts'
import type { CachedRoutes } from '../../http/cache/cached-routes.ts'
import { matching } from '../../lists/visibility-queries.ts'
import { type Site, siteOf } from '../components/site.ts'
import { wholeNumber } from '../form/state.ts'

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

  // Where password managers lead people (W3C, "A Well-Known URL for Relying Party Passkey Endpoints").
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

/** Maximum number of lists in one part of the sitemap, as the sitemap protocol allows. */
const SIZE = 50_000

const XML = 'application/xml; charset=utf-8'

/** Returns the sitemap of all public lists with an author; an index of its parts if there are too many. */
async function sitemap({ db, clock, urls }: Context): Promise<MadeResponse> {
  const now = clock()
  const snapshot = await readSnapshot(db.snapshots)
  const count = await countMapped(db, now)
  if (count <= SIZE) return sitemapPart({ db, clock, urls }, 1)
  const site = siteOf(urls)
  const parts = Array.from(
    { length: Math.ceil(count / SIZE) },
    (_, index) => `<sitemap><loc>${site.url}/sitemap/${index + 1}</loc></sitemap>`,
  )
  return made(`<sitemapindex xmlns="${SCHEMA}">${parts.join('')}</sitemapindex>`, snapshot)
}

/** Returns a part of the sitemap, numbered from 1 (404 past the last one). */
async function sitemapPart(
  { db, clock, urls }: Pick<Context, 'db' | 'clock' | 'urls'>,
  number: number,
): Promise<MadeResponse> {
  const now = clock()
  const range = { skip: (number - 1) * SIZE, take: SIZE }
  const snapshot = await readSnapshot(db.snapshots)
  const lists = await findMapped(db, range, now)
  if (lists.length === 0 && number > 1) throw notFound('Part of the sitemap')
  const site = siteOf(urls)
  const entries = lists.map(
    ({ slug, updatedAt }) =>
      `<url><loc>${site.url}/lists/${slug}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
  )
  return made(`<urlset xmlns="${SCHEMA}">${entries.join('')}</urlset>`, snapshot)
}

const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Never valid without asking the database, because a list may expire at any time. */
const made = (xml: string, snapshot: string): MadeResponse => ({
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`),
  type: XML,
  snapshot,
  validUntil: new Date(0),
})

/** The pages that crawlers may not read: comparisons, histories, forms, accounts, and the API. */
const DISALLOWED = [
  ...['/v1/', '/compare/', '/lists/*/history', '/lists/*/edit', '/lists/*/report'],
  ...['/sign-in', '/account', '/device', '/moderation', '/reports/'],
]

function robots({ base, url }: Site): string {
  const lines = DISALLOWED.map((path) => `Disallow: ${base}${path}\n`)
  return `User-agent: *\n${lines.join('')}\nSitemap: ${url}/sitemap.xml\n`
}

/** Lifetime of security.txt. RFC 9116 recommends less than a year. */
const SECURITY_TEXT_MS = 360 * 86_400_000

/** Returns security.txt (RFC 9116): where to report a security problem. It is the same all day. */
const securityText = (site: Site, contact: string, now: Date): string => {
  const today = now.toISOString().slice(0, 10)
  const expires = new Date(Date.parse(today) + SECURITY_TEXT_MS)
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${site.url}/.well-known/security.txt`,
    '',
  ].join('\n')
}

const mapped = (now: Date) => ({ AND: [matching({}, now), { authorId: { not: null } }] })

const countMapped = (db: Db, now: Date): Promise<number> => db.list.count({ where: mapped(now) })

const findMapped = (
  db: Db,
  part: { skip: number; take: number },
  now: Date,
): Promise<{ slug: string; updatedAt: Date }[]> =>
  db.list.findMany({ where: mapped(now), ...part, orderBy: { id: 'asc' }, select: { slug: true, updatedAt: true } })
