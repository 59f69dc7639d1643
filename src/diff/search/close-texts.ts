import { diffArrays } from 'diff'
import type { MatchedLines } from './matched-lines.ts'

/** Maximum number of edits. Two versions of a text mostly differ by fewer. */
const MAX_EDITS = 50

/** Maximum number of lines of both texts. Larger texts are faster with typed arrays; the package allocates objects. */
const MAX_LINES = 10_000

/**
 * Matches the lines of two texts that differ by few edits, using the `diff` package. Returns false, and matches
 * nothing, if there are more edits.
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
