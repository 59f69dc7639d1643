import type { Gaps } from './gaps.ts'
import { at } from './ints.ts'

const NOWHERE = -1

/**
 * Where a run of changed lines could as well start some lines higher or lower, it is put where readers of `diff -u`
 * expect it: level with a change of the other side, else as low as it goes. Runs that touch become one.
 */
export function settle(old: Int32Array, now: Int32Array, { deleted, inserted }: Gaps): void {
  slide(old, deleted, inserted)
  slide(now, inserted, deleted)
}

/** Slides the runs of one side: its lines by number, and how many of them each gap holds. */
function slide(lines: Int32Array, sizes: Int32Array, others: Int32Array): void {
  // Where lines repeat, runs can slide far and again: past this, they stay where they are.
  let moves = 4 * lines.length

  for (let gap = 0, start = 0; gap < sizes.length; gap++, start++) {
    let size = take(sizes, gap)
    if (size === 0) continue

    let settled = false
    while (!settled) {
      const before = size
      for (; gap > 0 && lines[start - 1] === lines[start + size - 1] && moves > 0; moves--) {
        const above = take(sizes, --gap)
        start -= 1 + above
        size += above
      }
      let level = at(others, gap) > 0 ? gap : NOWHERE
      for (; gap < sizes.length - 1 && lines[start] === lines[start + size] && moves > 0; moves--) {
        size += take(sizes, ++gap)
        start++
        if (at(others, gap) > 0) level = gap
      }
      settled = size === before || moves <= 0
      if (settled && size === before && level !== NOWHERE) {
        start -= gap - level
        gap = level
      }
    }
    sizes[gap] = size
    start += size
  }
}

function take(sizes: Int32Array, gap: number): number {
  const size = at(sizes, gap)
  sizes[gap] = 0
  return size
}
