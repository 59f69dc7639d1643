import XMLBuilder from 'fast-xml-builder'

/** An Atom feed (RFC 4287). Times have the format of src/text/timestamp.ts; URLs are absolute. */
export interface AtomFeed {
  id: string
  title: string
  author: string
  updated: string
  /** URL of the feed. */
  self: string
  /** URL of the page that the feed belongs to. */
  alternate: string
  entries: readonly AtomEntry[]
}

interface AtomEntry {
  id: string
  title: string
  /** Time when the entry was published. It never changes afterwards. */
  updated: string
  /** HTML that is safe for a feed reader to show. */
  html: string
}

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: true })

/** Returns the feed as an Atom document. Characters that XML can't represent are replaced by U+FFFD. */
export function atomFeed({ id, title, author, updated, self, alternate, entries }: AtomFeed): string {
  const page = { '@rel': 'alternate', '@type': 'text/html', '@href': xmlText(alternate) }
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'utf-8' },
    feed: {
      '@xmlns': 'http://www.w3.org/2005/Atom',
      id: xmlText(id),
      title: xmlText(title),
      author: { name: xmlText(author) },
      updated,
      link: [{ '@rel': 'self', '@type': 'application/atom+xml', '@href': xmlText(self) }, page],
      entry: entries.map((entry) => ({
        id: xmlText(entry.id),
        title: xmlText(entry.title),
        published: entry.updated,
        updated: entry.updated,
        link: page,
        content: { '@type': 'html', '#text': xmlText(entry.html) },
      })),
    },
  })
}

/**
 * Replaces control characters and lone surrogates, which XML 1.0 can't represent, and CR, which readers would turn into
 * LF.
 */
const xmlText = (text: string): string =>
  text.replaceAll(/[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
