import sax, { type QualifiedTag, type Tag } from 'sax'

/** What can stand before the root of an XML text, with its end. A declaration can have others inside. */
const SKIPPED = [
  { start: '<?', end: '?>' },
  { start: '<!--', end: '-->' },
  { start: '<!', end: '' },
] as const

const MAX_NAME = 100

/** Maximum number of attributes of an element. Real ones have a few; the parser is slow with thousands. */
const MAX_ATTRIBUTES = 1_000

/**
 * Returns the name of the root element of an XML text; undefined if the text does not begin like XML. A reader looks for
 * its root first, because the parser is slow with texts that are not XML.
 */
export function rootOf(text: string): string | undefined {
  let at = text.length - text.trimStart().length
  while (text[at] === '<') {
    const skipped = SKIPPED.find(({ start }) => text.startsWith(start, at))
    if (skipped === undefined) return /^[^\s/>]+/.exec(text.slice(at + 1, at + 1 + MAX_NAME))?.[0]
    const end = text.indexOf(skipped.end, at + skipped.start.length)
    at = end === -1 ? -1 : text.indexOf('<', end + skipped.end.length)
  }
  return undefined
}

interface XmlVisitor {
  /** Called for each start tag. `path` has the names of the open elements, the new one included. */
  open?(path: readonly string[], attributes: Readonly<Record<string, string>>): void
  /** Called for text. Long text comes in several pieces. */
  text?(path: readonly string[], part: string): void
  /** Called before an element is closed. */
  close?(path: readonly string[]): void
}

/** Reports whether the open elements are those of a path. */
export const isAt = (path: readonly string[], wanted: readonly string[]): boolean =>
  path.length === wanted.length && path.every((name, depth) => name === wanted[depth])

/** Returns the XML of a text: from the first line that begins like it to the last end of a tag. */
export function xmlIn(text: string): string {
  const start = text.search(/^[ \t\ufeff]*</m)
  return start === -1 ? text : text.slice(start, text.lastIndexOf('>') + 1 || undefined)
}

/**
 * Visits the elements of an XML text in their order. Returns the name of the root: null if it is none of `roots`, and then
 * nothing is visited; undefined if the syntax is broken. The parser builds no tree, and expands no entities that the file
 * defines: a file that uses one counts as broken.
 */
export function visitXml(
  written: string,
  roots: readonly string[],
  { open, text: take, close }: XmlVisitor,
): string | null | undefined {
  const text = xmlIn(written)
  const root = rootOf(text)
  if (root === undefined || !roots.includes(root)) return root === undefined ? undefined : null
  const parser = sax.parser(true)
  const path: string[] = []
  parser.onerror = (error) => {
    throw error // later errors would only take time
  }
  let attributes = 0 // of the element that is being read
  parser.onattribute = () => {
    if (++attributes > MAX_ATTRIBUTES) throw new Error('too many attributes')
  }
  parser.onopentag = (tag: Tag | QualifiedTag) => {
    attributes = 0
    path.push(tag.name)
    open?.(path, tag.attributes as Tag['attributes'])
  }
  if (take !== undefined) {
    parser.ontext = (part) => take(path, part)
    parser.oncdata = (part) => take(path, part)
  }
  parser.onclosetag = () => {
    close?.(path)
    path.pop()
  }
  try {
    parser.write(text).close()
    return root
  } catch {
    return undefined
  }
}
