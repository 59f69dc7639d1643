import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadOrderChanges } from '../../src/load-order/comparing/changes.ts'
import { countNames, createLoadOrderNames, firstOccurrences } from '../../src/load-order/names.ts'
import { readLoadOrder } from '../../src/load-order/reading/read.ts'

describe('the names of a load order', () => {
  it('have one id in any case and Unicode form, counted from 0', () => {
    const { mod } = createLoadOrderNames()
    expect(['SkyUI', 'Éa', 'skyui', 'E\u0301A', 'USSEP', 'SKYUI'].map(mod.idOf)).toEqual([0, 1, 0, 1, 2, 0])
    expect(mod.count()).toBe(3)
  })

  it('have the same ids when looked up again in another order', () => {
    const spelled = constantFrom('a', 'A', 'b', 'B', 'c', 'd', '__proto__', 'constructor', '', '0', '-1')
    assert(
      property(array(spelled), (names) => {
        const { plugin } = createLoadOrderNames()
        const keys: string[] = []
        for (const key of names.map((name) => name.toLowerCase())) if (!keys.includes(key)) keys.push(key)
        expect(names.map(plugin.idOf)).toEqual(names.map((name) => keys.indexOf(name.toLowerCase())))
        for (const order of [names, names.toReversed()])
          expect(order.map(plugin.idOf)).toEqual(order.map((name) => keys.indexOf(name.toLowerCase())))
      }),
    )
  })

  it('have separate ids for each kind; official content matches with and without a prefix', () => {
    const names = createLoadOrderNames()
    expect(names.mod.idOf('A')).toBe(0)
    expect(names.separator.idOf('B')).toBe(0)
    expect(names.unmanaged.idOf('DLC: Dawnguard')).toBe(names.unmanaged.idOf('Dawnguard'))
    expect(countNames(names)).toBe(3)
  })

  it('can be found at their first occurrence in a list, or at the first from some entry on', () => {
    const { setting } = createLoadOrderNames()
    setting.idOf('of another list')
    const firstOf = firstOccurrences(setting, 4)
    expect(firstOf('a', 0)).toBe(0)
    expect(firstOf('A', 1)).toBe(0)
    expect(firstOf('a', 2, 1)).toBe(2)
    expect(firstOf('a', 3, 1)).toBe(2)
  })
})

it('load orders have the same changes whether they were read with shared names or not', () => {
  const line = constantFrom(
    '+A',
    '-a',
    '+B',
    'b',
    '*DLC: A',
    '*A',
    'A_separator',
    '+C',
    '#',
    '[s]',
    '[S]',
    'k=1',
    'K=2',
  )
  const lines = array(line, { maxLength: 12 })
  assert(
    property(lines, lines, (before, after) => {
      const filesOf = (lines: string[]) =>
        ['modlist.txt', 'plugins.txt', 'loadorder.txt', 'a.ini'].map((name) => ({ name, text: lines.join('\n') }))
      const names = createLoadOrderNames()
      const [one, other] = [readLoadOrder(filesOf(before), names), readLoadOrder(filesOf(after), names)]
      const apart = [readLoadOrder(filesOf(before)), readLoadOrder(filesOf(after))] as const
      expect([one, other]).toEqual(apart)
      expect(loadOrderChanges(one, other, [], { names })).toEqual(loadOrderChanges(...apart, []))
    }),
  )
})
