import type { Piece } from './join-bytes.ts'

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d]
const [HEXADECIMAL, ZERO] = [0x75, 0x30] // of \u0000
const DIGITS = Buffer.from('0123456789abcdef')

/** The character after the backslash, for bytes that JSON escapes with one character; 0 for other bytes. */
const ESCAPES = new Uint8Array(256)
for (const character of '\b\t\n\f\r"\\') {
  ESCAPES[character.charCodeAt(0)] = JSON.stringify(character).charCodeAt(2)
}

/** 1 for each byte that a JSON string contains unescaped, otherwise 0. */
const STANDS = ESCAPES.map((escaped, byte) => (escaped === 0 && byte >= 0x20 ? 1 : 0))

/** Maximum length of an escaped byte: that of \u0000. Only control characters need it; other bytes take at most two. */
const LONGEST_ESCAPE = 6

/** The number of bytes in which each byte of a text is written. A line end becomes `","`. */
const LENGTHS = STANDS.map((stands, byte) => {
  if (byte === LINE_FEED || byte === CARRIAGE_RETURN) return 3
  if (stands === 1) return 1
  return ESCAPES[byte] === 0 ? LONGEST_ESCAPE : 2
})

/** Writes a byte that must be escaped into a JSON string at `start`. Returns the position after it. */
function writeEscape(json: Uint8Array, start: number, byte: number): number {
  const escaped = ESCAPES[byte] ?? 0
  let end = start
  json[end++] = BACKSLASH
  if (escaped !== 0) json[end++] = escaped
  else {
    // Written byte by byte for speed: a file may consist of such characters only.
    json[end++] = HEXADECIMAL
    json[end++] = ZERO
    json[end++] = ZERO
    json[end++] = DIGITS[byte >> 4] ?? 0
    json[end++] = DIGITS[byte & 0xf] ?? 0
  }
  return end
}

/**
 * Returns the lines of a UTF-8 text as a JSON array of strings. LF, CRLF and CR are line ends. A final line end does
 * not add an empty line, and an empty text has no lines.
 */
export function linesToJson(text: Uint8Array): Buffer {
  if (text.length === 0) return Buffer.from('[]')
  const lines = text.subarray(0, text.length - finalLineEnd(text))
  const json = scratchBuffer(LONGEST_ESCAPE * lines.length + '[""]'.length)
  return Buffer.from(json.subarray(0, writeLines(json, 0, lines)))
}

/** Size in bytes of a text from which its lines are not copied, but written where they are joined. */
const LARGE_BYTES = 2 ** 18

/** Returns the same as linesToJson, as a piece for joinBytes. A large text takes the memory of its lines only once. */
export function linesPiece(text: Uint8Array): Piece {
  if (text.length < LARGE_BYTES) return linesToJson(text)
  const lines = text.subarray(0, text.length - finalLineEnd(text))
  return { length: lengthOf(lines), writeTo: (json, start) => void writeLines(json, start, lines) }
}

/**
 * Buffer of the longest possible length, reused between calls. Computing the exact length first takes extra time, which
 * only large texts are worth.
 */
let scratch = Buffer.alloc(0)

function scratchBuffer(bytes: number): Buffer {
  if (scratch.length < bytes) scratch = Buffer.allocUnsafeSlow(bytes)
  return scratch
}

function lengthOf(lines: Uint8Array): number {
  let length = '[""]'.length
  // By index, here and below, because iterators are several times slower.
  for (let at = 0; at < lines.length; at++) {
    const byte = lines[at] ?? 0
    if (byte !== CARRIAGE_RETURN || lines[at + 1] !== LINE_FEED) length += LENGTHS[byte] ?? 0
  }
  return length
}

/** Writes lines at `start`. Returns the position after them. */
function writeLines(json: Buffer, start: number, lines: Uint8Array): number {
  let end = start + json.write('["', start)
  for (let at = 0; at < lines.length; at++) {
    const byte = lines[at] ?? 0
    if (STANDS[byte] === 1) json[end++] = byte
    else if (byte === LINE_FEED || (byte === CARRIAGE_RETURN && lines[at + 1] !== LINE_FEED)) {
      json[end++] = QUOTE
      json[end++] = COMMA
      json[end++] = QUOTE
    } else if (byte !== CARRIAGE_RETURN) end = writeEscape(json, end, byte)
  }
  return end + json.write('"]', end)
}

function finalLineEnd(text: Uint8Array): number {
  const last = text.at(-1)
  if (last === LINE_FEED) return text.at(-2) === CARRIAGE_RETURN ? 2 : 1
  return last === CARRIAGE_RETURN ? 1 : 0
}

/** Number of entries that are written, or left out, together. */
const BATCH = 100

/**
 * Writes entries as a JSON array, which is cut at `maxBytes` but has at least one batch. Also returns the number of
 * entries written.
 */
export function cutJsonArray(entries: readonly unknown[], maxBytes: number): { json: string; count: number } {
  const batches: string[] = []
  let bytes = 0
  for (let at = 0; at < entries.length; at += BATCH) {
    const batch = JSON.stringify(entries.slice(at, at + BATCH)).slice(1, -1)
    bytes += Buffer.byteLength(batch)
    if (bytes > maxBytes && at > 0) break
    batches.push(batch)
  }
  return { json: `[${batches.join(',')}]`, count: Math.min(entries.length, batches.length * BATCH) }
}
