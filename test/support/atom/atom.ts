import { readFileSync } from 'node:fs'
import { RelaxNGValidator, type XmlAttribute, XmlDocument, type XmlNode } from 'libxml2-wasm'

const NAMESPACES = { a: 'http://www.w3.org/2005/Atom' }
const grammar = XmlDocument.fromBuffer(readFileSync(new URL('./atom.rng', import.meta.url)))
const validator = RelaxNGValidator.fromDoc(grammar)

interface ReadFeed {
  id: string
  title: string
  updated: string
  author: string
  /** Addresses by link relation. */
  links: Record<string, string>
  entries: { id: string; title: string; updated: string; type: string; content: string }[]
}

/**
 * Parses a feed. Throws unless the feed is well-formed, matches the grammar atom.rng, and follows the rules of RFC 4287
 * that the grammar does not have: ids are unique (4.1.1), alternate links have different types (4.1.1, 4.1.2), and an
 * entry without content has an alternate link (4.1.2).
 */
export function readAtom(xml: Uint8Array | string): ReadFeed {
  const document = XmlDocument.fromBuffer(Buffer.from(xml))
  try {
    validator.validate(document)
    const feed = document.root
    const feeds = [feed, ...feed.find('a:entry', NAMESPACES)]
    const ids = feeds.map((node) => textOf(node, 'a:id'))
    if (new Set(ids).size < ids.length) throw new Error(`ids come twice: ${ids.join(' ')}`)
    for (const node of feeds) {
      const alternates = node.find("a:link[not(@rel) or @rel='alternate']", NAMESPACES)
      const types = alternates.map((link) => `${textOf(link, '@type')} ${textOf(link, '@hreflang')}`)
      if (node !== feed && types.length === 0 && node.get('a:content', NAMESPACES) === null)
        throw new Error('an entry has neither content nor a place where it is')
      if (new Set(types).size < types.length) throw new Error(`alternates come twice: ${types.join(', ')}`)
    }
    return {
      id: textOf(feed, 'a:id'),
      title: textOf(feed, 'a:title'),
      updated: textOf(feed, 'a:updated'),
      author: textOf(feed, 'a:author/a:name'),
      links: Object.fromEntries(
        feed.find('a:link', NAMESPACES).map((link) => [textOf(link, '@rel'), textOf(link, '@href')]),
      ),
      entries: feed.find('a:entry', NAMESPACES).map((entry) => ({
        id: textOf(entry, 'a:id'),
        title: textOf(entry, 'a:title'),
        updated: textOf(entry, 'a:updated'),
        type: textOf(entry, 'a:content/@type'),
        content: textOf(entry, 'a:content'),
      })),
    }
  } finally {
    document.dispose()
  }
}

function textOf(node: XmlNode, path: string): string {
  const found = node.get(path, NAMESPACES)
  return found === null ? '' : ((found as XmlAttribute).value ?? found.content)
}
