const QUOTE = 0x22
const BACKSLASH = 0x5c

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
