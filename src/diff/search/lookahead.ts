import { valueAt } from '../int32.ts'
import { createPaths, extendPaths, type FurthestPaths, startPaths } from './furthest-paths.ts'
import { type Box, isEmpty, type MatchedLines, matchCommonEnds, matchLine } from './matched-lines.ts'

/**
 * Matches the lines of a box that is too large for a search of all of it: looks so many edits ahead, takes the path that
 * came furthest, goes on from its end. The cost grows with the lines times the edits looked ahead.
 *
 * Two large versions of a settings file, 60,000 lines with 3,000 edits, come here. To replace such a box as a whole would
 * show thirty times as many changed lines.
 */
export function matchByLookahead(
  oldIds: Int32Array,
  newIds: Int32Array,
  box: Box,
  matched: MatchedLines,
  maxEdits: number,
): void {
  const paths = createPaths(oldIds, newIds, maxEdits)
  const history = new Int32Array(rowStart(maxEdits + 1))
  // Texts can be made in which each look ahead passes the same equal lines again. Past this, the rest is replaced.
  let remainingSteps = 4 * maxEdits * (box.oldEnd - box.oldStart + box.newEnd - box.newStart)

  for (let rest = box; remainingSteps > 0; ) {
    rest = matchCommonEnds(oldIds, newIds, rest, matched)
    if (isEmpty(rest)) return

    startPaths(paths, rest)
    const best = lookAhead(paths, history, maxEdits)
    remainingSteps -= best.steps
    rest = matchPath(history, rest, best, matched)
  }
}

// The history has a row for each d, one after the other: the furthest x of the d-paths, of which there are d + 1, by
// their diagonals from -d up. Index i of row d is diagonal 2i - d.
const rowStart = (d: number) => (d * (d + 1)) / 2

/** The path that came furthest: its edits, and its index in the last row of the history. */
interface BestPath {
  d: number
  index: number
  /** What it took to find it. */
  steps: number
}

function lookAhead(paths: FurthestPaths, history: Int32Array, maxEdits: number): BestPath {
  const longSnakes = 8 * maxEdits // equal lines in one extension: more edits would not find a better path
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

/** Which d-path has passed the most lines of both texts: x + y, which is 2x - k. */
function furthestIndex(history: Int32Array, d: number): number {
  const row = rowStart(d)
  let best = 0
  for (let index = 1; index <= d; index++) {
    if (valueAt(history, row + index) - index > valueAt(history, row + best) - best) best = index
  }
  return best
}

/** Matches the snakes of a path, going back from its end by the history. Returns what is left of the box behind it. */
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
