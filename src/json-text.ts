const BACKSLASH = 0x5c
const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d]

/** Between two lines of an array of them. */
const LINE_BREAK = '","'

/** Control characters but for line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\0-\x09\x0b\x0c\x0e-\x1f]/g

/** What follows the backslash, for the bytes that are escaped by one character. */
const ESCAPES = new Uint8Array(256)
for (const character of '\b\t\n\f\r"\\') {
  ESCAPES[character.charCodeAt(0)] = JSON.stringify(character).charCodeAt(2)
}

/** Whether a byte of a text in UTF-8 stands for itself within a JSON string. */
export const STANDS = ESCAPES.map((escaped, byte) => (escaped === 0 && byte >= 0x20 ? 1 : 0))

/** As many bytes as the other control characters take, being written in hexadecimal; all others take one or two. */
export const LONGEST_ESCAPE = 6

/** Writes a byte that does not stand for itself into a JSON string, and gives where that then ends. */
export function writeEscape(json: Uint8Array, start: number, byte: number): number {
  const escaped = ESCAPES[byte] ?? 0
  json[start] = BACKSLASH
  if (escaped === 0) json.set(Buffer.from(`u${byte.toString(16).padStart(4, '0')}`), start + 1)
  else json[start + 1] = escaped
  return start + (escaped === 0 ? LONGEST_ESCAPE : 2)
}

/**
 * The lines of a text in UTF-8 as a JSON array of strings. CRLF and CR are line ends too; a final line end makes no
 * extra empty line, and an empty text has no lines.
 */
export function linesToJson(text: Buffer): Buffer {
  if (text.length === 0) return Buffer.from('[]')
  // Byte by byte as characters, since all that is looked for is ASCII: strings are searched natively.
  const written = text
    .toString('latin1', 0, text.length - finalLineEnd(text))
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replace(CONTROLS, (character) => JSON.stringify(character).slice(1, -1))
    .replaceAll('\r\n', LINE_BREAK)
    .replaceAll('\n', LINE_BREAK)
    .replaceAll('\r', LINE_BREAK)
  return Buffer.from(`["${written}"]`, 'latin1')
}

function finalLineEnd(text: Buffer): number {
  const last = text.at(-1)
  if (last === LINE_FEED) return text.at(-2) === CARRIAGE_RETURN ? 2 : 1
  return last === CARRIAGE_RETURN ? 1 : 0
}
