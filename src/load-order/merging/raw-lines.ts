import iconv from 'iconv-lite'
import { decodeText, type Encoding, encodingOf } from '../../text/encoding.ts'
import { splitLines } from '../../text/lines.ts'

/** A stored file as lines of bytes. Bytes that do not change can be written back without decoding them. */
interface RawLines {
  encoding: Encoding
  /** The decoded lines, without line ends. */
  texts: readonly string[]
  /** Where each line begins; the last element is the length of the file. Bytes before the first line are its mark. */
  starts: Int32Array
  /** Where the text of each line ends, and its line end begins. */
  ends: Int32Array
}

const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d]

/** Finds the lines of a file: the same lines as in its decoded text. */
export function rawLines(bytes: Uint8Array): RawLines {
  const encoding = encodingOf(bytes)
  const texts = splitLines(decodeText(bytes))
  const starts = new Int32Array(texts.length + 1)
  const ends = new Int32Array(texts.length)
  const unit = encoding.startsWith('utf-16') ? 2 : 1
  const [low, high] = encoding === 'utf-16be' ? [1, 0] : [0, 1]
  const codeAt = (at: number): number | undefined =>
    unit === 1 ? bytes[at] : at + 1 < bytes.length ? (bytes[at + low] ?? 0) | ((bytes[at + high] ?? 0) << 8) : undefined

  let at = markBytes(bytes, encoding)
  for (let line = 0; line < texts.length; line++) {
    starts[line] = at
    while (at < bytes.length && codeAt(at) !== LINE_FEED && codeAt(at) !== CARRIAGE_RETURN) at += unit
    at = Math.min(at, bytes.length) // UTF-16 may end in half a character
    ends[line] = at
    if (at < bytes.length) at += codeAt(at) === CARRIAGE_RETURN && codeAt(at + unit) === LINE_FEED ? 2 * unit : unit
  }
  starts[texts.length] = bytes.length
  return { encoding, texts, starts, ends }
}

/** Returns the length of the byte order mark. A file in windows-1252 may have the mark of UTF-8. */
function markBytes(bytes: Uint8Array, encoding: Encoding): number {
  if (encoding.startsWith('utf-16')) return 2
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
}

/** Encodes a text without a byte order mark; undefined if the encoding lacks one of its characters. */
export function encodeText(text: string, encoding: Encoding): Uint8Array | undefined {
  if (encoding === 'utf-8') return Buffer.from(text)
  const bytes = iconv.encode(text, encoding, { addBOM: false })
  return encoding !== 'windows-1252' || iconv.decode(bytes, encoding) === text ? bytes : undefined
}
