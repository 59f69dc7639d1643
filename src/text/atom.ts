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

/** An entry with its content: HTML that is safe for a feed reader to show, or plain text. */
type AtomEntry = AtomEntryHead & ({ html: string } | { text: string })

interface AtomEntryHead {
  id: string
  title: string
  /** Time of the last change. */
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

/**
 * Replaces control characters and lone surrogates, which XML 1.0 can't represent, and CR, which readers would turn into
 * LF.
 */
const xmlText = (text: string): string =>
  text.replaceAll(/[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
