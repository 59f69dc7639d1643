import { LONGEST_ESCAPE, STANDS, writeEscape } from '../text/json-lines.ts'
import { CONTEXT, type Hunk } from './hunks.ts'
import { valueAt } from './int32.ts'
import { type IndexedText, LINE_END } from './line-index.ts'
import type { EditScript } from './search/edit-script.ts'

const QUOTE = 0x22
const [BACKSLASH, N] = [0x5c, 0x6e]
const [UNCHANGED, DELETED, INSERTED] = [0x20, 0x2d, 0x2b] // ' ', '-' and '+'

/**
 * Escapes a text for a JSON string. Diffs are escaped while they are written, which is faster than JSON.stringify
 * afterwards.
 */
const escaped = (text: string) => JSON.stringify(text).slice(1, -1)

const NO_LINE_END = escaped('\n\\ No newline at end of file\n')

/** Returns a patch in unified format, as a JSON string in UTF-8, including its quotes. */
export function writePatchJson(
  header: string,
  hunks: readonly Hunk[],
  script: EditScript,
  oldText: IndexedText,
  newText: IndexedText,
): Uint8Array<ArrayBuffer> {
  const json = Buffer.allocUnsafe(maxLength(header, hunks, oldText, newText))
  json[0] = QUOTE
  let end = 1 + json.write(escaped(header), 1)

  for (const hunk of hunks) {
    const ranges = `@@ -${range(hunk.oldStart, hunk.oldEnd)} +${range(hunk.newStart, hunk.newEnd)} @@\n`
    end += json.write(escaped(ranges), end)
    end = writeHunk(json, end, hunk, script, oldText, newText)
  }
  json[end++] = QUOTE
  return new Uint8Array(json.subarray(0, end)) // a copy, so that the rest of the buffer can be freed
}

/**
 * Formats a range of lines, numbered from 1. A count of 1 is left out. An empty range has the number of the line before
 * it.
 */
function range(start: number, end: number): string {
  if (end === start) return `${start},0`
  return end === start + 1 ? `${end}` : `${start + 1},${end - start}`
}

/**
 * Returns the maximum length of a patch in bytes: both sides of each hunk, with a prefix for each line, and every byte
 * escaped.
 */
function maxLength(header: string, hunks: readonly Hunk[], oldText: IndexedText, newText: IndexedText): number {
  const side = ({ lineStarts }: IndexedText, start: number, end: number) =>
    valueAt(lineStarts, end) - valueAt(lineStarts, start) + end - start
  const ranges = '@@ -1234567,1234567 +1234567,1234567 @@\n'.length
  const unescaped = hunks.reduce(
    (length, { oldStart, oldEnd, newStart, newEnd }) =>
      length + ranges + side(oldText, oldStart, oldEnd) + side(newText, newStart, newEnd),
    Buffer.byteLength(header) + 2 * NO_LINE_END.length + 2,
  )
  // Counting control characters is cheaper than a larger buffer with six bytes for every byte.
  return 2 * unescaped + (LONGEST_ESCAPE - 2) * (oldText.controlCount + newText.controlCount)
}

// The functions below return the position after the written text. An object to hold it would be slower for millions of
// lines.

function writeHunk(
  json: Buffer,
  start: number,
  hunk: Hunk,
  { deleted, inserted }: EditScript,
  oldText: IndexedText,
  newText: IndexedText,
): number {
  const leading = Math.min(hunk.firstChange, CONTEXT)
  let oldLine = hunk.oldStart + leading
  let newLine = hunk.newStart + leading
  let end = writeLines(json, start, UNCHANGED, oldText, hunk.oldStart, oldLine)

  for (let change = hunk.firstChange; change <= hunk.lastChange; change++) {
    const oldNext = oldLine + valueAt(deleted, change)
    const newNext = newLine + valueAt(inserted, change)
    end = writeLines(json, end, DELETED, oldText, oldLine, oldNext)
    end = writeLines(json, end, INSERTED, newText, newLine, newNext)
    // One matched line follows each change; the trailing context follows the last change.
    oldLine = change === hunk.lastChange ? hunk.oldEnd : oldNext + 1
    newLine = newNext + 1
    end = writeLines(json, end, UNCHANGED, oldText, oldNext, oldLine)
  }
  return end
}

function writeLines(
  json: Buffer,
  start: number,
  prefix: number,
  text: IndexedText,
  first: number,
  next: number,
): number {
  const { bytes, lineStarts } = text
  let end = start
  for (let line = first; line < next; line++) {
    json[end++] = prefix
    const lineEnd = valueAt(lineStarts, line + 1)
    const isEnded = bytes[lineEnd - 1] === LINE_END
    const contentEnd = isEnded ? lineEnd - 1 : lineEnd
    for (let position = valueAt(lineStarts, line); position < contentEnd; position++) {
      const byte = bytes[position] ?? 0
      if (STANDS[byte] === 1) json[end++] = byte
      else end = writeEscape(json, end, byte)
    }
    if (isEnded) {
      json[end++] = BACKSLASH
      json[end++] = N
    } else end += json.write(NO_LINE_END, end)
  }
  return end
}
