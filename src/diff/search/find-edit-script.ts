/**
 * The search for an edit script between two texts, which are given as arrays of line ids.
 *
 * Problem: anyone may compare any two files, and two unlike ones of 190 kB block the `diff` package for 26 seconds.
 *
 * Idea: leave out what needs no search (lines that both texts begin or end with, lines that only one of them has). Then
 * - two versions of one text: the `diff` package, given up past 50 edits;
 * - few pairs of equal lines, as in a mod order: Hunt and Szymanski (1977), however far the texts are apart;
 * - all else: Myers (1986) in linear space, as long as a budget of steps lasts, and past it a look ahead by a few edits
 *   at a time. Compaction then puts the changes where `diff -u` has them.
 *
 * Promise: the script always makes the new text of the old one. It is a shortest one within the budget and longer past it,
 * and its cost grows with the number of lines, whatever they hold.
 *
 * Measured by `npm run bench -- compare` (docs/compare.md). Tested in test/diff/: the searches one by one against the
 * textbook's table, the patches by patch and git.
 */
import { matchCloseTexts } from './close-texts.ts'
import { compactEditScript } from './compaction.ts'
import { type EditScript, editScriptOf } from './edit-script.ts'
import { countEqualPairs, matchByHuntSzymanski } from './hunt-szymanski.ts'
import { type MatchedLines, matchCommonEnds, noneMatched, wholeBox } from './matched-lines.ts'
import { matchByMyers } from './myers.ts'
import { pickShared, placeShared } from './shared-lines.ts'

/** Ids are below `idCount`. */
export function findEditScript(oldIds: Int32Array, newIds: Int32Array, idCount: number, maxSteps: number): EditScript {
  const script = editScriptOf(findMatchedLines(oldIds, newIds, idCount, maxSteps))
  compactEditScript(oldIds, newIds, script)
  return script
}

/** As many matched lines as the steps allow to find. */
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
  else matchByMyers(oldIds, newIds, matched, maxSteps)
  return matched
}
