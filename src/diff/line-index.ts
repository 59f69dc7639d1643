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
}

export const LINE_END = 0x0a

export function indexLines(bytes: Uint8Array): IndexedText {
  const lineStarts = new Int32Array(bytes.length + 1)
  let lineCount = 0
  for (let position = 0; position < bytes.length; position++) {
    if (bytes[position] === LINE_END) lineStarts[++lineCount] = position + 1
  }
  if (valueAt(lineStarts, lineCount) < bytes.length) lineStarts[++lineCount] = bytes.length
  return { bytes, lineStarts: lineStarts.subarray(0, lineCount + 1), lineCount }
}
