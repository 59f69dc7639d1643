import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { isBinary as isBinaryText, TEXT_CONTROLS, utf16Label } from './binary.ts'
import type { CodePage } from './code-pages.ts'
import { normalizeLineEnds } from './lines.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | CodePage

/** Returns the encoding of a stored file: UTF-16 by its byte order mark, UTF-8 if it is valid, or windows-1252. */
export const encodingOf = (bytes: Uint8Array): Exclude<Encoding, CodePage> | 'windows-1252' =>
  utf16Label(bytes) ?? (isUtf8(withoutUtf8Mark(bytes)) ? 'utf-8' : 'windows-1252')

export const decodeText = (bytes: Uint8Array): string => decodeAs(bytes, encodingOf(bytes))

export function decodeAs(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'utf-8') return withoutUtf8Mark(bytes).toString('utf8')
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return new TextDecoder(encoding).decode(bytes)
  return iconv.decode(withoutUtf8Mark(bytes), encoding)
}

/** Returns the text of a stored file for comparing: with LF instead of CRLF and CR. */
export const comparedText = (stored: Uint8Array): string => normalizeLineEnds(decodeText(stored))

export const isBinary = (bytes: Uint8Array): boolean => isBinaryText(bytes, mayHaveControls)

/** Number of first bytes to check, larger than any signature of a binary format. */
const HEAD_BYTES = 16

/** Like isBinary, for pieces, which are joined only for UTF-16 or if there are control characters. */
export function isBinaryInPieces(pieces: readonly Uint8Array[]): boolean {
  const head = pieces[0]?.subarray(0, HEAD_BYTES) ?? new Uint8Array()
  const isShown = head.length === HEAD_BYTES && utf16Label(head) === undefined && !pieces.some(mayHaveControls)
  return isShown ? isBinaryText(head) : isBinary(Buffer.concat(pieces))
}

const OTHER_CONTROLS = Array.from({ length: 0x20 }, (_, code) => code).filter((code) => !TEXT_CONTROLS.has(code))

/** Reports whether the bytes have control characters that texts lack. Native searches are faster than a loop. */
const mayHaveControls = (bytes: Uint8Array): boolean => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return OTHER_CONTROLS.some((code) => buffer.includes(code))
}

/** Reports whether the bytes begin with the byte order mark of UTF-8. */
export const hasUtf8Mark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

const withoutUtf8Mark = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(hasUtf8Mark(bytes) ? 3 : 0)

/** Decodes a text in a named character set. Returns undefined if the bytes are not valid in it. */
export function decodeCharset(bytes: Uint8Array, charset: string): string | undefined {
  try {
    const decoder = new TextDecoder(charset, { fatal: true, ignoreBOM: true })
    // Node 20 decodes 80 to 9F of windows-1252 wrongly.
    return decoder.encoding === 'windows-1252'
      ? iconv.decode(Buffer.from(bytes), 'windows-1252')
      : decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** Returns the bytes of a percent-encoded text, given as latin1. A percent sign without two digits stays as it is. */
export const percentDecoded = (text: string): Buffer =>
  Buffer.from(
    text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    'latin1',
  )

/* Raw strings of stored files: a character is a byte, or in UTF-16 two, so that line ends are found in any encoding. */

/** Returns the length of the byte order mark. A file in a code page may have the mark of UTF-8. */
export function markLength(file: Uint8Array, encoding: Encoding): number {
  if (encoding.startsWith('utf-16')) return 2
  return hasUtf8Mark(file) ? 3 : 0
}

export function toRaw(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'utf-16be') return Buffer.from(bytes).swap16().toString('utf16le')
  return Buffer.from(bytes).toString(encoding === 'utf-16le' ? encoding : 'latin1')
}

export function fromRaw(raw: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-16be') return Buffer.from(raw, 'utf16le').swap16()
  return Buffer.from(raw, encoding === 'utf-16le' ? encoding : 'latin1')
}

/** Encodes a text as a raw string. Characters that the encoding lacks become question marks. */
export function encodeRaw(text: string, encoding: Encoding): string {
  if (encoding.startsWith('utf-16')) return text
  if (encoding === 'utf-8') return Buffer.from(text).toString('latin1')
  return iconv.encode(text, encoding).toString('latin1')
}

/** Splits a raw string into lines with their line ends. */
export const rawLinesOf = (raw: string): string[] => raw.match(/[^\r\n]+(?:\r\n?|\n)?|\r\n?|\n/g) ?? []

/** Returns the most common of some line ends; undefined if there are none. Empty texts do not count. */
export function commonEnd(ends: Iterable<string>): string | undefined {
  const counts = new Map<string, number>()
  for (const end of ends) if (end !== '') counts.set(end, (counts.get(end) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0]
}
