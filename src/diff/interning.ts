import { valueAt } from './int32.ts'
import type { IndexedText } from './line-index.ts'

/** The lines of two texts as ids from 0 to `count` (exclusive). Lines have equal ids exactly if they are equal. */
interface LineIds {
  old: Int32Array
  new: Int32Array
  count: number
}

export function internLines(oldText: IndexedText, newText: IndexedText): LineIds {
  const ids = new Map<string, number>()
  return { old: idsOf(oldText, ids), new: idsOf(newText, ids), count: ids.size }
}

function idsOf({ bytes, lineStarts, lineCount }: IndexedText, ids: Map<string, number>): Int32Array {
  // As latin1, each byte is one character: lines are still compared correctly, and positions stay the same.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const lineIds = new Int32Array(lineCount)
  for (let line = 0; line < lineCount; line++) {
    const content = text.slice(valueAt(lineStarts, line), valueAt(lineStarts, line + 1))
    const known = ids.get(content)
    if (known === undefined) ids.set(content, ids.size)
    lineIds[line] = known ?? ids.size - 1
  }
  return lineIds
}
