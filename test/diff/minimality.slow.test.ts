import { describe, expect, it } from 'vitest'
import { type Case, realCases } from '../../bench/support/cases.ts'
import { realPairs } from '../../bench/support/profiles.ts'
import { iniFile, scatterEdits, seeded, textOf } from '../../bench/support/texts.ts'
import { unifiedDiff } from '../../src/diff/unified-diff.ts'
import { countChanges, gnuDiff, hasGnuDiff } from '../support/diff/patching.ts'

/** Returns the files of two versions of a profile, and ini files in which lines repeat. */
function profileCases(): Case[] {
  const files = realPairs(200).flatMap(({ name, before, after }) =>
    Object.entries(before).map(([file, text]) => ({
      name: `${file}, ${name}`,
      before: text,
      after: after[file] ?? '',
    })),
  )
  const settings = [3, 10, 20, 50].map((edits) => {
    const random = seeded(edits)
    const lines = iniFile(200, random)
    const after = scatterEdits(lines, edits, random)
    return { name: `repeated settings, ${edits} edits`, before: textOf(lines), after: textOf(after) }
  })
  return [...files, ...settings]
}

describe.skipIf(!hasGnuDiff)('compared with GNU diff, a unified diff', () => {
  const cases = realCases().filter(({ name }) => name.startsWith('4,000'))

  it.each(cases)('changes at most a few percent more lines: $name', ({ name, before, after }) => {
    const allowed = /moved|reversed/.test(name) ? 1.1 : 1.05
    const changes = countChanges(unifiedDiff('f', before, after))
    expect(changes).toBeLessThanOrEqual(allowed * countChanges(gnuDiff(before, after)))
  })

  it('changes as many lines for the files of two profiles', () => {
    const ours = profileCases()
    expect(ours).toHaveLength(22) // three files of six pairs, and four ini files
    for (const { name, before, after } of ours) {
      expect(countChanges(unifiedDiff('f', before, after)), name).toBe(countChanges(gnuDiff(before, after)))
      expect(countChanges(unifiedDiff('f', after, before)), `${name}, back`).toBe(countChanges(gnuDiff(after, before)))
    }
  })
})
