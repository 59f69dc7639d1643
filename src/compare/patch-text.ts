import type { Gaps } from './gaps.ts'
import { CONTEXT, type Hunk } from './hunks.ts'
import { at } from './ints.ts'
import type { Lines } from './lines.ts'

const NO_LINE_END = '\n\\ No newline at end of file\n'
const LINE_END = 0x0a
const STAYS = 0x20
const GOES = 0x2d
const COMES = 0x2b

/** The text of a patch in unified format. */
export function patchText(header: string, hunks: readonly Hunk[], gaps: Gaps, old: Lines, now: Lines): Buffer {
  const page = Buffer.allocUnsafe(spaceFor(header, hunks, old, now))
  let end = page.write(header)

  for (const hunk of hunks) {
    end += page.write(`@@ -${range(hunk.oldFrom, hunk.oldTo)} +${range(hunk.nowFrom, hunk.nowTo)} @@\n`, end)
    end = writeHunk(page, end, hunk, gaps, old, now)
  }
  return page.subarray(0, end)
}

/** Lines count from 1. A single line needs no number, and no lines are told by the line before them. */
function range(from: number, to: number): string {
  if (to === from) return `${from},0`
  return to === from + 1 ? `${to}` : `${from + 1},${to - from}`
}

/** Room enough: both sides of each hunk in full, with a mark before each line. */
function spaceFor(header: string, hunks: readonly Hunk[], old: Lines, now: Lines): number {
  const room = ({ starts }: Lines, from: number, to: number) => at(starts, to) - at(starts, from) + to - from
  const heading = '@@ -1234567,1234567 +1234567,1234567 @@\n'.length
  return hunks.reduce(
    (space, { oldFrom, oldTo, nowFrom, nowTo }) =>
      space + heading + room(old, oldFrom, oldTo) + room(now, nowFrom, nowTo),
    Buffer.byteLength(header) + 2 * NO_LINE_END.length,
  )
}

// The writers give where the text then ends: a number that is passed on, as this runs for millions of lines.

function writeHunk(page: Buffer, start: number, hunk: Hunk, gaps: Gaps, old: Lines, now: Lines): number {
  const lead = Math.min(hunk.firstGap, CONTEXT)
  let oldAt = hunk.oldFrom + lead
  let nowAt = hunk.nowFrom + lead
  let end = writeLines(page, start, STAYS, old, hunk.oldFrom, oldAt)

  for (let gap = hunk.firstGap; gap <= hunk.lastGap; gap++) {
    const oldNext = oldAt + at(gaps.deleted, gap)
    const nowNext = nowAt + at(gaps.inserted, gap)
    end = writeLines(page, end, GOES, old, oldAt, oldNext)
    end = writeLines(page, end, COMES, now, nowAt, nowNext)
    // One line stays between a gap and the next, and the closing context after the last.
    oldAt = gap === hunk.lastGap ? hunk.oldTo : oldNext + 1
    nowAt = nowNext + 1
    end = writeLines(page, end, STAYS, old, oldNext, oldAt)
  }
  return end
}

function writeLines(page: Buffer, start: number, mark: number, lines: Lines, from: number, to: number): number {
  let end = start
  for (let line = from; line < to; line++) {
    page[end++] = mark
    end = copy(page, end, lines.bytes, at(lines.starts, line), at(lines.starts, line + 1))
    if (page[end - 1] !== LINE_END) end += page.write(NO_LINE_END, end)
  }
  return end
}

/** Copies byte by byte what is short, as a call costs more than that. */
function copy(page: Buffer, start: number, from: Uint8Array, first: number, last: number): number {
  if (last - first > 64) page.set(from.subarray(first, last), start)
  else for (let offset = 0; offset < last - first; offset++) page[start + offset] = from[first + offset] ?? 0
  return start + last - first
}
