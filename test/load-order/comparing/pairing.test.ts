import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairByKey } from '../../../src/load-order/comparing/pairing.ts'

/** Pairs names in any case. Returns the places, and the names whose keys were asked for. */
function paired(before: readonly string[], after: readonly string[]) {
  const asked: string[] = []
  const keyOf = (name: string) => {
    asked.push(name)
    return name.toLowerCase()
  }
  return { places: [...pairByKey(before, after, keyOf, (one, other) => one === other)], asked }
}

const names = constantFrom('a', 'A', 'b', 'B', 'c', 'd', 'e', 'f')
const order = array(names, { maxLength: 8 }).map((all) => [
  ...new Map(all.map((name) => [name.toLowerCase(), name])).values(),
])

describe('the entries of two orders', () => {
  it('are paired by their keys, wherever they are', () => {
    expect(paired(['a', 'b', 'c', 'd'], ['d', 'x', 'B', 'c', 'a']).places).toEqual([3, -1, 1, 2, 0])
    assert(
      property(order, order, (before, after) => {
        const keys = before.map((name) => name.toLowerCase())
        expect(paired(before, after).places).toEqual(after.map((name) => keys.indexOf(name.toLowerCase())))
      }),
    )
  })

  it('are found without their keys at the end that both orders have', () => {
    expect(paired(['a', 'b', 'c'], ['x', 'a', 'b', 'c'])).toEqual({ places: [-1, 0, 1, 2], asked: ['x'] })
    expect(paired(['old', 'b', 'c'], ['new', 'b', 'c'])).toEqual({ places: [-1, 1, 2], asked: ['old', 'new'] })
  })
})
