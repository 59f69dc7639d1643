import { utf8Of } from './encoding.ts'

const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d]

/** Returns the text of a stored file for comparing: UTF-8 without a byte order mark, with LF instead of CRLF and CR. */
export function comparedText(stored: Uint8Array): Uint8Array {
  const text = utf8Of(stored)
  return text.includes(CARRIAGE_RETURN) ? withLineFeeds(text) : text
}

function withLineFeeds(text: Uint8Array): Uint8Array {
  const normalized = new Uint8Array(text.length)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] ?? 0
    if (byte === CARRIAGE_RETURN && text[at + 1] === LINE_FEED) continue
    normalized[length++] = byte === CARRIAGE_RETURN ? LINE_FEED : byte
  }
  return normalized.subarray(0, length)
}
