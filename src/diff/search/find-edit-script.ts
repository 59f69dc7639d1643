/**
 * The search for an edit script between two texts, which are given as arrays of line ids.
 *
 * Problem: anyone may compare any two files, and two large unlike files block the `diff` package for many seconds.
 * Approach: common lines at both ends, and lines that only one text has, need no search. For the rest:
 * - texts with at most 50 edits: the `diff` package;
 * - few pairs of equal lines, as in a mod order: Hunt and Szymanski (1977), regardless of the number of edits;
 * - other texts: Myers (1986), a limited number of edits ahead at a time.
 * Guarantee: the script always turns the old text into the new one. It is a shortest one, except for texts in which
 * many lines repeat. The cost grows with the number of lines, regardless of their content (docs/compare.md).
 * Tests: test/diff/ compares the searches with the textbook's table, and applies the patches with patch and git.
 */
import { matchCloseTexts } from './close-texts.ts'
import { compactEditScript } from './compaction.ts'
import { type EditScript, editScriptOf } from './edit-script.ts'
import { countEqualPairs, matchByHuntSzymanski } from './hunt-szymanski.ts'
import { matchByLookahead } from './lookahead.ts'
import { type MatchedLines, matchCommonEnds, noneMatched, wholeBox } from './matched-lines.ts'
import { pickShared, placeShared } from './shared-lines.ts'

/** Returns the edit script, with its changes where `diff -u` shows them. All ids are less than `idCount`. */
export function findEditScript(oldIds: Int32Array, newIds: Int32Array, idCount: number, maxSteps: number): EditScript {
  const script = editScriptOf(findMatchedLines(oldIds, newIds, idCount, maxSteps))
  compactEditScript(oldIds, newIds, script)
  return script
}

/** Finds as many matching lines as `maxSteps` allows. */
export function findMatchedLines(
  oldIds: Int32Array,
  newIds: Int32Array,
  idCount: number,
  maxSteps: number,
): MatchedLines {
  const matched = noneMatched(oldIds.length, newIds.length)
  const inner = matchCommonEnds(oldIds, newIds, wholeBox(oldIds, newIds), matched)

  const oldInner = oldIds.subarray(inner.oldStart, inner.oldEnd)
  const newInner = newIds.subarray(inner.newStart, inner.newEnd)
  const oldShared = pickShared(oldInner, newInner, idCount)
  const newShared = pickShared(newInner, oldInner, idCount)
  const found = search(oldShared.ids, newShared.ids, idCount, maxSteps)

  placeShared(oldShared, found.old, matched.old.subarray(inner.oldStart))
  placeShared(newShared, found.new, matched.new.subarray(inner.newStart))
  return matched
}

function search(oldIds: Int32Array, newIds: Int32Array, idCount: number, maxSteps: number): MatchedLines {
  const matched = noneMatched(oldIds.length, newIds.length)
  if (matchCloseTexts(oldIds, newIds, matched)) return matched

  const pairs = countEqualPairs(oldIds, newIds, idCount)
  if (pairs <= maxSteps) matchByHuntSzymanski(oldIds, newIds, idCount, pairs, matched)
  else matchByLookahead(oldIds, newIds, matched, lookaheadFor(oldIds.length + newIds.length, maxSteps))
  return matched
}

/** Returns how many edits to look ahead. The more lines there are, the fewer edits the budget allows. */
const lookaheadFor = (lines: number, maxSteps: number): number =>
  Math.max(3, Math.min(512, Math.round((4 * maxSteps) / lines)))
