import { at } from './ints.ts'
import { type Kept, keepEnds, type Part } from './kept.ts'
import { keepByWindows } from './windows.ts'

/** What a search may still cost. */
export interface Effort {
  /** Steps left for shortest scripts. */
  steps: number
  /** Edits that a window looks ahead, where the steps do not last. */
  ahead: number
}

/**
 * A shortest edit script after Myers, "An O(ND) difference algorithm and its variations" (1986), in the linear space
 * of its section 4b. Where the steps would not last for a part, that part is settled window by window.
 */
export function keepByMiddles(old: Int32Array, now: Int32Array, kept: Kept, effort: Effort): void {
  const search = prepare(old, now)
  const parts: Part[] = [{ oldFrom: 0, oldTo: old.length, nowFrom: 0, nowTo: now.length }]

  for (let part = parts.pop(); part; part = parts.pop()) {
    const inner = keepEnds(old, now, part, kept)
    if (inner.oldFrom === inner.oldTo || inner.nowFrom === inner.nowTo) continue

    const middle = findMiddle(search, inner, effort)
    if (!middle) keepByWindows(old, now, inner, kept, effort.ahead)
    else {
      parts.push({ ...inner, oldFrom: middle.old, nowFrom: middle.now })
      parts.push({ ...inner, oldTo: middle.old, nowTo: middle.now })
    }
  }
}

/** One of the two searches that run towards each other: the one from the end reads both texts turned around. */
interface Front {
  old: Int32Array
  now: Int32Array
  /** By diagonal, from `origin`: how many old lines are passed on it. */
  reach: Int32Array
  /** The diagonals still worth following, and where the texts start. */
  low: number
  high: number
  oldFrom: number
  nowFrom: number
}

interface Search {
  origin: number
  ahead: Front
  back: Front
}

function prepare(old: Int32Array, now: Int32Array): Search {
  const origin = Math.ceil((old.length + now.length) / 2) + 1
  const front = { low: 0, high: 0, oldFrom: 0, nowFrom: 0 }
  return {
    origin,
    ahead: { ...front, old, now, reach: new Int32Array(2 * origin + 1) },
    back: { ...front, old: old.toReversed(), now: now.toReversed(), reach: new Int32Array(2 * origin + 1) },
  }
}

/**
 * A point in the middle of a shortest script of the part, of which the first lines differ and the last lines differ.
 * Undefined when it costs more than half of the steps left: what both halves need afterwards is about as much again.
 */
function findMiddle({ origin, ahead, back }: Search, part: Part, effort: Effort) {
  const width = part.oldTo - part.oldFrom
  const height = part.nowTo - part.nowFrom
  const delta = width - height
  Object.assign(ahead, { low: -height, high: width, oldFrom: part.oldFrom, nowFrom: part.nowFrom })
  Object.assign(back, {
    low: -height,
    high: width,
    oldFrom: back.old.length - part.oldTo,
    nowFrom: back.now.length - part.nowTo,
  })
  const enough = effort.steps / 2

  for (let cost = 0; effort.steps > enough; cost++) {
    effort.steps -= advance(ahead, origin, cost, width, height)
    if (delta % 2 !== 0) {
      const k = findMeeting(ahead, back, origin, cost, cost - 1, width, delta)
      if (k !== undefined) {
        const x = at(ahead.reach, origin + k)
        return { old: part.oldFrom + x, now: part.nowFrom + x - k }
      }
    }
    effort.steps -= advance(back, origin, cost, width, height)
    if (delta % 2 === 0) {
      const k = findMeeting(back, ahead, origin, cost, cost, width, delta)
      if (k !== undefined) {
        const x = at(back.reach, origin + k)
        return { old: part.oldTo - x, now: part.nowTo - (x - k) }
      }
    }
  }
  return undefined
}

/** Follows each diagonal as far as one more edit and the equal lines after it lead. Gives the steps that it took. */
function advance(front: Front, origin: number, cost: number, width: number, height: number): number {
  const { old, now, reach, oldFrom, nowFrom } = front
  reach[origin - cost - 1] = reach[origin + cost + 1] = -1
  let steps = 0

  for (let k = firstOf(cost, front.low), last = Math.min(cost, front.high); k <= last; k += 2) {
    const from = cost === 0 ? 0 : Math.max(at(reach, origin + k - 1) + 1, at(reach, origin + k + 1))
    let x = from
    while (x < width && x - k < height && old[oldFrom + x] === now[nowFrom + x - k]) x++
    reach[origin + k] = x
    steps += 1 + x - from
    // At an edge of the part, the diagonals beyond lead nowhere.
    if (x >= width) front.high = Math.min(front.high, k - 1)
    if (x - k >= height) front.low = Math.max(front.low, k + 1)
  }
  return steps
}

/** A diagonal of this front on which it has met the other one, that has come as far as `otherCost`. */
function findMeeting(
  front: Front,
  other: Front,
  origin: number,
  cost: number,
  otherCost: number,
  width: number,
  delta: number,
): number | undefined {
  const last = Math.min(cost, delta + otherCost)
  for (let k = firstOf(cost, delta - otherCost); k <= last; k += 2) {
    if (at(front.reach, origin + k) + at(other.reach, origin + delta - k) >= width) return k
  }
  return undefined
}

/** The lowest diagonal that so many edits lead to, not below a bound: each edit changes a diagonal by one. */
function firstOf(cost: number, bound: number): number {
  if (bound <= -cost) return -cost
  return (bound + cost) % 2 === 0 ? bound : bound + 1
}
