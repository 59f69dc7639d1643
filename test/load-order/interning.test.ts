import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { expect, it } from 'vitest'
import { internNames } from '../../src/load-order/interning.ts'
import { keyOf } from '../../src/load-order/key.ts'
import { anyCharacter } from '../support/any-character.ts'

/** Returns the ids of names, computed with a Map of keys. */
const idsByKey = (names: readonly string[]): number[] => {
  const ids = new Map<string, number>()
  return names.map((name) => {
    const key = keyOf(name)
    if (!ids.has(key)) ids.set(key, ids.size)
    return ids.get(key) ?? 0
  })
}

it('interned names have the same id if and only if they have the same key, for any characters', () => {
  // Some are not ASCII but have an ASCII key or a longer one; others differ by the case bit but are not letters.
  const near = constantFrom(...'kKK\u212Ai\u0130ıσςΣßẞåÅ\u212Bé', 'e\u0301', 'E\u0301', ...'@`[{^~\u0010\u00300')
  const name = string({ unit: oneof(near, anyCharacter), maxLength: 4 })
  assert(
    property(array(name, { maxLength: 40 }), (names) => {
      const { idOf, count } = internNames()
      const expected = idsByKey(names)
      expect(names.map(idOf)).toEqual(expected)
      expect(count()).toBe(new Set(expected).size)
      expect(names.toReversed().map(idOf)).toEqual(expected.toReversed())
    }),
    { numRuns: 300 },
  )
})

it('interned names keep their ids while thousands of others are added', () => {
  const { idOf, count } = internNames()
  const names = Array.from({ length: 20_000 }, (_, at) => `Mod ${at % 7} ${at.toString(36)} é`)
  const ids = names.map((_, at) => at)
  expect(names.map(idOf)).toEqual(ids)
  expect(names.map((name) => idOf(name.normalize('NFD').toUpperCase()))).toEqual(ids)
  expect(count()).toBe(20_000)
})
