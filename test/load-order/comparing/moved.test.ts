import { array, assert, constantFrom, property, record, shuffledSubarray, subarray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadOrderChanges } from '../../../src/load-order/comparing/changes.ts'
import { readLoadOrder } from '../../../src/load-order/reading/read.ts'
import type { ModChanges } from '../../../src/load-order/schemas.ts'

const NAMES = Array.from({ length: 24 }, (_, at) => `Mod ${String.fromCharCode(97 + at)}`)

/** A random mod order: some of the names, each with a state, with separators and unmanaged entries between them. */
const list = record({
  names: shuffledSubarray(NAMES),
  states: array(constantFrom('+', '-'), { minLength: NAMES.length, maxLength: NAMES.length }),
  others: subarray(['+A_separator', '*DLC: B', '-C_separator', '*Mod a']),
})
type List = { names: string[]; states: string[]; others: string[] }

const linesOf = ({ names, states, others }: List) => {
  const lines = names.map((name, at) => `${states[at]}${name}`)
  for (const [at, other] of others.entries()) lines.splice(at * 3, 0, other)
  return lines
}
const read = (of: List) => readLoadOrder([{ name: 'modlist.txt', text: linesOf(of).join('\n') }])
const compare = (before: List, after: List) => loadOrderChanges(read(before), read(after), []).mods as ModChanges

/** Returns the length of the longest increasing subsequence, by trying all predecessors of each entry. */
function longestIncreasing(places: readonly number[]): number {
  const lengths: number[] = []
  for (const place of places) {
    lengths.push(1 + Math.max(0, ...lengths.filter((_, earlier) => (places[earlier] ?? 0) < place)))
  }
  return Math.max(0, ...lengths)
}

describe('the changes of any two mod orders', () => {
  it('contain as few moved mods as possible', () => {
    assert(
      property(list, list, (before, after) => {
        const places = after.names.map((name) => before.names.indexOf(name)).filter((place) => place !== -1)
        expect(compare(before, after).counts.moved).toBe(places.length - longestIncreasing(places))
      }),
      { numRuns: 100 },
    )
  })

  it('leave the common mods in the same order without the moved ones', () => {
    assert(
      property(list, list, (before, after) => {
        const moved = new Set(compare(before, after).moved.map(({ name }) => name))
        const stay = ({ names }: List, other: List) =>
          names.filter((name) => other.names.includes(name) && !moved.has(name))
        expect(stay(before, after)).toEqual(stay(after, before))
      }),
      { numRuns: 100 },
    )
  })

  it('place each moved mod after its nearest unmoved mod', () => {
    assert(
      property(list, list, (before, after) => {
        const { moved } = compare(before, after)
        const isMoved = new Set(moved.map(({ name }) => name))
        const nearest = (of: List, other: List, name: string) =>
          of.names
            .slice(of.names.indexOf(name) + 1) // a mod that loads earlier is further down
            .find((below) => other.names.includes(below) && !isMoved.has(below)) ?? null
        for (const { name, from, to } of moved) {
          expect([from.after, to.after]).toEqual([nearest(before, after, name), nearest(after, before, name)])
        }
      }),
      { numRuns: 100 },
    )
  })
})
