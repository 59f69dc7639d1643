import { valueAt } from '../int32.ts'
import type { MatchedLines } from './matched-lines.ts'

/**
 * What turns the old text into the new one: a list of changes, some of them empty. Change n lies before matched line n,
 * the last one behind all matched lines; it deletes `deleted[n]` lines and inserts `inserted[n]`.
 */
export interface EditScript {
  deleted: Int32Array
  inserted: Int32Array
}

export function editScriptOf(matched: MatchedLines): EditScript {
  return { deleted: countBetween(matched.old), inserted: countBetween(matched.new) }
}

/** How many lines of one side lie before each matched one, and behind the last. */
function countBetween(isMatched: Uint8Array): Int32Array {
  const counts = new Int32Array(isMatched.length + 1)
  let change = 0
  for (let line = 0; line < isMatched.length; line++) {
    if (isMatched[line] === 1) change++
    else counts[change] = valueAt(counts, change) + 1
  }
  return counts.subarray(0, change + 1)
}
