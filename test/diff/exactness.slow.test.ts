import { applyPatch, parsePatch } from 'diff'
import { parse } from 'diff2html'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyDiffs, diffOf, expectedTexts, haveEqualLines, patchers } from '../support/diff/patching.ts'
import { revisions } from '../support/diff/revisions.ts'

describe('the diffs of many files', () => {
  // 30 runs of 80 files: a program is started once for 80 diffs.
  it.each(patchers)('make the second text of the first by $program, at the very lines', (patcher) => {
    fc.assert(
      fc.property(revisions(80), (files) => {
        expect(applyDiffs(files, patcher)).toEqual(expectedTexts(files))
      }),
      { numRuns: 30, endOnFailure: true },
    )
  })

  it('make the second text of the first by the diff package', () => {
    fc.assert(
      fc.property(revisions(1), ([file]) => {
        const diff = file ? diffOf(file) : ''
        if (file && diff !== '') expect(applyPatch(file.before ?? '', diff)).toBe(file.after ?? '')
      }),
      { numRuns: 1000 },
    )
  })

  it('are told apart by a viewer and a parser when they are joined', () => {
    fc.assert(
      fc.property(revisions(20), (files) => {
        const diffs = files.map((revision) => diffOf(revision)).filter((diff) => diff !== '')
        expect(parse(diffs.join(''))).toHaveLength(diffs.length)
        expect(parsePatch(diffs.join(''))).toHaveLength(diffs.length)
      }),
      { numRuns: 50 },
    )
  })

  it('are empty exactly where the lines are equal', () => {
    fc.assert(
      fc.property(revisions(1), ([file]) => {
        if (file) expect(diffOf(file) === '').toBe(haveEqualLines(file.before ?? '', file.after ?? ''))
      }),
      { numRuns: 500 },
    )
  })
})
