import type { Urls } from '../../context.ts'
import { atomFeed } from '../../text/atom.ts'
import { tagAuthority } from '../../text/tag-uri.ts'
import { timestamp } from '../../text/timestamp.ts'
import type { ListRow } from '../queries.ts'

/** Number of lists in a feed. */
export const FEED_SIZE = 30

/**
 * Returns an Atom feed of lists (RFC 4287). `parameters` is the encoded query string of the feed's address. Ids are tag URIs (RFC
 * 4151) with the time when a list was created, so that a later list with the same slug has another one.
 */
export function feedOfLists(rows: readonly ListRow[], parameters: string, urls: Urls): string {
  const query = parameters === '' ? '' : `?${parameters}`
  const tag = (day: string, rest: string) => `tag:${tagAuthority(urls.api)},${day}:/v1/lists${rest}`
  const times = rows.map(({ updatedAt }) => updatedAt.getTime())
  return atomFeed({
    id: tag(FIRST_DAY, query),
    title: `Lists of ${urls.site?.name ?? 'this catalog'}`,
    author: urls.site?.name ?? 'mod-list-catalog',
    updated: timestamp(new Date(Math.max(0, ...times))),
    self: `${urls.api}/v1/lists.atom${query}`,
    alternate: `${urls.website}/lists`,
    entries: rows.map((row) => {
      const created = timestamp(row.createdAt)
      return {
        id: tag(created.slice(0, 10), `/${row.slug}/${created}`),
        title: [row.name, row.version].filter((text) => text !== null).join(' '),
        author: row.author?.name ?? 'anonymous',
        published: created,
        updated: timestamp(row.updatedAt),
        alternate: `${urls.website}/lists/${row.slug}`,
        text: [row.game.name, row.description].filter((text) => text).join('\n\n'),
      }
    }),
  })
}

/** A day on which the catalog's address belonged to its operator, as tag URIs need one. */
const FIRST_DAY = '2026-11-01'
