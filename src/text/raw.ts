import iconv from 'iconv-lite'
import { type Encoding, hasUtf8Mark } from './encoding.ts'

/*
 * Raw strings of stored files: a character is a byte, or in UTF-16 two bytes. So line ends are found in any encoding, and
 * the other characters keep their bytes.
 */

/** Returns the length of the byte order mark. A file in a code page may have the mark of UTF-8. */
export function markLength(file: Uint8Array, encoding: Encoding): number {
  if (encoding.startsWith('utf-16')) return 2
  return hasUtf8Mark(file) ? 3 : 0
}

/** Returns bytes as a raw string. */
export function toRaw(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'utf-16be') return Buffer.from(bytes).swap16().toString('utf16le')
  return Buffer.from(bytes).toString(encoding === 'utf-16le' ? encoding : 'latin1')
}

/** Returns the bytes of a raw string. */
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
