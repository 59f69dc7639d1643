import { CONTEXT, type Hunk } from './hunks.ts'
import { valueAt } from './int32.ts'
import type { EditScript } from './search/edit-script.ts'

/**
 * Number of runs of lines that are joined at once. Millions of runs in memory together would take hundreds of megabytes.
 */
const BATCH = 10_000

/**
 * Returns a patch in unified format, in the bytes of GNU diff. formatPatch of the package `diff` differs in these: it also
 * writes a count of 1.
 */
export function formatPatch(
  header: string,
  hunks: readonly Hunk[],
  { deleted, inserted }: EditScript,
  oldLines: readonly string[],
  newLines: readonly string[],
): string {
  let patch = header
  const batch: string[] = []
  const flush = () => {
    patch += batch.join('')
    batch.length = 0
  }
  const write = (prefix: ' ' | '-' | '+', lines: readonly string[], start: number, end: number) => {
    if (start === end) return
    batch.push(`${prefix}${lines.slice(start, end).join(`\n${prefix}`)}\n`)
    if (batch.length >= BATCH) flush()
  }

  for (const hunk of hunks) {
    batch.push(`@@ -${range(hunk.oldStart, hunk.oldEnd)} +${range(hunk.newStart, hunk.newEnd)} @@\n`)
    const leading = Math.min(hunk.firstChange, CONTEXT)
    let oldLine = hunk.oldStart + leading
    let newLine = hunk.newStart + leading
    write(' ', oldLines, hunk.oldStart, oldLine)
    for (let change = hunk.firstChange; change <= hunk.lastChange; change++) {
      const oldNext = oldLine + valueAt(deleted, change)
      const newNext = newLine + valueAt(inserted, change)
      write('-', oldLines, oldLine, oldNext)
      write('+', newLines, newLine, newNext)
      // One matched line follows each change; the trailing context follows the last change.
      oldLine = change === hunk.lastChange ? hunk.oldEnd : oldNext + 1
      newLine = newNext + 1
      write(' ', oldLines, oldNext, oldLine)
    }
  }
  flush()
  return patch
}

/**
 * Formats a range of lines, numbered from 1. A count of 1 is left out. An empty range has the number of the line before
 * it.
 */
function range(start: number, end: number): string {
  if (end === start) return `${start},0`
  return end === start + 1 ? `${end}` : `${start + 1},${end - start}`
}
