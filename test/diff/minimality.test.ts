import { describe, expect, it } from 'vitest'
import { realCases } from '../../bench/cases.ts'
import { sampleCases } from '../../bench/samples.ts'
import { unifiedDiff } from '../../src/diff/unified-diff.ts'
import { countChanges, gnuDiff, hasGnuDiff, hunksOf } from './support/patching.ts'

describe.skipIf(!hasGnuDiff)('beside GNU diff', () => {
  const cases = realCases().filter(({ name }) => name.startsWith('4,000'))

  it.each(cases)('changes hardly more lines: $name', ({ name, before, after }) => {
    const allowed = /moved|reversed/.test(name) ? 1.1 : 1.05
    const changes = countChanges(unifiedDiff('f', before, after))
    expect(changes).toBeLessThanOrEqual(allowed * countChanges(gnuDiff(before, after)))
  })

  it.skipIf(sampleCases().length === 0)('prints the same hunks for real profiles', () => {
    for (const { name, before, after } of sampleCases()) {
      expect(hunksOf(unifiedDiff('f', before, after)), name).toEqual(hunksOf(gnuDiff(before, after)))
    }
  })
})
