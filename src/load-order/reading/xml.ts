/** What can stand before the root of an XML text, with its end. A declaration can have others inside. */
const SKIPPED = [
  { start: '<?', end: '?>' },
  { start: '<!--', end: '-->' },
  { start: '<!', end: '' },
] as const

/** Maximum length of the name of a root. */
const MAX_NAME = 100

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
