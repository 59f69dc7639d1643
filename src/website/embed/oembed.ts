import { z } from 'zod'
import { notFound } from '../../errors.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import { isSlug } from '../../lists/slug.ts'
import type { Site } from '../parts/site.ts'

/** Size of the frame that shows a list on another website, in CSS pixels. */
const FRAME = { width: 400, height: 120 }

/** Returns the HTML that shows a list on another website, in a frame of this size. */
export const frameOf = (site: Site, slug: string, { width, height } = FRAME): string =>
  `<iframe src="${site.url}/embed/${slug}" width="${width}" height="${height}"></iframe>`

const size = z.coerce.number().int().min(1).optional().catch(undefined)

const ADDRESS = "The parameter url must be the address of a list's page."

/** The query of an oEmbed request (https://oembed.com, 2.2). Unknown parameters are ignored. */
export const OembedQuery = z.object({
  url: z.string(ADDRESS).min(1, ADDRESS),
  format: z.string().default('json'),
  maxwidth: size,
  maxheight: size,
})

/** Returns the slug of the list whose page is at `address`. Throws if it is no page of a list of this site (404). */
export function embeddedSlug(site: Site, address: string): string {
  const start = `${site.url}/lists/`
  const slug = address.startsWith(start) ? (address.slice(start.length).split(/[/?#]/, 1)[0] ?? '') : ''
  if (!isSlug(slug)) throw notFound('List')
  return slug
}

/** Returns the address at which other sites learn how to show a list. */
export const oembedAddress = (site: Site, slug: string): string =>
  `${site.url}/oembed?url=${encodeURIComponent(`${site.url}/lists/${slug}`)}`

/** Returns what a site needs to show a list in a frame: an oEmbed response of the type `rich`. */
export function oembedOf(site: Site, list: ListSummary, { maxwidth, maxheight }: z.output<typeof OembedQuery>) {
  const frame = {
    width: Math.min(FRAME.width, maxwidth ?? FRAME.width),
    height: Math.min(FRAME.height, maxheight ?? FRAME.height),
  }
  return {
    version: '1.0',
    type: 'rich',
    title: list.version === null ? list.name : `${list.name} ${list.version}`,
    ...(list.author !== null && {
      author_name: list.author.name,
      author_url: `${site.url}/authors/${encodeURIComponent(list.author.name)}`,
    }),
    provider_name: site.info.name,
    provider_url: site.url,
    html: frameOf(site, list.slug, frame),
    ...frame,
  }
}
