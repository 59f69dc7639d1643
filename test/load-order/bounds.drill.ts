import { describe, expect, it } from 'vitest'
import { changesOf } from '../../bench/comparing/changes.ts'
import { worstPairs } from '../../bench/comparing/load-orders.ts'
import { loadOrderChanges } from '../../src/load-order/comparing/changes.ts'
import { readLoadOrder } from '../../src/load-order/reading/read.ts'
import type { ModChanges } from '../../src/load-order/schemas.ts'
import { changesMarkdown } from '../../src/load-order/telling/markdown.ts'

const SIZE = 2 ** 17

describe('files made to be slow', () => {
  it.each(worstPairs(SIZE))('are told in no more than they hold: $name', (pair) => {
    const changes = changesOf(pair)
    const files = [...Object.values(pair.before), ...Object.values(pair.after)]
    const bytes = files.reduce((sum, text) => sum + text.length, 0)
    expect(JSON.stringify(changes).length).toBeLessThan(1000 + 150 * bytes)
    expect(changesMarkdown(changes, ['Before', 'After']).length).toBeLessThan(2 ** 20)
  })
})

it('never repeats a name that is longer than a file can be called', () => {
  const long = 'x'.repeat(2 ** 19)
  const read = (lines: string[]) => readLoadOrder([{ name: 'modlist.txt', text: lines.join('\n') }])
  const mods = Array.from({ length: 1000 }, (_, at) => `+Mod ${at}x`)
  const before = [...mods, `+${long}`, `+${long}_separator`]
  const after = [...mods.toReversed(), `+${long}`, `+${long}_separator`]
  expect(JSON.stringify(read(before)).length).toBeLessThan(2 ** 18)
  const changes = loadOrderChanges(read(before), read(after), [])
  expect((changes.mods as ModChanges).counts.moved).toBe(999)
  expect(JSON.stringify(changes).length).toBeLessThan(2 ** 19)
})
