import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { isBinary as isBinaryText, TEXT_CONTROLS, utf16Label } from './binary.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** How a stored file's text is written: UTF-8, or UTF-16 with its byte order mark, else windows-1252. */
export const encodingOf = (bytes: Uint8Array): Encoding =>
  utf16Label(bytes) ?? (isUtf8(withoutUtf8Mark(bytes)) ? 'utf-8' : 'windows-1252')

/** A stored file's text. No byte order mark is left in it. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  if (encoding === 'utf-8') return withoutUtf8Mark(bytes).toString('utf8')
  if (encoding === 'windows-1252') return iconv.decode(withoutUtf8Mark(bytes), encoding)
  return new TextDecoder(encoding).decode(bytes)
}

/** A stored file's text in UTF-8: what is UTF-8 already need not become a string on the way. */
export const utf8Of = (bytes: Uint8Array): Buffer =>
  encodingOf(bytes) === 'utf-8' ? withoutUtf8Mark(bytes) : Buffer.from(decodeText(bytes))

/** Whether the bytes can't be a text that someone wrote, whatever its encoding. */
export const isBinary = (bytes: Uint8Array): boolean => isBinaryText(bytes, mayHaveControls)

/** More than the bytes by which `isBinary` knows files of other kinds. */
const HEAD_BYTES = 16

/**
 * The same of bytes in pieces, of which there is one at least. They are joined where that is needed: what has no controls and
 * is not in UTF-16 shows what it is by its first bytes.
 */
export function isBinaryInPieces(pieces: readonly Uint8Array[]): boolean {
  const head = pieces[0]?.subarray(0, HEAD_BYTES) ?? new Uint8Array()
  const isShown = head.length === HEAD_BYTES && utf16Label(head) === undefined && !pieces.some(mayHaveControls)
  return isShown ? isBinaryText(head) : isBinary(Buffer.concat(pieces))
}

const OTHER_CONTROLS = Array.from({ length: 0x20 }, (_, code) => code).filter((code) => !TEXT_CONTROLS.has(code))

/** Nearly all texts have none, and to look for each one natively takes a tenth of the time of going through the bytes. */
const mayHaveControls = (bytes: Uint8Array): boolean => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return OTHER_CONTROLS.some((code) => buffer.includes(code))
}

function withoutUtf8Mark(bytes: Uint8Array): Buffer {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(isMarked ? 3 : 0)
}
