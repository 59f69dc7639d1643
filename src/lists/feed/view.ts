import type { Urls } from '../../context.ts'
import { atomFeed } from '../../text/atom.ts'
import { tagUri, tagUriOfList } from '../../text/tag-uri.ts'
import { timestamp } from '../../text/timestamp.ts'
import type { ListRow } from '../queries.ts'
import { FEED_PARAMETERS } from '../schemas.ts'

/** Number of lists in a feed. */
export const FEED_SIZE = 30

/**
 * Returns the encoded parameters that choose the lists of a feed, in the order of the query string `search`. Others, such
 * as those that trackers add to links, do not change the id of the feed.
 */
export function feedParameters(search: string): string {
  const parameters = [...new URLSearchParams(search)]
  const isKnown = (name: string) => name.startsWith('filter[') || FEED_PARAMETERS.includes(name) // or `filter[mod][0]`
  return new URLSearchParams(parameters.filter(([name]) => isKnown(name))).toString()
}

/** Returns an Atom feed of lists (RFC 4287). `parameters` are those of `feedParameters`. */
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
