import { valueAt } from '../int32.ts'
import { createPaths, extendPaths, type FurthestPaths, startPaths } from './furthest-paths.ts'
import { type Box, isEmpty, type MatchedLines, matchCommonEnds, matchLine, wholeBox } from './matched-lines.ts'

/**
 * Matches the lines of two texts in which lines repeat. Looks a limited number of edits ahead, takes the path that
 * reaches furthest, and continues from its end. The cost grows with the number of lines times the number of edits.
 * Texts that differ by at most this number of edits mostly get a shortest script.
 */
export function matchByLookahead(
  oldIds: Int32Array,
  newIds: Int32Array,
  matched: MatchedLines,
  maxEdits: number,
): void {
  const paths = createPaths(oldIds, newIds, maxEdits)
  const history = new Int32Array(rowStart(maxEdits + 1))
  // In crafted texts, each search can pass the same equal lines again. After this number of steps, the rest is
  // replaced.
  let remainingSteps = 4 * maxEdits * (oldIds.length + newIds.length)

  for (let rest = wholeBox(oldIds, newIds); remainingSteps > 0; ) {
    rest = matchCommonEnds(oldIds, newIds, rest, matched)
    if (isEmpty(rest)) return

    startPaths(paths, rest)
    const best = lookAhead(paths, history, maxEdits)
    remainingSteps -= best.steps
    rest = matchPath(history, rest, best, matched)
  }
}

// The history is a sequence of rows. Row d has the furthest x of the d + 1 d-paths; index i is for the diagonal 2i - d.
const rowStart = (d: number) => (d * (d + 1)) / 2

/** The path that reaches furthest. */
interface BestPath {
  /** Number of edits. */
  d: number
  /** Index in the last row of the history. */
  index: number
  /** Number of steps of the search. */
  steps: number
}

function lookAhead(paths: FurthestPaths, history: Int32Array, maxEdits: number): BestPath {
  const longSnakes = 8 * maxEdits // after an extension with more equal lines, further edits would not find a better path
  let steps = 0

  for (let d = 0; ; d++) {
    const extension = extendPaths(paths, d)
    steps += extension
    const row = rowStart(d)
    const lowest = paths.origin - d
    for (let index = 0; index <= d; index++) history[row + index] = valueAt(paths.furthestX, lowest + 2 * index)

    const isAtCorner = paths.minDiagonal > paths.maxDiagonal
    if (isAtCorner) return { d, index: (paths.width - paths.height + d) / 2, steps }
    if (d === maxEdits || extension > longSnakes + d) return { d, index: furthestIndex(history, d), steps }
  }
}

/** Returns the index of the d-path that has passed the most lines of both texts, x + y = 2x - k. */
function furthestIndex(history: Int32Array, d: number): number {
  const row = rowStart(d)
  let best = 0
  for (let index = 1; index <= d; index++) {
    if (valueAt(history, row + index) - index > valueAt(history, row + best) - best) best = index
  }
  return best
}

/**
 * Matches the snakes of a path, from its end backwards along the history. Returns the rest of the box after the path.
 */
function matchPath(history: Int32Array, box: Box, path: BestPath, matched: MatchedLines): Box {
  const endX = valueAt(history, rowStart(path.d) + path.index)
  const endY = endX - (2 * path.index - path.d)

  let { index } = path
  for (let d = path.d; d >= 0; d--) {
    const above = rowStart(d - 1) + index // of the two paths that this one may extend, the one on diagonal k + 1
    const afterDeletion = index > 0 ? valueAt(history, above - 1) + 1 : 0
    const afterInsertion = index < d ? valueAt(history, above) : 0
    const snakeStart = Math.max(afterDeletion, afterInsertion)
    const k = 2 * index - d
    for (let x = valueAt(history, rowStart(d) + index) - 1; x >= snakeStart; x--) {
      matchLine(matched, box.oldStart + x, box.newStart + x - k)
    }
    if (afterDeletion > afterInsertion) index--
  }
  return { ...box, oldStart: box.oldStart + endX, newStart: box.newStart + endY }
}
