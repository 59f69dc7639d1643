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

/** Matches a word that is the name of a mod's file, or a release, rather than a language. */
const FILE = /\.(?:jar|mod)(?:\.disabled)?$|-\d+\.\d+\.\d+$/i

/** Matches the word behind the opening fence that says of which language a text is. */
const LANGUAGE = /^(?:[a-z][\w#.+-]*)?$/i
const MAX_QUOTES = 2

/** Reports whether something surrounds the list of a text. */
export const isWrapped = (text: string): boolean => unwrapped(text) !== text

/** Texts of which every text has one that something surrounds. It takes less time to look for them than for lines. */
const SIGNS = ['>', '```', '~~~']

/** Returns a text, whose line ends are LF, without what surrounds its list. Lines keep their numbers. */
export function unwrapped(text: string): string {
  if (!SIGNS.some((sign) => text.includes(sign)) || !MAY_BE_WRAPPED.test(text)) return text
  let lines = text.split('\n')
  for (let times = 0; times < MAX_QUOTES && lines.every(isQuoted); times++)
    for (const [at, line] of lines.entries()) lines[at] = withoutQuote(line)
  if (text.includes('<')) lines = lines.map((line) => (line.includes('<') && isHtml(line.trim()) ? '' : line))
  return (text.includes('```') || text.includes('~~~') ? withinFences(lines) : lines).join('\n')
}

/** Reports whether a line begins with the sign of a quote, or is empty. */
function isQuoted(line: string): boolean {
  const text = line.trimStart()
  return text === '' || text.startsWith('>')
}

function withoutQuote(line: string): string {
  const start = line.indexOf('>') + 1
  return line.slice(start > 0 && line[start] === ' ' ? start + 1 : start)
}

const isHtml = (line: string): boolean => HTML.test(line) || SUMMARY.test(line)

/** Returns the length of the fence that a line begins with; 0 without one. */
function fenceLength(line: string): number {
  const sign = line[0]
  if (sign !== '`' && sign !== '~') return 0
  let length = 1
  while (line[length] === sign) length++
  return length >= 3 && (sign === '`' || length <= 8) ? length : 0
}

/** Returns the lines within code fences, and empty lines for the others; all lines if there are no fences. */
function withinFences(lines: string[]): string[] {
  let isInside = false
  let isFound = false
  let length = 0 // of the fence that is open
  const inside = lines.map((line) => {
    const trimmed = line.trimStart()
    const found = fenceLength(trimmed)
    if (found === 0) {
      if (!isInside) return ''
      isInside = !endsInFence(line)
      return isInside ? line : withoutEnd(line, length)
    }
    isFound = true
    length = found
    const rest = trimmed.slice(length)
    const word = rest.trim()
    isInside = !isInside || word !== ''
    if (isLanguage(word)) return ''
    if (endsInFence(word)) isInside = false
    return withoutEnd(rest, length)
  })
  if (!isFound) return lines
  return inside.some((line) => line.trim() !== '')
    ? inside
    : lines.map((line) => (fenceLength(line.trimStart()) > 0 ? '' : line))
}

const isLanguage = (text: string): boolean =>
  text === '' || (LANGUAGE.test(text) && !isPlugin(text) && !FILE.test(text.slice(-50)))

function endsInFence(text: string): boolean {
  const trimmed = text.trimEnd()
  return trimmed.endsWith('```') || trimmed.endsWith('~~~')
}

/** Returns a text without a fence at its end, which is as long as the one that it closes: a code span may stand before it. */
const withoutEnd = (text: string, length: number): string =>
  endsInFence(text) ? text.trimEnd().slice(0, -length) : text
