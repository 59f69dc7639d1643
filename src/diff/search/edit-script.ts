import { valueAt } from '../int32.ts'
import type { MatchedLines } from './matched-lines.ts'

/**
 * A sequence of changes, some of them empty, that turns the old text into the new one. Change n deletes `deleted[n]`
 * lines and inserts `inserted[n]` lines before matched line n; the last change is after all matched lines.
 */
export interface EditScript {
  deleted: Int32Array
  inserted: Int32Array
}

export function editScriptOf(matched: MatchedLines): EditScript {
  return { deleted: countBetween(matched.old), inserted: countBetween(matched.new) }
}

/** Returns the number of unmatched lines before each matched line, and after the last one. */
function countBetween(isMatched: Uint8Array): Int32Array {
  const counts = new Int32Array(isMatched.length + 1)
  let change = 0
  for (let line = 0; line < isMatched.length; line++) {
    if (isMatched[line] === 1) change++
    else counts[change] = valueAt(counts, change) + 1
  }
  return counts.subarray(0, change + 1)
}
