import { valueAt } from './int32.ts'
import type { EditScript } from './search/edit-script.ts'

/**
 * Changes that are printed together, with the lines around them: old lines `oldStart` to `oldEnd` (exclusive), new
 * lines likewise.
 */
export interface Hunk {
  oldStart: number
  oldEnd: number
  newStart: number
  newEnd: number
  /** Range of its changes in the edit script. Between two changes is one matched line. */
  firstChange: number
  lastChange: number
}

/** Number of matched lines that are printed before and after a change. */
export const CONTEXT = 3

/** Returns the hunks of an edit script. Changes share a hunk if their context lines would touch or overlap. */
export function hunksOf({ deleted, inserted }: EditScript): Hunk[] {
  const hunks: Hunk[] = []
  let hunk: Hunk | undefined
  let oldLine = 0
  let newLine = 0

  for (let change = 0; change < deleted.length; change++, oldLine++, newLine++) {
    const deletions = valueAt(deleted, change)
    const insertions = valueAt(inserted, change)
    if (deletions + insertions === 0) continue

    if (!hunk || change - hunk.lastChange > 2 * CONTEXT) {
      const leading = Math.min(change, CONTEXT)
      const [oldStart, newStart] = [oldLine - leading, newLine - leading]
      hunk = { oldStart, oldEnd: 0, newStart, newEnd: 0, firstChange: change, lastChange: change }
      hunks.push(hunk)
    }
    oldLine += deletions
    newLine += insertions
    const trailing = Math.min(deleted.length - 1 - change, CONTEXT)
    hunk.lastChange = change
    hunk.oldEnd = oldLine + trailing
    hunk.newEnd = newLine + trailing
  }
  return hunks
}
