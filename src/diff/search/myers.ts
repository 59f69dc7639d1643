import { valueAt } from '../int32.ts'
import { createPaths, extendPaths, type FurthestPaths, firstDiagonal, startPaths } from './furthest-paths.ts'
import { matchByLookahead } from './lookahead.ts'
import { type Box, isEmpty, type MatchedLines, matchCommonEnds, wholeBox } from './matched-lines.ts'

interface StepBudget {
  remaining: number
}

/**
 * Matches a longest common subsequence in linear space, as in Myers (1986), section 4b. A search from each end of a box
 * finds a point on a shortest script, which divides the box into two. If that takes too many steps, the box is searched
 * a few edits ahead at a time. The number of these edits falls with the number of lines.
 */
export function matchByMyers(oldIds: Int32Array, newIds: Int32Array, matched: MatchedLines, maxSteps: number): void {
  const lines = oldIds.length + newIds.length
  const budget = { remaining: maxSteps }
  const maxLookahead = Math.max(3, Math.min(512, Math.round((4 * maxSteps) / lines)))
  const forward = createPaths(oldIds, newIds, Math.ceil(lines / 2))
  const backward = createPaths(oldIds.toReversed(), newIds.toReversed(), Math.ceil(lines / 2))
  const boxes = [wholeBox(oldIds, newIds)]

  for (let box = boxes.pop(); box; box = boxes.pop()) {
    const inner = matchCommonEnds(oldIds, newIds, box, matched)
    if (isEmpty(inner)) continue

    const midpoint = findMidpoint(forward, backward, inner, budget)
    if (!midpoint) matchByLookahead(oldIds, newIds, inner, matched, maxLookahead)
    else {
      boxes.push({ ...inner, oldStart: midpoint.oldLine, newStart: midpoint.newLine })
      boxes.push({ ...inner, oldEnd: midpoint.oldLine, newEnd: midpoint.newLine })
    }
  }
}

/**
 * Finds a point near the middle of a shortest script for a box. The first lines of both sides must differ, and so must
 * the last lines. Returns undefined if the search takes more than half of the budget, because the two parts of the box
 * would together take about as much again.
 */
function findMidpoint(
  forward: FurthestPaths,
  backward: FurthestPaths,
  box: Box,
  budget: StepBudget,
): { oldLine: number; newLine: number } | undefined {
  startPaths(forward, box)
  startPaths(backward, reversedBox(box, backward))
  const isOdd = (forward.width - forward.height) % 2 !== 0 // then the number of edits is odd, and forward paths meet first
  const reserve = budget.remaining / 2

  for (let d = 0; budget.remaining > reserve; d++) {
    budget.remaining -= extendPaths(forward, d)
    const met = isOdd ? findOverlap(forward, d, backward, d - 1) : undefined
    if (met) return { oldLine: box.oldStart + met.x, newLine: box.newStart + met.y }

    budget.remaining -= extendPaths(backward, d)
    const metBackward = isOdd ? undefined : findOverlap(backward, d, forward, d)
    if (metBackward) return { oldLine: box.oldEnd - metBackward.x, newLine: box.newEnd - metBackward.y }
  }
  return undefined
}

/** Returns the position of the box when both texts are reversed. */
const reversedBox = (box: Box, { oldIds, newIds }: FurthestPaths): Box => ({
  oldStart: oldIds.length - box.oldEnd,
  oldEnd: oldIds.length - box.oldStart,
  newStart: newIds.length - box.newEnd,
  newEnd: newIds.length - box.newStart,
})

/** Returns the end of a path that has met a path from the opposite end; undefined if there is none. */
function findOverlap(paths: FurthestPaths, d: number, opposite: FurthestPaths, oppositeD: number) {
  const delta = paths.width - paths.height // diagonal k is diagonal delta - k for paths from the opposite end
  const last = Math.min(d, delta + oppositeD)
  for (let k = firstDiagonal(d, delta - oppositeD); k <= last; k += 2) {
    const x = valueAt(paths.furthestX, paths.origin + k)
    if (x + valueAt(opposite.furthestX, opposite.origin + delta - k) >= paths.width) return { x, y: x - k }
  }
  return undefined
}
