import { advance, createFront, type Front, startAt } from './front.ts'
import { at } from './ints.ts'
import { type Kept, keep, keepEnds, type Part } from './matched-lines.ts'

/**
 * Settles a part without looking at all of it: searches so many edits ahead, takes the path that came furthest, and
 * goes on from its end. The cost grows with the lines and with the edits looked ahead, no more.
 */
export function keepByWindows(old: Int32Array, now: Int32Array, part: Part, kept: Kept, ahead: number): void {
  const front = createFront(old, now, ahead)
  const rows = new Int32Array(rowOf(ahead + 1))
  // Texts could be made in which every window walks the same equal lines: their rest is replaced as it stands.
  let steps = 4 * ahead * (part.oldTo - part.oldFrom + part.nowTo - part.nowFrom)

  for (let rest = part; steps > 0; ) {
    rest = keepEnds(old, now, rest, kept)
    if (rest.oldFrom === rest.oldTo || rest.nowFrom === rest.nowTo) return

    startAt(front, rest)
    const path = lookAhead(front, rows, ahead)
    steps -= path.steps
    rest = keepPath(rows, rest, path, kept)
  }
}

/** The path that came furthest: its edits, and where it ends among the diagonals of their row. */
interface Path {
  edits: number
  index: number
  steps: number
}

/** Spreads the front and writes down a row for each edit, to find the way back: its diagonals from the lowest up. */
function lookAhead(front: Front, rows: Int32Array, ahead: number): Path {
  const worthTaking = 8 * ahead // equal lines in a row: no further edit will find better
  let steps = 0

  for (let edits = 0; ; edits++) {
    const took = advance(front, edits)
    steps += took
    const row = rowOf(edits)
    const lowest = front.origin - edits
    for (let index = 0; index <= edits; index++) rows[row + index] = at(front.reach, lowest + 2 * index)

    if (front.low > front.high) return { edits, index: (front.width - front.height + edits) / 2, steps }
    if (edits === ahead || took > worthTaking + edits) return { edits, index: furthest(rows, edits), steps }
  }
}

/** Where in a row most lines of both texts are passed. */
function furthest(rows: Int32Array, edits: number): number {
  const row = rowOf(edits)
  let best = 0
  for (let index = 1; index <= edits; index++) {
    if (at(rows, row + index) - index > at(rows, row + best) - best) best = index
  }
  return best
}

/** Keeps the equal lines of the path, from its end to its start, and gives what is left behind it. */
function keepPath(rows: Int32Array, part: Part, path: Path, kept: Kept): Part {
  let { edits, index } = path
  const end = at(rows, rowOf(edits) + index)

  for (; edits >= 0; edits--) {
    const above = rowOf(edits - 1) + index
    const byDelete = index > 0 ? at(rows, above - 1) + 1 : 0
    const byInsert = index < edits ? at(rows, above) : 0
    const k = 2 * index - edits
    const from = Math.max(byDelete, byInsert)
    for (let old = at(rows, rowOf(edits) + index) - 1; old >= from; old--) {
      keep(kept, part.oldFrom + old, part.nowFrom + old - k)
    }
    if (byDelete > byInsert) index--
  }
  return { ...part, oldFrom: part.oldFrom + end, nowFrom: part.nowFrom + end - (2 * path.index - path.edits) }
}

/** Where the row of so many edits starts, all rows being one after the other. */
const rowOf = (edits: number) => (edits * (edits + 1)) / 2
