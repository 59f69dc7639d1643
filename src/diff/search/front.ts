import { at } from './ints.ts'
import type { Part } from './matched-lines.ts'

/**
 * A search that spreads over a part of two texts, one edit at a time, after Myers, "An O(ND) difference algorithm and
 * its variations" (1986). Diagonal k holds the points where k more old lines than new ones are passed.
 */
export interface Front {
  old: Int32Array
  now: Int32Array
  /** How many old lines are passed on each diagonal; diagonal 0 is at `origin`. */
  reach: Int32Array
  origin: number
  oldFrom: number
  nowFrom: number
  width: number
  height: number
  /** The diagonals still worth following. None are left when the far corner is reached. */
  low: number
  high: number
}

/** A front over two texts that can come as far as a number of edits. */
export function createFront(old: Int32Array, now: Int32Array, edits: number): Front {
  const reach = new Int32Array(2 * edits + 5)
  return { old, now, reach, origin: edits + 2, oldFrom: 0, nowFrom: 0, width: 0, height: 0, low: 0, high: 0 }
}

/** Sets a front to the start of a part. */
export function startAt(front: Front, part: Part): void {
  front.oldFrom = part.oldFrom
  front.nowFrom = part.nowFrom
  front.width = part.oldTo - part.oldFrom
  front.height = part.nowTo - part.nowFrom
  front.low = -front.height
  front.high = front.width
  front.reach[front.origin + 1] = 0 // the edit before the first leads to the start
}

/** Spreads by one edit and the equal lines after it, to the edits given in all. Gives the steps that it took. */
export function advance(front: Front, edits: number): number {
  const { old, now, reach, origin, oldFrom, nowFrom, width, height } = front
  let { low, high } = front
  reach[origin - edits - 1] = -1
  if (edits > 0) reach[origin + edits + 1] = -1
  let steps = 0

  const last = edits < high ? edits : high
  const first = firstDiagonal(edits, low)
  let below = at(reach, origin + first - 1)
  for (let k = first; k <= last; k += 2) {
    const above = at(reach, origin + k + 1)
    const from = below >= above ? below + 1 : above // by a deletion, or by an insertion
    const edge = width < height + k ? width : height + k
    const shift = nowFrom - k - oldFrom
    let position = oldFrom + from
    while (position < oldFrom + edge && old[position] === now[position + shift]) position++
    const x = position - oldFrom
    steps += x - from + 1
    reach[origin + k] = x
    below = above

    // At an edge of the part, the diagonals beyond lead nowhere.
    if (x >= edge) {
      if (x >= width && k <= high) high = k - 1
      if (x - k >= height && k >= low) low = k + 1
    }
  }
  front.low = low
  front.high = high
  return steps
}

/** The lowest diagonal, not below a bound, that so many edits can lead to: each one goes to a neighbour. */
export function firstDiagonal(edits: number, bound: number): number {
  // Never the negative zero that -edits or % can be: the loops over diagonals would count in floating point.
  return bound + edits <= 0 ? 0 - edits : bound + ((bound + edits) & 1)
}
