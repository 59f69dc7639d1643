import { CONTEXT, type Hunk } from './hunks.ts'
import { valueAt } from './int32.ts'
import { type IndexedText, LINE_END } from './line-index.ts'
import type { EditScript } from './search/edit-script.ts'

const [UNCHANGED, DELETED, INSERTED] = [0x20, 0x2d, 0x2b] // ' ', '-' and '+'

const NO_LINE_END = '\n\\ No newline at end of file\n'

/** Returns a patch in unified format. Its bytes are written by hand, which is faster than joining millions of lines. */
export function formatPatch(
  header: string,
  hunks: readonly Hunk[],
  script: EditScript,
  oldText: IndexedText,
  newText: IndexedText,
): string {
  const patch = Buffer.allocUnsafe(maxLength(header, hunks, oldText, newText))
  let end = patch.write(header)

  for (const hunk of hunks) {
    const ranges = `@@ -${range(hunk.oldStart, hunk.oldEnd)} +${range(hunk.newStart, hunk.newEnd)} @@\n`
    end += patch.write(ranges, end)
    end = writeHunk(patch, end, hunk, script, oldText, newText)
  }
  return patch.toString('utf8', 0, end)
}

/**
 * Formats a range of lines, numbered from 1. A count of 1 is left out. An empty range has the number of the line before
 * it.
 */
function range(start: number, end: number): string {
  if (end === start) return `${start},0`
  return end === start + 1 ? `${end}` : `${start + 1},${end - start}`
}

/** Returns the maximum length of a patch in bytes: both sides of each hunk, with a prefix for each line. */
function maxLength(header: string, hunks: readonly Hunk[], oldText: IndexedText, newText: IndexedText): number {
  const side = ({ lineStarts }: IndexedText, start: number, end: number) =>
    valueAt(lineStarts, end) - valueAt(lineStarts, start) + end - start
  const ranges = '@@ -1234567,1234567 +1234567,1234567 @@\n'.length
  return hunks.reduce(
    (length, { oldStart, oldEnd, newStart, newEnd }) =>
      length + ranges + side(oldText, oldStart, oldEnd) + side(newText, newStart, newEnd),
    Buffer.byteLength(header) + 2 * NO_LINE_END.length,
  )
}

// The functions below return the position after the written text. An object to hold it would be slower for millions of
// lines.

function writeHunk(
  patch: Buffer,
  start: number,
  hunk: Hunk,
  { deleted, inserted }: EditScript,
  oldText: IndexedText,
  newText: IndexedText,
): number {
  const leading = Math.min(hunk.firstChange, CONTEXT)
  let oldLine = hunk.oldStart + leading
  let newLine = hunk.newStart + leading
  let end = writeLines(patch, start, UNCHANGED, oldText, hunk.oldStart, oldLine)

  for (let change = hunk.firstChange; change <= hunk.lastChange; change++) {
    const oldNext = oldLine + valueAt(deleted, change)
    const newNext = newLine + valueAt(inserted, change)
    end = writeLines(patch, end, DELETED, oldText, oldLine, oldNext)
    end = writeLines(patch, end, INSERTED, newText, newLine, newNext)
    // One matched line follows each change; the trailing context follows the last change.
    oldLine = change === hunk.lastChange ? hunk.oldEnd : oldNext + 1
    newLine = newNext + 1
    end = writeLines(patch, end, UNCHANGED, oldText, oldNext, oldLine)
  }
  return end
}

function writeLines(
  patch: Buffer,
  start: number,
  prefix: number,
  text: IndexedText,
  first: number,
  next: number,
): number {
  const { bytes, lineStarts } = text
  let end = start
  for (let line = first; line < next; line++) {
    patch[end++] = prefix
    const lineEnd = valueAt(lineStarts, line + 1)
    for (let position = valueAt(lineStarts, line); position < lineEnd; position++) patch[end++] = bytes[position] ?? 0
    if (bytes[lineEnd - 1] !== LINE_END) end += patch.write(NO_LINE_END, end)
  }
  return end
}
