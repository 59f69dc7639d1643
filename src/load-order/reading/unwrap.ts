import { isPlugin } from '../key.ts'

/*
 * Takes off what surrounds a list in chats, forums and issues: code fences, quotes and some HTML.
 *
 * Problem: people paste a list as it stands in a message.
 * Approach: lines that are no content become empty, so that all others keep their numbers. If a text has code fences, its
 * content is what lies within them.
 * Guarantee: a text without such signs stays as it is. The work grows with the length of the text.
 * Tests: test/load-order/reading/copies.test.ts.
 */

/** Matches a text that may have such lines. Most texts have none. */
const MAY_BE_WRAPPED = /^[ \t]*(?:>|`{3}|~{3}|<\/?(?:details|summary|pre|code|br)\b)/im

/** Matches a line of HTML that has no content, or a heading. */
const HTML = /^(?:<\/?(?:details|summary|pre|code|br)(?:[\s/][^<>]{0,100})?>\s*)+$/i
const SUMMARY = /^(?:<details(?:\s[^<>]{0,100})?>\s*)?<summary>[^<>]*<\/summary>$/i

const FENCE = /^(?:`{3,}|~{3,8}(?!~))/

/** Matches a word that is the name of a mod's file, or a release, rather than a language. */
const FILE = /\.(?:jar|mod)(?:\.disabled)?$|-\d+\.\d+\.\d+$/i

/** Matches the word behind the opening fence that says of which language a text is. */
const LANGUAGE = /^(?:[a-z][\w#.+-]*)?$/i

/** Number of times that quotes are taken off. */
const MAX_QUOTES = 2

/** Reports whether something surrounds the list of a text. */
export const isWrapped = (text: string): boolean => unwrapped(text) !== text

/** Returns a text, whose line ends are LF, without what surrounds its list. Lines keep their numbers. */
export function unwrapped(text: string): string {
  if (!MAY_BE_WRAPPED.test(text)) return text
  let unquoted = text
  for (let times = 0; times < MAX_QUOTES && !UNQUOTED.test(unquoted); times++) unquoted = unquoted.replace(QUOTE, '')
  let lines = unquoted.split('\n')
  if (unquoted.includes('<')) lines = lines.map((line) => (line.includes('<') && isHtml(line.trim()) ? '' : line))
  return (HAS_FENCE.test(unquoted) ? withinFences(lines) : lines).join('\n')
}

/** Matches a filled line without a quote's sign. */
const UNQUOTED = /^[^\S\n\r\u2028\u2029]*[^\s>]/m
const QUOTE = /^[^\S\n\r\u2028\u2029]*> ?/gm

const HAS_FENCE = /`{3}|~{3}/

const isHtml = (line: string): boolean => HTML.test(line) || SUMMARY.test(line)

/** Returns the lines within code fences, and empty lines for the others; all lines if there are no fences. */
function withinFences(lines: string[]): string[] {
  let isInside = false
  let isFound = false
  let length = 0 // of the fence that is open
  const inside = lines.map((line) => {
    if (!HAS_FENCE.test(line)) return isInside ? line : ''
    const trimmed = line.trim()
    const [fence] = FENCE.exec(trimmed) ?? []
    if (fence === undefined) {
      if (!isInside || !endsInFence(trimmed)) return isInside ? line : ''
      isInside = false
      return withoutEnd(line, length)
    }
    isFound = true
    length = fence.length
    const rest = line.trimStart().slice(fence.length)
    const word = rest.trim()
    isInside = !isInside || word !== ''
    if (isLanguage(word)) return ''
    if (endsInFence(word)) isInside = false
    return withoutEnd(rest, length)
  })
  if (!isFound) return lines
  return inside.some((line) => line.trim() !== '') ? inside : lines.map((line) => (FENCE.test(line.trim()) ? '' : line))
}

/** Reports whether a text behind a fence is no content. */
const isLanguage = (text: string): boolean =>
  text === '' || (LANGUAGE.test(text) && !isPlugin(text) && !FILE.test(text.slice(-50)))

const endsInFence = (text: string): boolean => text.endsWith('```') || text.endsWith('~~~')

/** Returns a text without a fence at its end, which is as long as the one that it closes: a code span may stand before it. */
const withoutEnd = (text: string, length: number): string =>
  endsInFence(text.trimEnd()) ? text.trimEnd().slice(0, -length) : text
