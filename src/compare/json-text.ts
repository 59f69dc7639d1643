const QUOTE = 0x22
const BACKSLASH = 0x5c

/** The letter that stands for a control character after a backslash; the others are written in hexadecimal. */
const LETTERS = new Map([...'btnfr'].map((letter) => [JSON.parse(`"\\${letter}"`).charCodeAt(0), letter.charCodeAt(0)]))

/** How many bytes a byte takes within a JSON string. */
const SIZES = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === QUOTE || byte === BACKSLASH || LETTERS.has(byte)) return 2
  return byte < 0x20 ? 6 : 1
})

/** A text in UTF-8 as a JSON string, quotes included: JSON.stringify on bytes, for texts too long to pause for. */
export function toJson(text: Uint8Array): Uint8Array<ArrayBuffer> {
  let size = 2
  for (const byte of text) size += SIZES[byte] ?? 1
  const json = new Uint8Array(size)
  json[0] = json[size - 1] = QUOTE

  let end = 1
  for (const byte of text) {
    if (SIZES[byte] === 1) json[end++] = byte
    else end = writeEscaped(json, end, byte)
  }
  return json
}

function writeEscaped(json: Uint8Array, end: number, byte: number): number {
  json[end] = BACKSLASH
  if (SIZES[byte] === 2) {
    json[end + 1] = LETTERS.get(byte) ?? byte
    return end + 2
  }
  json.set(Buffer.from(`u${byte.toString(16).padStart(4, '0')}`), end + 1)
  return end + 6
}
