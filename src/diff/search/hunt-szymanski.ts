import { valueAt } from '../int32.ts'
import { type MatchedLines, matchLine } from './matched-lines.ts'

const NONE = -1

/**
 * Returns the number of pairs of an equal old and new line. The search takes that number of steps times a logarithm.
 */
export function countEqualPairs(oldIds: Int32Array, newIds: Int32Array, idCount: number): number {
  const counts = new Int32Array(idCount)
  for (let line = 0; line < oldIds.length; line++) {
    const id = valueAt(oldIds, line)
    counts[id] = valueAt(counts, id) + 1
  }
  let pairs = 0
  for (let line = 0; line < newIds.length; line++) pairs += valueAt(counts, valueAt(newIds, line))
  return pairs
}

/**
 * Matches a longest common subsequence, as in Hunt and Szymanski, "A fast algorithm for computing longest common
 * subsequences" (1977). It is fast if few lines repeat, regardless of the number of edits, such as a thousand moved mods.
 *
 * A candidate is a pair of equal lines that ends a common subsequence. As in the paper, `thresholds[k]` is the first
 * new line that can end a common subsequence of k + 1 lines, and `links[k]` is the candidate that ends it.
 */
export function matchByHuntSzymanski(
  oldIds: Int32Array,
  newIds: Int32Array,
  idCount: number,
  pairs: number,
  matched: MatchedLines,
): void {
  const { last, previous } = occurrences(newIds, idCount)
  const thresholds = new Int32Array(Math.min(oldIds.length, newIds.length) + 1)
  const links = new Int32Array(thresholds.length)
  const candidates = {
    oldLine: new Int32Array(pairs),
    newLine: new Int32Array(pairs),
    predecessor: new Int32Array(pairs),
  }
  let count = 0
  let length = 0

  for (let oldLine = 0; oldLine < oldIds.length; oldLine++) {
    // From the last occurrence to the first, so that a candidate never has a predecessor with the same old line.
    for (let j = valueAt(last, valueAt(oldIds, oldLine)); j !== NONE; j = valueAt(previous, j)) {
      const isLonger = length === 0 || j > valueAt(thresholds, length - 1)
      const k = isLonger ? length : firstNotBelow(thresholds, length, j)
      if (!isLonger && thresholds[k] === j) continue
      thresholds[k] = j
      candidates.oldLine[count] = oldLine
      candidates.newLine[count] = j
      candidates.predecessor[count] = k === 0 ? NONE : valueAt(links, k - 1)
      links[k] = count++
      if (isLonger) length++
    }
  }

  let candidate = length === 0 ? NONE : valueAt(links, length - 1)
  while (candidate !== NONE) {
    matchLine(matched, valueAt(candidates.oldLine, candidate), valueAt(candidates.newLine, candidate))
    candidate = valueAt(candidates.predecessor, candidate)
  }
}

/** Returns the last line with each id, and for each line the previous line with the same id. */
function occurrences(ids: Int32Array, idCount: number): { last: Int32Array; previous: Int32Array } {
  const last = new Int32Array(idCount).fill(NONE)
  const previous = new Int32Array(ids.length)
  for (let line = 0; line < ids.length; line++) {
    const id = valueAt(ids, line)
    previous[line] = valueAt(last, id)
    last[id] = line
  }
  return { last, previous }
}

/** Returns the index of the first of the `length` sorted values that is at least `value`. */
function firstNotBelow(sorted: Int32Array, length: number, value: number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (valueAt(sorted, middle) < value) low = middle + 1
    else high = middle
  }
  return low
}
