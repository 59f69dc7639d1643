import { diffArrays } from 'diff'
import type { MatchedLines } from './matched-lines.ts'

/** Two versions of a text mostly differ by less. */
const MAX_EDITS = 50

/** Of both texts. Larger ones are left to the searches on typed arrays: the package makes objects as it goes. */
const MAX_LINES = 10_000

/**
 * Matches the lines of two texts that differ by few edits, using the `diff` package. Does nothing and returns false for
 * texts that are further apart.
 */
export function matchCloseTexts(oldIds: Int32Array, newIds: Int32Array, matched: MatchedLines): boolean {
  if (oldIds.length + newIds.length > MAX_LINES) return false
  const changes = diffArrays([...oldIds], [...newIds], { maxEditLength: MAX_EDITS })
  if (!changes) return false

  let oldLine = 0
  let newLine = 0
  for (const { added, removed, count } of changes) {
    if (!added && !removed) {
      matched.old.fill(1, oldLine, oldLine + count)
      matched.new.fill(1, newLine, newLine + count)
    }
    if (!added) oldLine += count
    if (!removed) newLine += count
  }
  return true
}
