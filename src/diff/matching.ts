import { diffArrays } from 'diff'

/**
 * Finds the changes between the lines of two texts.
 *
 * Problem: anyone may compare any two files, and the search for the shortest diff of two large unlike files takes minutes.
 * Approach: lines that occur once in both texts are matched first: as many as have the same order in both. That leaves
 * gaps between them. `diffArrays` of the package `diff` searches each gap, the smallest first, with a bounded number of
 * edits. A gap that needs more edits has no matches, so all its lines are replaced.
 * Guarantee: the changes turn the old text into the new one. The work is bounded for any content (docs/compare.md).
 * Tests: test/diff/.
 */

/** A range of lines of both texts, counted from 0. The ends are exclusive. */
export interface Range {
  oldStart: number
  oldEnd: number
  newStart: number
  newEnd: number
}

/** Maximum number of edits in a gap. The memory of a search grows with the square of the edits. */
const MAX_EDITS = 1_000

/** Maximum work of all searches together. A search costs the lines of its gap times its edits. */
const MAX_WORK = 8_000_000

/** Returns the changes, in order. Each replaces the old lines of a range by its new lines. */
export function changesOf(oldLines: readonly string[], newLines: readonly string[]): Range[] {
  const matches = matchLines(oldLines, newLines)
  const changes: Range[] = []
  let [oldStart, newStart] = [0, 0]
  for (let oldEnd = 0; oldEnd <= oldLines.length; oldEnd++) {
    const newEnd = oldEnd === oldLines.length ? newLines.length : (matches[oldEnd] ?? NONE)
    if (newEnd === NONE) continue
    if (oldEnd > oldStart || newEnd > newStart) changes.push({ oldStart, oldEnd, newStart, newEnd })
    oldStart = oldEnd + 1
    newStart = newEnd + 1
  }
  return changes
}

const NONE = -1

/** Two texts, with a number for each line. Equal lines have equal numbers. */
interface Texts {
  old: readonly number[]
  new: readonly number[]
  /** The new line of each matched old line, and NONE for the others. */
  matches: Int32Array
}

function matchLines(oldLines: readonly string[], newLines: readonly string[]): Int32Array {
  const ids = new Map<string, number>()
  const idOf = (line: string) => {
    const known = ids.get(line)
    if (known === undefined) ids.set(line, ids.size)
    return known ?? ids.size - 1
  }
  const matches = new Int32Array(oldLines.length).fill(NONE)
  const texts = { old: oldLines.map(idOf), new: newLines.map(idOf), matches }
  const whole = { oldStart: 0, oldEnd: oldLines.length, newStart: 0, newEnd: newLines.length }
  matchGaps(texts, matchUnique(texts, matchEnds(texts, whole), ids.size))
  return matches
}

/** Matches the lines with which both sides of a range start or end. Returns the rest of the range. */
function matchEnds(texts: Texts, range: Range): Range {
  let { oldStart, oldEnd, newStart, newEnd } = range
  while (oldStart < oldEnd && newStart < newEnd && texts.old[oldStart] === texts.new[newStart]) {
    texts.matches[oldStart++] = newStart++
  }
  while (oldStart < oldEnd && newStart < newEnd && texts.old[oldEnd - 1] === texts.new[newEnd - 1]) {
    texts.matches[--oldEnd] = --newEnd
  }
  return { oldStart, oldEnd, newStart, newEnd }
}

/** Matches lines that occur once on each side of a range, and returns the gaps between them. */
function matchUnique(texts: Texts, range: Range, idCount: number): Range[] {
  const oldPlaces = placesOf(texts.old, range.oldStart, range.oldEnd, idCount)
  const newPlaces = placesOf(texts.new, range.newStart, range.newEnd, idCount)
  const oldLines: number[] = [] // in the order of the new text
  for (let line = range.newStart; line < range.newEnd; line++) {
    const id = texts.new[line] ?? 0
    const oldLine = oldPlaces[id] ?? NONE
    if (oldLine >= 0 && newPlaces[id] === line) oldLines.push(oldLine)
  }
  const gaps: Range[] = []
  let { oldStart, newStart } = range
  for (const oldEnd of longestIncreasing(oldLines)) {
    const newEnd = newPlaces[texts.old[oldEnd] ?? 0] ?? NONE
    texts.matches[oldEnd] = newEnd
    gaps.push({ oldStart, oldEnd, newStart, newEnd })
    oldStart = oldEnd + 1
    newStart = newEnd + 1
  }
  return [...gaps, { ...range, oldStart, newStart }]
}

/** Returns the line of each number in a part of a text. It is negative if there is not exactly one. */
function placesOf(ids: readonly number[], start: number, end: number, idCount: number): Int32Array {
  const places = new Int32Array(idCount).fill(NONE)
  for (let line = start; line < end; line++) {
    const id = ids[line] ?? 0
    places[id] = places[id] === NONE ? line : NONE - 1
  }
  return places
}

/** Returns a longest increasing subsequence, by patience sorting. */
function longestIncreasing(numbers: readonly number[]): number[] {
  const ends: number[] = [] // for each length, the index of the smallest number with which a subsequence ends
  const previous = new Int32Array(numbers.length)
  for (const [index, number] of numbers.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1
      else high = middle
    }
    previous[index] = ends[low - 1] ?? NONE
    ends[low] = index
  }
  const longest: number[] = []
  for (let index = ends.at(-1) ?? NONE; index !== NONE; index = previous[index] ?? NONE) {
    longest.push(numbers[index] ?? 0)
  }
  return longest.reverse()
}

/** Searches the gaps, the smallest first, until the work is done or its maximum reached. */
function matchGaps(texts: Texts, gaps: readonly Range[]): void {
  let work = MAX_WORK
  const inner = gaps.map((gap) => matchEnds(texts, gap))
  const searched = inner.filter((gap) => gap.oldStart < gap.oldEnd && gap.newStart < gap.newEnd)
  for (const gap of searched.sort((one, other) => sizeOf(one) - sizeOf(other))) {
    const maxEditLength = Math.min(MAX_EDITS, sizeOf(gap), Math.floor(work / sizeOf(gap)))
    work -= maxEditLength * sizeOf(gap)
    const [oldPart, newPart] = [texts.old.slice(gap.oldStart, gap.oldEnd), texts.new.slice(gap.newStart, gap.newEnd)]
    let { oldStart, newStart } = gap
    for (const { added, removed, count } of diffArrays(oldPart, newPart, { maxEditLength }) ?? []) {
      const isMatched = !added && !removed
      if (isMatched) for (let line = 0; line < count; line++) texts.matches[oldStart + line] = newStart + line
      if (!added) oldStart += count
      if (!removed) newStart += count
    }
  }
}

const sizeOf = (range: Range) => range.oldEnd - range.oldStart + range.newEnd - range.newStart
