import { valueAt } from '../int32.ts'
import type { EditScript } from './edit-script.ts'

/**
 * Slides changes to the places where readers of `diff -u` expect them. A change can slide down if its first line equals
 * the line after it, and up if its last line equals the line before it. It is aligned with a change of the other side
 * if possible, and otherwise slides down as far as it can. Changes that meet are merged. GNU diff and git do the same;
 * git calls it compaction.
 */
export function compactEditScript(oldIds: Int32Array, newIds: Int32Array, { deleted, inserted }: EditScript): void {
  slideChanges(oldIds, deleted, inserted)
  slideChanges(newIds, inserted, deleted)
}

/**
 * Slides the changes of one side. `sizes` has the number of lines of each change, `otherSizes` that of the other side.
 */
function slideChanges(ids: Int32Array, sizes: Int32Array, otherSizes: Int32Array): void {
  // If lines repeat, changes can slide far, and repeatedly. After this number of moves they stay where they are.
  let remainingMoves = 4 * ids.length

  for (let change = 0, start = 0; change < sizes.length; change++, start++) {
    let size = takeSize(sizes, change)
    if (size === 0) continue

    // Slides up as far as possible, then down as far as possible. Repeats if the change has grown, as it may slide
    // further.
    for (let isGrowing = true; isGrowing; ) {
      const sizeBefore = size
      for (; change > 0 && ids[start - 1] === ids[start + size - 1] && remainingMoves > 0; remainingMoves--) {
        const sizeAbove = takeSize(sizes, --change)
        start -= 1 + sizeAbove
        size += sizeAbove
      }
      let level = valueAt(otherSizes, change) > 0 ? change : undefined
      for (; change < sizes.length - 1 && ids[start] === ids[start + size] && remainingMoves > 0; remainingMoves--) {
        size += takeSize(sizes, ++change)
        start++
        if (valueAt(otherSizes, change) > 0) level = change
      }
      isGrowing = size !== sizeBefore && remainingMoves > 0
      if (size === sizeBefore && level !== undefined) {
        start -= change - level
        change = level
      }
    }
    sizes[change] = size
    start += size
  }
}

/** Returns the size of a change, and sets it to 0. */
function takeSize(sizes: Int32Array, change: number): number {
  const size = valueAt(sizes, change)
  sizes[change] = 0
  return size
}
