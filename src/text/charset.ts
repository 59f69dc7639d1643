import iconv from 'iconv-lite'

/**
 * Decodes a text in a named character set, such as a field of a form. Returns undefined if the name is unknown or the
 * bytes are not valid in it, so that no character is replaced without notice.
 */
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
