const QUOTE = 0x22
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

/** How many bytes a byte takes within a JSON string: the other control characters are written in hexadecimal. */
const SIZES = ESCAPES.map((escaped, byte) => {
  if (escaped !== 0) return 2
  return byte < 0x20 ? 6 : 1
})

/** A text in UTF-8 as a JSON string, quotes included: JSON.stringify on bytes, for texts too long to pause for. */
export function toJson(text: Uint8Array): Uint8Array<ArrayBuffer> {
  let size = 2
  // By index here and below: iterators take several times as long on a million bytes.
  for (let at = 0; at < text.length; at++) size += SIZES[text[at] ?? 0] ?? 1
  const json = new Uint8Array(size)
  json[0] = json[size - 1] = QUOTE

  let end = 1
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] ?? 0
    const taken = SIZES[byte]
    if (taken === 1) json[end++] = byte
    else {
      json[end++] = BACKSLASH
      if (taken === 2) json[end++] = ESCAPES[byte] ?? byte
      else {
        json.set(Buffer.from(`u${byte.toString(16).padStart(4, '0')}`), end)
        end += 5
      }
    }
  }
  return json
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
