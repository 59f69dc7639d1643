import { valueAt } from '../int32.ts'
import type { EditScript } from './edit-script.ts'

/**
 * Slides changes to where readers of `diff -u` expect them. A change whose first line equals the line behind it, or whose
 * last line equals the line before it, could as well lie one line lower or higher. It is put level with a change of the
 * other side where there is one, else as low as it goes; changes that touch on the way become one. GNU diff and git do the
 * same, by the name of compaction.
 */
export function compactEditScript(oldIds: Int32Array, newIds: Int32Array, { deleted, inserted }: EditScript): void {
  slideChanges(oldIds, deleted, inserted)
  slideChanges(newIds, inserted, deleted)
}

/** Slides the changes of one side, given how many of its lines each change has, and how many of the other side's. */
function slideChanges(ids: Int32Array, sizes: Int32Array, otherSizes: Int32Array): void {
  // Where lines repeat, changes can slide far, and again and again. Past this, they stay where they are.
  let remainingMoves = 4 * ids.length

  for (let change = 0, start = 0; change < sizes.length; change++, start++) {
    let size = takeSize(sizes, change)
    if (size === 0) continue

    // Up as far as it goes, then down as far as it goes; once more if it has grown, as it may then go further.
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

/** The size of a change, which is left empty. */
function takeSize(sizes: Int32Array, change: number): number {
  const size = valueAt(sizes, change)
  sizes[change] = 0
  return size
}
