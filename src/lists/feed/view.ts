import type { Urls } from '../../context.ts'
import { atomFeed } from '../../text/atom.ts'
import { tagUri, tagUriOfList } from '../../text/tag-uri.ts'
import { timestamp } from '../../text/timestamp.ts'
import type { ListRow } from '../queries.ts'

/** Number of lists in a feed. */
export const FEED_SIZE = 30

/** Returns an Atom feed of lists (RFC 4287). `parameters` is the encoded query string of the feed's address. */
export function feedOfLists(rows: readonly ListRow[], parameters: string, { api, website, site }: Urls): string {
  const query = parameters === '' ? '' : `?${parameters}`
  const times = rows.map(({ updatedAt }) => updatedAt.getTime())
  return atomFeed({
    id: tagUri(api, FIRST_DAY, `/v1/lists${query}`),
    title: `Lists of ${site?.name ?? 'this catalog'}`,
    author: site?.name ?? 'mod-list-catalog',
    updated: timestamp(new Date(Math.max(0, ...times))),
    self: `${api}/v1/lists.atom${query}`,
    alternate: `${website}/lists`,
    entries: rows.map((row) => ({
      id: tagUriOfList(api, row),
      title: [row.name, row.version].filter((text) => text !== null).join(' '),
      author: row.author?.name ?? 'anonymous',
      published: timestamp(row.createdAt),
      updated: timestamp(row.updatedAt),
      alternate: `${website}/lists/${row.slug}`,
      text: [row.game.name, row.description].filter((text) => text).join('\n\n'),
    })),
  })
}

/** A day on which the catalog's address belonged to its operator, as tag URIs need one. */
const FIRST_DAY = '2026-11-01'
