import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { realCases } from '../../bench/comparing/cases.ts'
import { profileCases, sampleCases } from '../../bench/comparing/samples.ts'
import { unifiedDiff } from '../../src/diff/unified-diff.ts'
import { countChanges, gnuDiff, hasGnuDiff, hunksOf } from '../support/diff/patching.ts'

const PROFILES = fileURLToPath(new URL('../compare/fixtures/profiles/', import.meta.url))

describe.skipIf(!hasGnuDiff)('compared with GNU diff, a unified diff', () => {
  const cases = realCases().filter(({ name }) => name.startsWith('4,000'))

  it.each(cases)('changes at most a few percent more lines: $name', ({ name, before, after }) => {
    const allowed = /moved|reversed/.test(name) ? 1.1 : 1.05
    const changes = countChanges(unifiedDiff('f', before, after))
    expect(changes).toBeLessThanOrEqual(allowed * countChanges(gnuDiff(before, after)))
  })

  it('has the same hunks for profiles of mod managers', () => {
    const ours = profileCases(PROFILES)
    expect(ours.length).toBe(18) // three files of three profiles, in both directions
    for (const { name, before, after } of [...ours, ...sampleCases()]) {
      expect(hunksOf(unifiedDiff('f', before, after)), name).toEqual(hunksOf(gnuDiff(before, after)))
    }
  })
})
