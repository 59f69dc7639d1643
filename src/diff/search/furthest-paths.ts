import { valueAt } from '../int32.ts'
import type { Box } from './matched-lines.ts'

/**
 * The furthest reaching paths through a box of the edit graph, as in Myers, "An O(ND) difference algorithm and its
 * variations" (1986). The names are his: point (x, y) is after x old and y new lines, diagonal k has the points with
 * x - y = k, and a d-path has d edits. A d-path ends on one of the diagonals -d, -d + 2, ..., d.
 */
export interface FurthestPaths {
  oldIds: Int32Array
  newIds: Int32Array
  /**
   * V in the paper: for each diagonal, the x of the path that reaches furthest on it. Diagonal 0 has the index
   * `origin`.
   */
  furthestX: Int32Array
  origin: number
  oldStart: number
  newStart: number
  /** Number of old lines in the box. */
  width: number
  /** Number of new lines in the box. */
  height: number
  /** Range of the diagonals that still lead into the box. It is empty when a path has reached the far corner. */
  minDiagonal: number
  maxDiagonal: number
}

export function createPaths(oldIds: Int32Array, newIds: Int32Array, maxEdits: number): FurthestPaths {
  const furthestX = new Int32Array(2 * maxEdits + 5)
  const noBox = { oldStart: 0, newStart: 0, width: 0, height: 0, minDiagonal: 0, maxDiagonal: 0 }
  return { oldIds, newIds, furthestX, origin: maxEdits + 2, ...noBox }
}

/** Resets the paths to the start of a box. */
export function startPaths(paths: FurthestPaths, { oldStart, oldEnd, newStart, newEnd }: Box): void {
  paths.oldStart = oldStart
  paths.newStart = newStart
  paths.width = oldEnd - oldStart
  paths.height = newEnd - newStart
  paths.minDiagonal = -paths.height
  paths.maxDiagonal = paths.width
  paths.furthestX[paths.origin + 1] = 0 // an imaginary insertion that leads to the start, for the 0-path
}

/**
 * Extends the (d - 1)-paths to d-paths: each gets one more edit and the snake (the run of equal lines) that follows it.
 * Returns the number of points that were examined.
 */
export function extendPaths(paths: FurthestPaths, d: number): number {
  const { oldIds, newIds, furthestX, origin, oldStart, newStart, width, height } = paths
  let { minDiagonal, maxDiagonal } = paths
  furthestX[origin - d - 1] = -1
  if (d > 0) furthestX[origin + d + 1] = -1
  let steps = 0

  const last = d < maxDiagonal ? d : maxDiagonal
  const first = firstDiagonal(d, minDiagonal)
  let left = valueAt(furthestX, origin + first - 1)
  for (let k = first; k <= last; k += 2) {
    const right = valueAt(furthestX, origin + k + 1)
    const afterEdit = left >= right ? left + 1 : right // a deletion from diagonal k - 1, or an insertion from k + 1
    const maxX = width < height + k ? width : height + k
    const newOffset = newStart - k - oldStart
    let oldLine = oldStart + afterEdit
    while (oldLine < oldStart + maxX && oldIds[oldLine] === newIds[oldLine + newOffset]) oldLine++
    const x = oldLine - oldStart
    steps += x - afterEdit + 1
    furthestX[origin + k] = x
    left = right

    // A path that has reached an edge of the box can only follow the edge. Diagonals beyond it would leave the box.
    if (x >= maxX) {
      if (x >= width && k <= maxDiagonal) maxDiagonal = k - 1
      if (x - k >= height && k >= minDiagonal) minDiagonal = k + 1
    }
  }
  paths.minDiagonal = minDiagonal
  paths.maxDiagonal = maxDiagonal
  return steps
}

/** Returns the lowest diagonal, at least `bound`, on which d-paths end. They end on every second diagonal. */
function firstDiagonal(d: number, bound: number): number {
  // 0 - d instead of -d, which is -0 for d = 0: V8 would then use floating point for diagonals.
  return bound + d <= 0 ? 0 - d : bound + ((bound + d) & 1)
}
