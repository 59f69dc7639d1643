import { formatPatch, OMIT_HEADERS, type StructuredPatchHunk } from 'diff'
import { hasDiff, linesOf } from './lines.ts'
import { changesOf, type Range } from './matching.ts'

/**
 * Returns the unified diff of two texts of a file, or '' if there is none. The texts have LF as line ends; undefined
 * means that the file does not exist on that side.
 */
export function unifiedDiff(name: string, oldText: string | undefined, newText: string | undefined): string {
  if (!hasDiff(oldText, newText)) return ''
  const hunks = hunksOf(linesOf(oldText ?? ''), linesOf(newText ?? ''))
  const unnamed = { oldFileName: undefined, newFileName: undefined, oldHeader: undefined, newHeader: undefined }
  const patch = formatPatch({ ...unnamed, hunks }, OMIT_HEADERS)
  return fileHeader(name, { old: oldText !== undefined, new: newText !== undefined }) + patch
}

/** Number of matched lines that are printed before and after a change. */
const CONTEXT = 3

/** Returns the hunks of two texts. Changes share a hunk if their context lines would touch or overlap. */
function hunksOf(oldLines: readonly string[], newLines: readonly string[]): StructuredPatchHunk[] {
  const hunks: StructuredPatchHunk[] = []
  let hunk: StructuredPatchHunk | undefined
  // formatPatch joins what it gets, so a run of lines can be one string, which is much faster.
  const write = (sign: ' ' | '-' | '+', lines: readonly string[], start: number, end: number) => {
    if (start < end) hunk?.lines.push(sign + lines.slice(start, end).join(`\n${sign}`))
  }
  let last: Range = { oldStart: 0, oldEnd: 0, newStart: 0, newEnd: 0 }
  /** Writes the lines after the last change, and sets the sizes of its hunk. */
  const finish = () => {
    if (hunk === undefined) return
    const end = Math.min(last.oldEnd + CONTEXT, oldLines.length)
    write(' ', oldLines, last.oldEnd, end)
    hunk.oldLines = end - hunk.oldStart + 1
    hunk.newLines = end - last.oldEnd + last.newEnd - hunk.newStart + 1
  }

  for (const change of changesOf(oldLines, newLines)) {
    const isJoined = hunk !== undefined && change.oldStart - last.oldEnd <= 2 * CONTEXT
    const contextStart = isJoined ? last.oldEnd : Math.max(change.oldStart - CONTEXT, 0)
    if (!isJoined) {
      finish()
      const newStart = change.newStart - (change.oldStart - contextStart)
      hunk = { oldStart: contextStart + 1, oldLines: 0, newStart: newStart + 1, newLines: 0, lines: [] }
      hunks.push(hunk)
    }
    write(' ', oldLines, contextStart, change.oldStart)
    write('-', oldLines, change.oldStart, change.oldEnd)
    write('+', newLines, change.newStart, change.newEnd)
    last = change
  }
  finish()
  return hunks
}

/** The epoch, which by convention is the time of a file that does not exist: patch then creates or removes the file. */
const ABSENT = '\t1970-01-01 00:00:00.000000000 +0000'

/**
 * Returns the two header lines that name the file. `exists` says which sides have the file. formatPatch is not used,
 * because it writes letters beyond ASCII as numbers.
 */
export function fileHeader(name: string, exists: { old: boolean; new: boolean }): string {
  const side = (exists: boolean) => (exists ? plainName(name) : absentName(name))
  return `--- ${side(exists.old)}\n+++ ${side(exists.new)}\n`
}

/**
 * Returns the name, quoted if patch would read it wrongly: if it contains a space or starts with a quote. A tab after
 * the name would work for patch as well, but diff viewers show it.
 */
const plainName = (name: string) => (/\s|^"/.test(name) ? quote(name) : name)

/**
 * Returns the name with the time of an absent file. Before the tab, patch reads spaces inside a name correctly, and
 * viewers would show quotes as part of it, so the name is quoted only if spaces or a quote are at its ends.
 */
const absentName = (name: string) => (/^[\s"]|\s$/.test(name) ? quote(name) : name) + ABSENT

/** Quotes a name as a C string. Non-ASCII letters are not escaped, and names have no control characters. */
const quote = (name: string) => `"${name.replace(/["\\]/g, '\\$&')}"`
