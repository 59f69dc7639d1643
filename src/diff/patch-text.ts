import { LONGEST_ESCAPE, STANDS, writeEscape } from '../text/json-lines.ts'
import { CONTEXT, type Hunk } from './hunks.ts'
import type { Lines } from './lines.ts'
import type { Gaps } from './search/gaps.ts'
import { at } from './search/ints.ts'

const LINE_END = 0x0a
const QUOTE = 0x22
const [BACKSLASH, N] = [0x5c, 0x6e]
const STAYS = 0x20
const GOES = 0x2d
const COMES = 0x2b

/** Within a JSON string, as all that is written here: to escape megabytes once they stand takes as long again. */
const escaped = (text: string) => JSON.stringify(text).slice(1, -1)

const NO_LINE_END = escaped('\n\\ No newline at end of file\n')

/** A patch in unified format, as a JSON string in UTF-8, quotes included. */
export function patchJson(
  header: string,
  hunks: readonly Hunk[],
  gaps: Gaps,
  old: Lines,
  now: Lines,
): Uint8Array<ArrayBuffer> {
  const page = Buffer.allocUnsafe(spaceFor(header, hunks, old, now))
  page[0] = QUOTE
  let end = 1 + page.write(escaped(header), 1)

  for (const hunk of hunks) {
    const ranges = `@@ -${range(hunk.oldFrom, hunk.oldTo)} +${range(hunk.nowFrom, hunk.nowTo)} @@\n`
    end += page.write(escaped(ranges), end)
    end = writeHunk(page, end, hunk, gaps, old, now)
  }
  page[end++] = QUOTE
  return new Uint8Array(page.subarray(0, end)) // what is kept of it takes no more room than it needs
}

/** Lines count from 1. A single line needs no number, and no lines are told by the line before them. */
function range(from: number, to: number): string {
  if (to === from) return `${from},0`
  return to === from + 1 ? `${to}` : `${from + 1},${to - from}`
}

/** Room enough: both sides of each hunk in full, with a mark before each line, every byte of it escaped. */
function spaceFor(header: string, hunks: readonly Hunk[], old: Lines, now: Lines): number {
  const room = ({ starts }: Lines, from: number, to: number) => at(starts, to) - at(starts, from) + to - from
  const heading = '@@ -1234567,1234567 +1234567,1234567 @@\n'.length
  const characters = hunks.reduce(
    (space, { oldFrom, oldTo, nowFrom, nowTo }) =>
      space + heading + room(old, oldFrom, oldTo) + room(now, nowFrom, nowTo),
    Buffer.byteLength(header) + 2 * NO_LINE_END.length + 2,
  )
  return 2 * characters + (LONGEST_ESCAPE - 2) * (old.controls + now.controls)
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
  const { bytes, starts } = lines
  let end = start
  for (let line = from; line < to; line++) {
    page[end++] = mark
    const next = at(starts, line + 1)
    const isEnded = bytes[next - 1] === LINE_END
    const last = isEnded ? next - 1 : next
    for (let position = at(starts, line); position < last; position++) {
      const byte = bytes[position] ?? 0
      if (STANDS[byte] === 1) page[end++] = byte
      else end = writeEscape(page, end, byte)
    }
    if (isEnded) {
      page[end++] = BACKSLASH
      page[end++] = N
    } else end += page.write(NO_LINE_END, end)
  }
  return end
}
