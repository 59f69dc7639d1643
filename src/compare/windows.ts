import { at } from './ints.ts'
import { type Kept, keep, keepEnds, type Part } from './kept.ts'

const NOWHERE = -1

/**
 * Settles a part without looking at all of it: searches so many edits ahead as Myers does, takes the first half of the
 * path that came furthest, and goes on from there. The cost grows with the lines and the edits looked ahead, no more.
 */
export function keepByWindows(old: Int32Array, now: Int32Array, part: Part, kept: Kept, ahead: number): void {
  const rows = new Int32Array(((ahead + 1) * (ahead + 2)) / 2)
  // Texts could be made in which each window walks the same equal lines again: such a rest is replaced as it stands.
  let steps = 8 * ahead * (part.oldTo - part.oldFrom + part.nowTo - part.nowFrom)

  for (let rest = part; steps > 0; ) {
    rest = keepEnds(old, now, rest, kept)
    if (rest.oldFrom === rest.oldTo || rest.nowFrom === rest.nowTo) return

    const path = lookAhead(old, now, rest, rows, ahead)
    steps -= path.steps
    rest = keepPath(rows, rest, path, kept)
  }
}

/** Where the path that came furthest ends, by its cost and its place in that row, and up to which cost to take it. */
interface Path {
  cost: number
  index: number
  taken: number
  steps: number
}

/** Fills a row for each cost: how many old lines are passed on each of its diagonals, from the lowest up. */
function lookAhead(old: Int32Array, now: Int32Array, part: Part, rows: Int32Array, ahead: number): Path {
  const { oldFrom, nowFrom } = part
  const width = part.oldTo - oldFrom
  const height = part.nowTo - nowFrom
  const worthTaking = 8 * ahead
  let steps = 0
  let furthest = 0
  let best = { cost: 0, index: 0 }

  for (let cost = 0; cost <= ahead; cost++) {
    for (let index = 0; index <= cost; index++) {
      const k = 2 * index - cost
      const from = cost === 0 ? 0 : Math.max(byDelete(rows, cost, index, width), byInsert(rows, cost, index, height))
      if (from === NOWHERE) {
        rows[rowOf(cost) + index] = NOWHERE
        continue
      }
      let x = from
      while (x < width && x - k < height && old[oldFrom + x] === now[nowFrom + x - k]) x++
      rows[rowOf(cost) + index] = x
      steps += 1 + x - from

      if (x - from > worthTaking || 2 * x - k === width + height) return { cost, index, taken: cost, steps }
      if (2 * x - k > furthest) {
        furthest = 2 * x - k
        best = { cost, index }
      }
    }
  }
  return { ...best, taken: Math.min(best.cost, ahead >> 1), steps }
}

/** Keeps the equal lines of the path as far as it is taken, and gives what is left behind that. */
function keepPath(rows: Int32Array, part: Part, path: Path, kept: Kept): Part {
  const width = part.oldTo - part.oldFrom
  const height = part.nowTo - part.nowFrom
  let rest = part

  for (let { cost, index } = path; cost >= 0; cost--) {
    const k = 2 * index - cost
    const x = at(rows, rowOf(cost) + index)
    const deleted = cost === 0 ? 0 : byDelete(rows, cost, index, width)
    const inserted = cost === 0 ? 0 : byInsert(rows, cost, index, height)

    if (cost === path.taken) rest = { ...part, oldFrom: part.oldFrom + x, nowFrom: part.nowFrom + x - k }
    if (cost <= path.taken) {
      for (let old = Math.max(deleted, inserted); old < x; old++) keep(kept, part.oldFrom + old, part.nowFrom + old - k)
    }
    if (deleted >= inserted) index--
  }
  return rest
}

/** The old lines passed after one more deletion, from the next lower diagonal. */
function byDelete(rows: Int32Array, cost: number, index: number, width: number): number {
  const x = index > 0 ? at(rows, rowOf(cost - 1) + index - 1) : NOWHERE
  return x === NOWHERE || x === width ? NOWHERE : x + 1
}

/** The old lines passed after one more insertion, from the next higher diagonal. */
function byInsert(rows: Int32Array, cost: number, index: number, height: number): number {
  const x = index < cost ? at(rows, rowOf(cost - 1) + index) : NOWHERE
  return x === NOWHERE || x - (2 * index - cost + 1) === height ? NOWHERE : x
}

const rowOf = (cost: number) => (cost * (cost + 1)) / 2
