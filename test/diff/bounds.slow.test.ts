import { describe, expect, it } from 'vitest'
import { realCases, worstCases } from '../../bench/comparing/cases.ts'
import { applyRevisions, expectedFiles, patchers } from '../support/diff/patching.ts'

describe('large and malicious files', () => {
  const revisions = [...realCases(), ...worstCases(2 ** 16)].map(({ before, after }, at) => ({
    name: `f${at}`,
    before,
    after,
  }))

  it.each(patchers)('have diffs that $program applies exactly', (patcher) => {
    expect(applyRevisions(revisions, patcher)).toEqual(expectedFiles(revisions))
  })
})
