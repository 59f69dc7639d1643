import { at } from './ints.ts'
import { type Kept, keep } from './matched-lines.ts'

const NONE = -1

/** How many pairs of equal lines there are: what the search by Hunt and Szymanski costs, times a logarithm. */
export function countPairs(old: Int32Array, now: Int32Array, distinct: number): number {
  const counts = new Int32Array(distinct)
  for (let line = 0; line < old.length; line++) counts[at(old, line)] = at(counts, at(old, line)) + 1
  let pairs = 0
  for (let line = 0; line < now.length; line++) pairs += at(counts, at(now, line))
  return pairs
}

/**
 * A longest common subsequence, after Hunt and Szymanski, "A fast algorithm for computing longest common
 * subsequences" (1977): exact, and fast where few lines repeat, however far the texts are apart.
 */
export function keepByPairs(old: Int32Array, now: Int32Array, distinct: number, pairs: number, kept: Kept): void {
  const { last, previous } = positionsByNumber(now, distinct)
  // ends[k]: where in `now` a common subsequence of k + 1 lines can end at the earliest; links[k]: its last pair.
  const ends = new Int32Array(Math.min(old.length, now.length) + 1)
  const links = new Int32Array(ends.length)
  const oldAt = new Int32Array(pairs)
  const nowAt = new Int32Array(pairs)
  const before = new Int32Array(pairs)
  let length = 0
  let candidates = 0

  for (let i = 0; i < old.length; i++) {
    // From the last position to the first, so that one old line never follows itself.
    for (let j = at(last, at(old, i)); j !== NONE; j = at(previous, j)) {
      const k = length === 0 || j > at(ends, length - 1) ? length : firstNotBelow(ends, length, j)
      if (k < length && ends[k] === j) continue
      ends[k] = j
      oldAt[candidates] = i
      nowAt[candidates] = j
      before[candidates] = k === 0 ? NONE : at(links, k - 1)
      links[k] = candidates++
      if (k === length) length++
    }
  }
  for (let link = length === 0 ? NONE : at(links, length - 1); link !== NONE; link = at(before, link)) {
    keep(kept, at(oldAt, link), at(nowAt, link))
  }
}

/** For each number the last position of it, and for each position the one before of the same number. */
function positionsByNumber(numbers: Int32Array, distinct: number): { last: Int32Array; previous: Int32Array } {
  const last = new Int32Array(distinct).fill(NONE)
  const previous = new Int32Array(numbers.length)
  numbers.forEach((number, position) => {
    previous[position] = at(last, number)
    last[number] = position
  })
  return { last, previous }
}

function firstNotBelow(sorted: Int32Array, length: number, value: number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (at(sorted, middle) < value) low = middle + 1
    else high = middle
  }
  return low
}
