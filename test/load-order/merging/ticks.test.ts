import { describe, expect, it } from 'vitest'
import { changeId, readTicks, takeOf, tickableOf, writeTicks } from '../../../src/load-order/merging/ticks.ts'

const named = (count: number, word: string) => Array.from({ length: count }, (_, at) => ({ name: `${word} ${at}` }))
const NONE = { added: [], removed: [], enabled: [], disabled: [], moved: [] }

describe('ticks in an address', () => {
  it('have ids of five characters, which ignore case and differ by part and kind', () => {
    const id = changeId('mods', 'added', 'SkyUI')
    expect(id).toMatch(/^[\w-]{5}$/)
    expect(changeId('mods', 'added', 'skyui')).toBe(id)
    const others = [changeId('plugins', 'added', 'SkyUI'), changeId('mods', 'moved', 'SkyUI')]
    expect(new Set([id, ...others]).size).toBe(3)
  })

  it('are read as they were written, with unlike ids for 10,000 changes', () => {
    const tickable = tickableOf({ ...NONE, added: named(8_000, 'New'), removed: named(2_000, 'Old') }, null)
    const all = [...tickable.mods.added.keys(), ...tickable.mods.removed.keys()]
    expect(new Set(all).size).toBe(10_000)
    for (const ids of [all.slice(0, 3), all.slice(1), all]) {
      const text = writeTicks(new Set(ids), tickable)
      expect(readTicks(`${text}.~state1`, tickable)).toEqual({
        ids: new Set(ids),
        missing: new Set(),
        state: 'state1',
        isWrong: false,
      })
    }
  })

  it('of all changes but one have fewer than 2,000 characters', () => {
    const tickable = tickableOf({ ...NONE, added: named(4_000, 'New') }, { ...NONE, removed: named(4_000, 'Old') })
    const all = [...tickable.mods.added.keys(), ...tickable.plugins.removed.keys()]
    expect(writeTicks(new Set(all.slice(1)), tickable).length).toBeLessThan(100)
    const small = tickableOf({ ...NONE, added: named(88, 'New') }, { ...NONE, removed: named(88, 'Old') })
    const some = [...small.mods.added.keys(), ...small.plugins.removed.keys()].filter((_, at) => at % 2 === 0)
    expect(writeTicks(new Set(some), small).length).toBeLessThan(500)
  })

  it('keep what still fits after a list has changed, and count the rest', () => {
    const before = tickableOf({ ...NONE, added: [{ name: 'A' }, { name: 'B' }] }, null)
    const after = tickableOf({ ...NONE, added: [{ name: 'B' }, { name: 'C' }] }, null)
    const text = writeTicks(new Set(before.mods.added.keys()), before)
    const { ids, missing, isWrong } = readTicks(text, after)
    expect([takeOf(ids, after).mods?.added, missing.size, isWrong]).toEqual([['B'], 1, false])
  })

  it('select all changes of a part or kind but some', () => {
    const tickable = tickableOf({ ...NONE, added: [{ name: 'A' }, { name: 'B' }], moved: [{ name: 'M' }] }, null)
    const namesOf = (text: string) => {
      const { mods = {} } = takeOf(readTicks(text, tickable).ids, tickable)
      return [mods.added, mods.moved]
    }
    expect(namesOf('m*')).toEqual([['A', 'B'], ['M']])
    expect(namesOf(`ma*${changeId('mods', 'added', 'A')}`)).toEqual([['B'], []])
    expect(namesOf('p*')).toEqual([[], []])
  })

  it('of any other form are wrong, and tick nothing', () => {
    const tickable = tickableOf({ ...NONE, added: [{ name: 'A' }] }, null)
    for (const text of ['abc', 'x*', '<script>', '{"mods":true}', 'é']) {
      expect([text, readTicks(text, tickable)]).toEqual([
        text,
        expect.objectContaining({ ids: new Set(), isWrong: true }),
      ])
    }
  })
})
