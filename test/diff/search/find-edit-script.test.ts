import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findMatchedLines } from '../../../src/diff/search/find-edit-script.ts'
import { countEqualPairs, matchByHuntSzymanski } from '../../../src/diff/search/hunt-szymanski.ts'
import { matchByLookahead } from '../../../src/diff/search/lookahead.ts'
import { type MatchedLines, noneMatched } from '../../../src/diff/search/matched-lines.ts'

const LETTERS = 6
const lineIds = (maxLength: number, letters: number) =>
  fc.array(fc.nat(letters - 1), { maxLength }).map((numbers) => Int32Array.from(numbers))
const twoTexts = fc.oneof(
  fc.tuple(lineIds(80, LETTERS), lineIds(80, LETTERS)),
  fc.tuple(lineIds(200, 2), lineIds(200, 2)),
  fc.tuple(lineIds(9, 3), lineIds(300, 3)),
)

const matchedIds = (ids: Int32Array, isMatched: Uint8Array) => [...ids].filter((_, line) => isMatched[line] === 1)

/** Returns the length of the longest common subsequence, by dynamic programming. */
function longestLength(oldIds: Int32Array, newIds: Int32Array): number {
  let above = new Array<number>(newIds.length + 1).fill(0)
  for (const id of oldIds) {
    const row = [0]
    newIds.forEach((other, y) => {
      row.push(id === other ? (above[y] ?? 0) + 1 : Math.max(above[y + 1] ?? 0, row[y] ?? 0))
    })
    above = row
  }
  return above.at(-1) ?? 0
}

type Search = (oldIds: Int32Array, newIds: Int32Array, matched: MatchedLines) => void

const exact: Record<string, Search> = {
  'by Hunt and Szymanski': (oldIds, newIds, matched) =>
    matchByHuntSzymanski(oldIds, newIds, LETTERS, countEqualPairs(oldIds, newIds, LETTERS), matched),
  'by lookahead over more edits than there are': (oldIds, newIds, matched) =>
    matchByLookahead(oldIds, newIds, matched, 512),
}
const coarse: Record<string, Search> = {
  'by lookahead over two edits': (oldIds, newIds, matched) => matchByLookahead(oldIds, newIds, matched, 2),
}

describe('a search', () => {
  it.each(Object.entries({ ...exact, ...coarse }))('%s matches equal lines of both sides', (_, search) => {
    fc.assert(
      fc.property(twoTexts, ([oldIds, newIds]) => {
        const matched = noneMatched(oldIds.length, newIds.length)
        search(oldIds, newIds, matched)
        expect(matchedIds(oldIds, matched.old)).toEqual(matchedIds(newIds, matched.new))
      }),
      { numRuns: 500 },
    )
  })

  it.each(Object.entries(exact))('%s matches the largest possible number of lines', (_, search) => {
    fc.assert(
      fc.property(twoTexts, ([oldIds, newIds]) => {
        const matched = noneMatched(oldIds.length, newIds.length)
        search(oldIds, newIds, matched)
        expect(matchedIds(oldIds, matched.old)).toHaveLength(longestLength(oldIds, newIds))
      }),
      { numRuns: 500 },
    )
  })
})

describe('findMatchedLines', () => {
  it('matches the largest possible number of lines if the steps suffice', () => {
    fc.assert(
      fc.property(twoTexts, ([oldIds, newIds]) => {
        const matched = findMatchedLines(oldIds, newIds, LETTERS, 1e6)
        expect(matchedIds(oldIds, matched.old)).toEqual(matchedIds(newIds, matched.new))
        expect(matchedIds(oldIds, matched.old)).toHaveLength(longestLength(oldIds, newIds))
      }),
      { numRuns: 500 },
    )
  })

  it('matches common lines at both ends without any steps', () => {
    const matched = findMatchedLines(Int32Array.of(1, 2, 3, 4), Int32Array.of(1, 5, 3, 4), 6, 0)
    expect(matched).toEqual({ old: Uint8Array.of(1, 0, 1, 1), new: Uint8Array.of(1, 0, 1, 1) })
  })
})
