import XMLBuilder from 'fast-xml-builder'

/** A feed of texts (RFC 4287). Times are in the form of src/text/timestamp.ts, addresses are absolute. */
export interface AtomFeed {
  id: string
  title: string
  author: string
  updated: string
  /** Where the feed is, and the page that it is the feed of. */
  self: string
  alternate: string
  entries: readonly AtomEntry[]
}

export interface AtomEntry {
  id: string
  title: string
  /** When it was published, and last changed. */
  updated: string
  /** Safe HTML: a feed reader shows it as it is. */
  html: string
}

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: true })

/** The feed as an Atom document. Texts may hold anything: what XML has no way to write is shown by U+FFFD. */
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

/** XML 1.0 has neither most control characters, escaped or not, nor halves of surrogate pairs; a CR would be read as a LF. */
const xmlText = (text: string): string =>
  text.replaceAll(/[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
