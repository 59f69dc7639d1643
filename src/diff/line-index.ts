import { valueAt } from './int32.ts'

/**
 * A text and the positions of its lines. A line includes its line end, so a last line without one differs from all
 * others.
 */
export interface IndexedText {
  bytes: Uint8Array
  /** The start of each line, followed by the length of the text. */
  lineStarts: Int32Array
  lineCount: number
  /** Number of control characters other than line ends. Only these take more than two bytes in a JSON string. */
  controlCount: number
}

export const LINE_END = 0x0a
const SPACE = 0x20

export function indexLines(bytes: Uint8Array): IndexedText {
  const lineStarts = new Int32Array(bytes.length + 1)
  let lineCount = 0
  let controlCount = 0
  for (let position = 0; position < bytes.length; position++) {
    const byte = bytes[position] ?? 0
    if (byte >= SPACE) continue
    if (byte === LINE_END) lineStarts[++lineCount] = position + 1
    else controlCount++
  }
  if (valueAt(lineStarts, lineCount) < bytes.length) lineStarts[++lineCount] = bytes.length
  return { bytes, lineStarts: lineStarts.subarray(0, lineCount + 1), lineCount, controlCount }
}
