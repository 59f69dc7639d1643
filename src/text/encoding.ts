import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'

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
export function isBinary(bytes: Uint8Array): boolean {
  const utf16 = utf16Label(bytes)
  if (utf16) return isGarbledUtf16(bytes, utf16)

  return (
    SIGNATURES.some((signature) => signature.every((byte, at) => bytes[at] === byte)) ||
    (mayHaveControls(bytes) && hasControls(bytes.length, (at) => bytes[at]))
  )
}

/** What no text begins with, yet may come without a NUL byte when it is short. */
const SIGNATURES: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a], // PNG
  [0xff, 0xd8, 0xff], // JPEG
  [0x47, 0x49, 0x46, 0x38, 0x37, 0x61], // GIF87a
  [0x47, 0x49, 0x46, 0x38, 0x39, 0x61], // GIF89a
  [0x25, 0x50, 0x44, 0x46, 0x2d], // PDF
  [0x50, 0x4b, 0x03, 0x04], // zip
  [0x50, 0x4b, 0x05, 0x06], // zip without entries
  [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07], // rar
  [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], // 7z
  [0x1f, 0x8b], // gzip
  [0x28, 0xb5, 0x2f, 0xfd], // zstd
  [0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26], // bzip2
  [0xfd, 0x37, 0x7a, 0x58, 0x5a], // xz
  [0x7f, 0x45, 0x4c, 0x46], // ELF
  [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1], // OLE document
]

/** Backspace to carriage return, the DOS end of file and escape do stand in texts. */
const TEXT_CONTROLS = new Set([0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b])

const OTHER_CONTROLS = Array.from({ length: 0x20 }, (_, code) => code).filter((code) => !TEXT_CONTROLS.has(code))

/** Nearly all texts have none, and to look for each one natively takes a tenth of the time of going through the bytes. */
const mayHaveControls = (bytes: Uint8Array): boolean => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return OTHER_CONTROLS.some((code) => buffer.includes(code))
}

/** A NUL, or control characters beyond a stray one: more than one in sixteen. */
function hasControls(length: number, codeAt: (at: number) => number | undefined): boolean {
  let controls = 0
  for (let at = 0; at < length; at++) {
    const code = codeAt(at) ?? 0
    if (code === 0) return true
    if (code < 0x20 && !TEXT_CONTROLS.has(code)) controls++
  }
  return controls > 1 && controls * 16 > length
}

function isGarbledUtf16(bytes: Uint8Array, label: string): boolean {
  const text = new TextDecoder(label).decode(bytes)
  // A lone surrogate or an odd byte at the end comes out as U+FFFD, which nobody types.
  return text.includes('\ufffd') || hasControls(text.length, (at) => text.charCodeAt(at))
}

function utf16Label(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

function withoutUtf8Mark(bytes: Uint8Array): Buffer {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(isMarked ? 3 : 0)
}
