/**
 * The lines that two texts have in common: 1 for each matched line. Both sides have the same number of matched lines,
 * and the nth one of a side equals the nth one of the other.
 */
export interface MatchedLines {
  old: Uint8Array
  new: Uint8Array
}

export const noneMatched = (oldLength: number, newLength: number): MatchedLines => ({
  old: new Uint8Array(oldLength),
  new: new Uint8Array(newLength),
})

export function matchLine(matched: MatchedLines, oldLine: number, newLine: number): void {
  matched.old[oldLine] = 1
  matched.new[newLine] = 1
}

/** A box of the edit graph: the old lines from `oldStart` to `oldEnd` (exclusive) and the new lines, likewise. */
export interface Box {
  oldStart: number
  oldEnd: number
  newStart: number
  newEnd: number
}

export const wholeBox = (oldIds: Int32Array, newIds: Int32Array): Box => ({
  oldStart: 0,
  oldEnd: oldIds.length,
  newStart: 0,
  newEnd: newIds.length,
})

export const isEmpty = ({ oldStart, oldEnd, newStart, newEnd }: Box) => oldStart === oldEnd || newStart === newEnd

/**
 * Matches the lines that both sides of a box start or end with, as some shortest script always does. Returns the rest.
 */
export function matchCommonEnds(oldIds: Int32Array, newIds: Int32Array, box: Box, matched: MatchedLines): Box {
  let { oldStart, oldEnd, newStart, newEnd } = box
  while (oldStart < oldEnd && newStart < newEnd && oldIds[oldStart] === newIds[newStart]) {
    matchLine(matched, oldStart++, newStart++)
  }
  while (oldStart < oldEnd && newStart < newEnd && oldIds[oldEnd - 1] === newIds[newEnd - 1]) {
    matchLine(matched, --oldEnd, --newEnd)
  }
  return { oldStart, oldEnd, newStart, newEnd }
}
