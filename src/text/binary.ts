/**
 * Reports whether the bytes can't be a text in any encoding. Runs in browsers too. `mayHaveControls` is a fast check
 * that may only err by returning true.
 */
export function isBinary(bytes: Uint8Array, mayHaveControls: (bytes: Uint8Array) => boolean = () => true): boolean {
  const utf16 = utf16Label(bytes)
  if (utf16) return isGarbledUtf16(bytes, utf16)

  return (
    SIGNATURES.some((signature) => signature.every((byte, at) => bytes[at] === byte)) ||
    (mayHaveControls(bytes) && hasControls(bytes.length, (at) => bytes[at]))
  )
}

/** First bytes of common binary formats, short files of which may lack control characters. */
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

/** Control characters that texts can have: backspace to carriage return, the DOS end of file, and escape. */
export const TEXT_CONTROLS = new Set([0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b])

/** Reports whether there is a NUL, or more than one control character and more than one per 16 characters. */
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
  // A lone surrogate, or an odd byte at the end, is decoded to U+FFFD, which real texts do not contain.
  return text.includes('\ufffd') || hasControls(text.length, (at) => text.charCodeAt(at))
}

/** Returns the encoding that a UTF-16 byte order mark indicates; undefined if there is none. */
export function utf16Label(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}
