import XMLBuilder from 'fast-xml-builder'
import { timestamp } from './timestamp.ts'

export interface AtomFeed {
  id: string
  title: string
  author: string
  updated: string
  self: string
  alternate: string
  entries: readonly AtomEntry[]
}

/** An entry with its content: HTML that is safe for a feed reader to show, or plain text. */
type AtomEntry = AtomEntryHead & ({ html: string } | { text: string })

interface AtomEntryHead {
  id: string
  title: string
  updated: string
  /** Time when the entry was published; by default `updated`, for an entry that never changes. */
  published?: string
  /** The author, if not that of the feed. */
  author?: string
  /** URL of the entry's page, if not that of the feed. */
  alternate?: string
}

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: true })

/** Returns the feed as an Atom document. Characters that XML can't represent are replaced by U+FFFD. */
export function atomFeed({ id, title, author, updated, self, alternate, entries }: AtomFeed): string {
  const pageAt = (url: string) => ({ '@rel': 'alternate', '@type': 'text/html', '@href': xmlText(url) })
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'utf-8' },
    feed: {
      '@xmlns': 'http://www.w3.org/2005/Atom',
      id: xmlText(id),
      title: xmlText(title),
      author: { name: xmlText(author) },
      updated,
      link: [{ '@rel': 'self', '@type': 'application/atom+xml', '@href': xmlText(self) }, pageAt(alternate)],
      entry: entries.map((entry) => ({
        id: xmlText(entry.id),
        title: xmlText(entry.title),
        ...(entry.author !== undefined && { author: { name: xmlText(entry.author) } }),
        published: entry.published ?? entry.updated,
        updated: entry.updated,
        link: pageAt(entry.alternate ?? alternate),
        content:
          'html' in entry
            ? { '@type': 'html', '#text': xmlText(entry.html) }
            : { '@type': 'text', '#text': xmlText(entry.text) },
      })),
    },
  })
}

/** Replaces characters that XML 1.0 can't represent, and CR, which readers would turn into LF. */
const xmlText = (text: string): string =>
  text.replaceAll(/[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')

/** Returns a tag URI (RFC 4151) for something of the catalog at `api`. `day` is a day on which it was there. */
export const tagUri = (api: string, day: string, path: string): string => `tag:${authorityOf(api)},${day}:${path}`

/** Returns the tag URI of a list. It has the time of the list's creation, so that a later list with its slug has another. */
export function tagUriOfList(api: string, { slug, createdAt }: { slug: string; createdAt: Date }): string {
  const created = timestamp(createdAt)
  return tagUri(api, created.slice(0, 10), `/v1/lists/${slug}/${created}`)
}

/** Returns the host of a URL; `localhost` for IPv6, which a tag URI can't contain. */
function authorityOf(address: string): string {
  const { hostname } = new URL(address)
  return /^[a-z0-9.-]+$/.test(hostname) ? hostname : 'localhost'
}
