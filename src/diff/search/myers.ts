import { advance, createFront, type Front, firstDiagonal, startAt } from './front.ts'
import { at } from './ints.ts'
import { type Kept, keepEnds, type Part } from './matched-lines.ts'
import { keepByWindows } from './windows.ts'

/**
 * A shortest edit script in linear space, after Myers (1986), section 4b: two searches run towards each other, and
 * where they meet is a point of the script. Where the steps would not last, a part is settled window by window.
 */
export function keepByMiddles(old: Int32Array, now: Int32Array, kept: Kept, effort: number): void {
  const budget = { steps: effort }
  const lookAhead = Math.max(3, Math.min(512, Math.round((4 * effort) / (old.length + now.length))))
  const half = Math.ceil((old.length + now.length) / 2)
  const ahead = createFront(old, now, half)
  const back = createFront(old.toReversed(), now.toReversed(), half)
  const parts: Part[] = [{ oldFrom: 0, oldTo: old.length, nowFrom: 0, nowTo: now.length }]

  for (let part = parts.pop(); part; part = parts.pop()) {
    const inner = keepEnds(old, now, part, kept)
    if (inner.oldFrom === inner.oldTo || inner.nowFrom === inner.nowTo) continue

    const middle = findMiddle(ahead, back, inner, budget)
    if (!middle) keepByWindows(old, now, inner, kept, lookAhead)
    else {
      parts.push({ ...inner, oldFrom: middle.old, nowFrom: middle.now })
      parts.push({ ...inner, oldTo: middle.old, nowTo: middle.now })
    }
  }
}

/**
 * A point in the middle of a shortest script of a part of which the first lines differ, and the last lines.
 * Undefined when it costs more than half of the steps left: what lies on both sides then costs about as much again.
 */
function findMiddle(
  ahead: Front,
  back: Front,
  part: Part,
  budget: { steps: number },
): { old: number; now: number } | undefined {
  startAt(ahead, part)
  startAt(back, turned(part, back))
  const odd = (ahead.width - ahead.height) % 2 !== 0
  const enough = budget.steps / 2

  for (let edits = 0; budget.steps > enough; edits++) {
    budget.steps -= advance(ahead, edits)
    const met = odd ? findMeeting(ahead, edits, back, edits - 1) : undefined
    if (met) return { old: part.oldFrom + met.old, now: part.nowFrom + met.now }

    budget.steps -= advance(back, edits)
    const metBack = odd ? undefined : findMeeting(back, edits, ahead, edits)
    if (metBack) return { old: part.oldTo - metBack.old, now: part.nowTo - metBack.now }
  }
  return undefined
}

/** The same part of the texts turned around, last line first. */
const turned = (part: Part, { old, now }: Front): Part => ({
  oldFrom: old.length - part.oldTo,
  oldTo: old.length - part.oldFrom,
  nowFrom: now.length - part.nowTo,
  nowTo: now.length - part.nowFrom,
})

/** How far a front has come where it has met the one that comes towards it. */
function findMeeting(front: Front, edits: number, other: Front, otherEdits: number) {
  const delta = front.width - front.height // the other front's diagonal k is this one's delta - k
  const last = Math.min(edits, delta + otherEdits)
  for (let k = firstDiagonal(edits, delta - otherEdits); k <= last; k += 2) {
    const old = at(front.reach, front.origin + k)
    if (old + at(other.reach, other.origin + delta - k) >= front.width) return { old, now: old - k }
  }
  return undefined
}
