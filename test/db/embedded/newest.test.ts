import { expect, it } from 'vitest'
import { outdatedLine } from '../../../src/db/embedded/newest.ts'

it('an embedded PostgreSQL that lacks a known minor release is reported, and no other', () => {
  expect(outdatedLine('18.4.0-beta.17')).toBe(
    'The embedded PostgreSQL 18.4 lacks the fixes of 18.6. ' +
      'For a public site, use the PostgreSQL of your system (docs/operating.md#moving-to-debians-postgresql).',
  )
  for (const version of ['18.6.0-beta.18', '18.7.0', '19.0.0']) expect(outdatedLine(version)).toBeUndefined()
})
