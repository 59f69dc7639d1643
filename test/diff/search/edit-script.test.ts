import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findKept } from '../../../src/diff/search/edit-script.ts'
import { countPairs, keepByPairs } from '../../../src/diff/search/hunt-szymanski.ts'
import type { Kept } from '../../../src/diff/search/matched-lines.ts'
import { keepByMiddles } from '../../../src/diff/search/myers.ts'
import { keepByWindows } from '../../../src/diff/search/windows.ts'

const LETTERS = 6
const lines = (maxLength: number, letters: number) =>
  fc.array(fc.nat(letters - 1), { maxLength }).map((numbers) => Int32Array.from(numbers))
const twoTexts = fc.oneof(
  fc.tuple(lines(80, LETTERS), lines(80, LETTERS)),
  fc.tuple(lines(200, 2), lines(200, 2)),
  fc.tuple(lines(9, 3), lines(300, 3)),
)

const nothingKept = (old: Int32Array, now: Int32Array): Kept => ({
  old: new Uint8Array(old.length),
  now: new Uint8Array(now.length),
})
const keptLines = (text: Int32Array, stays: Uint8Array) => [...text].filter((_, at) => stays[at] === 1)

/** The longest common subsequence by the textbook's table. */
function longest(old: Int32Array, now: Int32Array): number {
  let above = new Array<number>(now.length + 1).fill(0)
  for (const line of old) {
    const row = [0]
    now.forEach((other, at) => {
      row.push(line === other ? (above[at] ?? 0) + 1 : Math.max(above[at + 1] ?? 0, row[at] ?? 0))
    })
    above = row
  }
  return above.at(-1) ?? 0
}

/** Each way to search: it fills in what stays. */
const exact = {
  'by pairs of equal lines': (old: Int32Array, now: Int32Array, kept: Kept) =>
    keepByPairs(old, now, LETTERS, countPairs(old, now, LETTERS), kept),
  'by middles': (old: Int32Array, now: Int32Array, kept: Kept) => keepByMiddles(old, now, kept, 1e6),
}
const coarse = {
  'by middles until the steps run out': (old: Int32Array, now: Int32Array, kept: Kept) =>
    keepByMiddles(old, now, kept, 500),
  'by middles without any steps': (old: Int32Array, now: Int32Array, kept: Kept) => keepByMiddles(old, now, kept, 0),
  'by windows of two edits': (old: Int32Array, now: Int32Array, kept: Kept) =>
    keepByWindows(old, now, { oldFrom: 0, oldTo: old.length, nowFrom: 0, nowTo: now.length }, kept, 2),
}

describe('a search', () => {
  it.each(Object.entries({ ...exact, ...coarse }))('%s keeps the same lines on both sides', (_, search) => {
    fc.assert(
      fc.property(twoTexts, ([old, now]) => {
        const kept = nothingKept(old, now)
        search(old, now, kept)
        expect(keptLines(old, kept.old)).toEqual(keptLines(now, kept.now))
      }),
      { numRuns: 500 },
    )
  })

  it.each(Object.entries(exact))('%s keeps as many lines as can be kept', (_, search) => {
    fc.assert(
      fc.property(twoTexts, ([old, now]) => {
        const kept = nothingKept(old, now)
        search(old, now, kept)
        expect(keptLines(old, kept.old)).toHaveLength(longest(old, now))
      }),
      { numRuns: 500 },
    )
  })
})

describe('findKept', () => {
  it('keeps as many lines as can be kept, where the effort is enough', () => {
    fc.assert(
      fc.property(twoTexts, ([old, now]) => {
        const kept = findKept(old, now, LETTERS, 1e6)
        expect(keptLines(old, kept.old)).toEqual(keptLines(now, kept.now))
        expect(keptLines(old, kept.old)).toHaveLength(longest(old, now))
      }),
      { numRuns: 500 },
    )
  })

  it('keeps the lines of both ends, and drops those of one side', () => {
    const kept = findKept(Int32Array.of(1, 2, 3, 4), Int32Array.of(1, 5, 3, 4), 6, 0)
    expect(kept).toEqual({ old: Uint8Array.of(1, 0, 1, 1), now: Uint8Array.of(1, 0, 1, 1) })
  })
})
