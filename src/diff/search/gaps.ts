import { at } from './ints.ts'
import type { Kept } from './matched-lines.ts'

/**
 * An edit script, told by its gaps: the lines that stay are numbered from 0 in both texts alike, and gap n lies before
 * line n of them, the last gap behind all. So many old lines go at each gap, so many new ones come.
 */
export interface Gaps {
  deleted: Int32Array
  inserted: Int32Array
}

export function gapsOf(kept: Kept): Gaps {
  return { deleted: gapSizes(kept.old), inserted: gapSizes(kept.now) }
}

function gapSizes(stays: Uint8Array): Int32Array {
  const sizes = new Int32Array(stays.length + 1)
  let gap = 0
  for (let line = 0; line < stays.length; line++) {
    if (stays[line] === 1) gap++
    else sizes[gap] = at(sizes, gap) + 1
  }
  return sizes.subarray(0, gap + 1)
}
