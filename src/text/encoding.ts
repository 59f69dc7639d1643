import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { isBinary as isBinaryText, TEXT_CONTROLS, utf16Label } from './binary.ts'
import type { CodePage } from './code-pages.ts'
import { normalizeLineEnds } from './lines.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | CodePage

/**
 * Returns the encoding of a stored file: UTF-16 if it has a byte order mark for it, UTF-8 if it is valid, or
 * windows-1252.
 */
export const encodingOf = (bytes: Uint8Array): Exclude<Encoding, CodePage> | 'windows-1252' =>
  utf16Label(bytes) ?? (isUtf8(withoutUtf8Mark(bytes)) ? 'utf-8' : 'windows-1252')

/** Decodes a stored file. Removes a byte order mark. */
export const decodeText = (bytes: Uint8Array): string => decodeAs(bytes, encodingOf(bytes))

/** Decodes bytes in a known encoding. Removes a byte order mark. */
export function decodeAs(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'utf-8') return withoutUtf8Mark(bytes).toString('utf8')
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return new TextDecoder(encoding).decode(bytes)
  return iconv.decode(withoutUtf8Mark(bytes), encoding)
}

/** Returns the text of a stored file for comparing: with LF instead of CRLF and CR. */
export const comparedText = (stored: Uint8Array): string => normalizeLineEnds(decodeText(stored))

/** Returns the text of a stored file in UTF-8. A file in UTF-8 is not decoded. */
export const utf8Of = (bytes: Uint8Array): Buffer =>
  encodingOf(bytes) === 'utf-8' ? withoutUtf8Mark(bytes) : Buffer.from(decodeText(bytes))

/** Reports whether the bytes can't be a text in any encoding. */
export const isBinary = (bytes: Uint8Array): boolean => isBinaryText(bytes, mayHaveControls)

/** Number of first bytes to check, larger than any signature of a binary format. */
const HEAD_BYTES = 16

/**
 * Like isBinary, for bytes in at least one piece. The pieces are joined only if necessary: without control characters
 * and UTF-16, the first bytes decide.
 */
export function isBinaryInPieces(pieces: readonly Uint8Array[]): boolean {
  const head = pieces[0]?.subarray(0, HEAD_BYTES) ?? new Uint8Array()
  const isShown = head.length === HEAD_BYTES && utf16Label(head) === undefined && !pieces.some(mayHaveControls)
  return isShown ? isBinaryText(head) : isBinary(Buffer.concat(pieces))
}

const OTHER_CONTROLS = Array.from({ length: 0x20 }, (_, code) => code).filter((code) => !TEXT_CONTROLS.has(code))

/**
 * Reports whether the bytes have control characters that texts lack. Native searches are faster than a loop over the
 * bytes.
 */
const mayHaveControls = (bytes: Uint8Array): boolean => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return OTHER_CONTROLS.some((code) => buffer.includes(code))
}

/** Reports whether the bytes begin with the byte order mark of UTF-8. */
export const hasUtf8Mark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

const withoutUtf8Mark = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(hasUtf8Mark(bytes) ? 3 : 0)
