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
  const page = startPage(spaceFor(header, hunks, old, now))
  page.text(header)

  for (const { oldFrom, oldTo, nowFrom, nowTo, firstGap, lastGap } of hunks) {
    page.text(`@@ -${range(oldFrom, oldTo)} +${range(nowFrom, nowTo)} @@\n`)
    const lead = Math.min(firstGap, CONTEXT)
    let oldAt = oldFrom + lead
    let nowAt = nowFrom + lead
    page.lines(STAYS, old, oldFrom, oldAt)

    for (let gap = firstGap; gap <= lastGap; gap++) {
      page.lines(GOES, old, oldAt, oldAt + at(gaps.deleted, gap))
      page.lines(COMES, now, nowAt, nowAt + at(gaps.inserted, gap))
      oldAt += at(gaps.deleted, gap) + 1
      nowAt += at(gaps.inserted, gap) + 1
      if (gap < lastGap) page.lines(STAYS, old, oldAt - 1, oldAt)
    }
    page.lines(STAYS, old, oldAt - 1, oldTo)
  }
  return page.done()
}

/** Lines count from 1. A single line needs no number, and no lines are told by the line before them. */
function range(from: number, to: number): string {
  if (to === from) return `${from},0`
  return to === from + 1 ? `${to}` : `${from + 1},${to - from}`
}

/** Room enough: both sides of each hunk in full, with a mark before each line. */
function spaceFor(header: string, hunks: readonly Hunk[], old: Lines, now: Lines): number {
  const room = ({ starts }: Lines, from: number, to: number) => at(starts, to) - at(starts, from) + to - from
  const body = hunks.reduce(
    (space, { oldFrom, oldTo, nowFrom, nowTo }) => space + room(old, oldFrom, oldTo) + room(now, nowFrom, nowTo),
    0,
  )
  return (
    Buffer.byteLength(header) +
    body +
    hunks.length * '@@ -1234567,1234567 +1234567,1234567 @@\n'.length +
    2 * NO_LINE_END.length
  )
}

function startPage(space: number) {
  const page = Buffer.allocUnsafe(space)
  let end = 0

  const text = (written: string) => {
    end += page.write(written, end)
  }
  const lines = (mark: number, { bytes, starts }: Lines, from: number, to: number) => {
    for (let line = from; line < to; line++) {
      page[end++] = mark
      end = copy(bytes, at(starts, line), at(starts, line + 1), page, end)
      if (page[end - 1] !== LINE_END) text(NO_LINE_END)
    }
  }
  return { text, lines, done: () => page.subarray(0, end) }
}

/** Copies byte by byte what is short: a call costs more. Gives the end of the copy. */
function copy(from: Uint8Array, start: number, stop: number, to: Uint8Array, end: number): number {
  if (stop - start > 64) {
    to.set(from.subarray(start, stop), end)
    return end + stop - start
  }
  for (let position = start; position < stop; position++) to[end++] = from[position] ?? 0
  return end
}
