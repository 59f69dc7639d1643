const MAX_CHARACTERS = 255

/** What would end a line for some readers, turn the direction of what follows, or steer a terminal. */
const UNSEEN = /(?!\t)[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu

/**
 * A text that people wrote, for Markdown: as a code span, in which nothing is HTML, a link, a mention or an emoji to any
 * reader of Markdown, while backslashes before punctuation help against none but the first. Long texts are cut.
 */
export function codeSpan(text: string): string {
  const shown = visible(cut(text))
  if (shown === '') return '(empty)'
  const longest = Math.max(0, ...Array.from(shown.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  // One space is taken off at each end where both have one, and something else is between.
  const pad = /^`|`$|^ .*[^ ].* $/.test(shown) ? ' ' : ''
  return `${fence}${pad}${shown}${pad}${fence}`
}

/** A text that people wrote, with stand-ins for characters that can't be seen or that change how others are. */
export const visible = (text: string): string => text.replaceAll(UNSEEN, standIn)

const cut = (text: string): string =>
  text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS).replace(/[\ud800-\udbff]$/, '')}…`

/** Control characters have pictures of themselves in Unicode. */
function standIn(character: string): string {
  const code = character.charCodeAt(0)
  return String.fromCharCode(code < 0x20 ? 0x2400 + code : code === 0x7f ? 0x2421 : 0xfffd)
}
