const MAX_CHARACTERS = 255

/** Matches characters that could end a line, change the direction of writing, or control a terminal. */
const UNSEEN = /(?!\t)[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu

/**
 * Formats a user's text as a Markdown code span. In a code span, no Markdown renderer shows HTML, links, mentions or
 * emojis; backslash escapes would prevent only HTML and links. Long texts are cut.
 */
export function codeSpan(text: string): string {
  const shown = visible(cut(text))
  if (shown === '') return '(empty)'
  const longest = Math.max(0, ...Array.from(shown.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  // Renderers remove one space at each end if both ends have one and the text is not blank.
  const isTrimmed = shown.startsWith(' ') && shown.endsWith(' ') && /[^ ]/.test(shown)
  const pad = isTrimmed || shown.startsWith('`') || shown.endsWith('`') ? ' ' : ''
  return `${fence}${pad}${shown}${pad}${fence}`
}

/**
 * Returns a user's text with replacements for control characters and for characters that change the text around them.
 */
export const visible = (text: string): string => text.replaceAll(UNSEEN, replacement)

const cut = (text: string): string =>
  text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS).replace(/[\ud800-\udbff]$/, '')}…`

/** Returns Unicode's symbol for a control character, or U+FFFD for other characters. */
function replacement(character: string): string {
  const code = character.charCodeAt(0)
  return String.fromCharCode(code < 0x20 ? 0x2400 + code : code === 0x7f ? 0x2421 : 0xfffd)
}
