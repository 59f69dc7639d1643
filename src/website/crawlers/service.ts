import type { Context } from '../../context.ts'
import { readSnapshot } from '../../db/snapshot.ts'
import { notFound } from '../../errors.ts'
import type { MadeResponse } from '../../http/cache/cached-response.ts'
import { type Site, siteOf } from '../parts/site.ts'
import { countMapped, findMapped } from './queries.ts'

/** Maximum number of lists in one part of the sitemap, as the sitemap protocol allows. */
const SIZE = 50_000

const XML = 'application/xml; charset=utf-8'

/** Returns the sitemap of all public lists with an author; an index of its parts if there are too many. */
export async function sitemap({ db, clock, urls }: Context): Promise<MadeResponse> {
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
export async function sitemapPart(
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

export function robots({ base, url }: Site): string {
  const lines = DISALLOWED.map((path) => `Disallow: ${base}${path}\n`)
  return `User-agent: *\n${lines.join('')}\nSitemap: ${url}/sitemap.xml\n`
}

/** Lifetime of security.txt. RFC 9116 recommends less than a year. */
const SECURITY_TEXT_MS = 360 * 86_400_000

/** Returns security.txt (RFC 9116): where to report a security problem. It is the same all day. */
export const securityText = (site: Site, contact: string, now: Date): string => {
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
