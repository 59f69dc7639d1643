import { applyPatch, parsePatch } from 'diff'
import { parse } from 'diff2html'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyRevisions, diffOf, expectedFiles, haveEqualLines, patchers } from '../support/diff/patching.ts'
import { revisions } from '../support/diff/revisions.ts'

/** A name that ends like a header line of a diff. Viewers take the date as one. */
const DATED = { name: 'mods 2020-01-01 10:00:00 +0000', before: 'a\n', after: 'b\n' }

describe('the diffs of many files', () => {
  // 30 runs of 80 files: the program starts once per run, not once per diff.
  it.each(patchers)('turn the first text into the second when $program applies them', (patcher) => {
    fc.assert(
      fc.property(revisions(80), (made) => {
        const files = [...made, DATED]
        expect(applyRevisions(files, patcher)).toEqual(expectedFiles(files))
      }),
      { numRuns: 30, endOnFailure: true },
    )
  })

  it('turn the first text into the second when the diff package applies them', () => {
    fc.assert(
      fc.property(revisions(1), ([file]) => {
        const diff = file ? diffOf(file) : ''
        if (file && diff !== '') expect(applyPatch(file.before ?? '', diff)).toBe(file.after ?? '')
      }),
      { numRuns: 1000 },
    )
  })

  it('are separate files for a viewer and a parser after they are joined', () => {
    fc.assert(
      fc.property(revisions(20), (files) => {
        const diffs = files.map((revision) => diffOf(revision)).filter((diff) => diff !== '')
        expect(parse(diffs.join(''))).toHaveLength(diffs.length)
        expect(parsePatch(diffs.join(''))).toHaveLength(diffs.length)
      }),
      { numRuns: 50 },
    )
  })

  it('are empty if and only if the lines are equal', () => {
    fc.assert(
      fc.property(revisions(1), ([file]) => {
        if (file) expect(diffOf(file) === '').toBe(haveEqualLines(file.before ?? '', file.after ?? ''))
      }),
      { numRuns: 500 },
    )
  })
})
