import { type XmlAttribute, XmlDocument, type XmlNode } from 'libxml2-wasm'

const NAMESPACES = { a: 'http://www.w3.org/2005/Atom' }

interface ReadFeed {
  id: string
  title: string
  updated: string
  author: string
  /** Addresses by link relation. */
  links: Record<string, string>
  entries: { id: string; title: string; updated: string; type: string; content: string }[]
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/**
 * Parses a feed. Throws unless it is well-formed, and it and each entry have one id of their own, one title and one time
 * of the last update (RFC 4287, 4.1.1 and 4.1.2), and an author.
 */
export function readAtom(xml: Uint8Array | string): ReadFeed {
  const document = XmlDocument.fromBuffer(Buffer.from(xml))
  try {
    const feed = document.root
    const feeds = [feed, ...feed.find('a:entry', NAMESPACES)]
    for (const node of feeds) {
      for (const name of ['a:id', 'a:title', 'a:updated'])
        if (node.find(name, NAMESPACES).length !== 1) throw new Error(`not one ${name}: ${node.toString()}`)
      if (!TIME.test(textOf(node, 'a:updated'))) throw new Error(`no time: ${textOf(node, 'a:updated')}`)
    }
    if (feed.find('a:author/a:name', NAMESPACES).length !== 1) throw new Error('the feed has no author')
    const ids = feeds.map((node) => textOf(node, 'a:id'))
    if (new Set(ids).size < ids.length) throw new Error(`ids come twice: ${ids.join(' ')}`)
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
