import { describe, expect, it } from 'vitest'
import type { Profile } from '../../bench/support/profiles.ts'
import { loadOrderChanges } from '../../src/load-order/comparing/changes.ts'
import { readLoadOrder } from '../../src/load-order/reading/read.ts'
import { changesMarkdown } from '../../src/load-order/rendering/markdown.ts'
import { LoadOrder, LoadOrderChanges, type ModChanges, type PluginChanges } from '../../src/load-order/schemas.ts'
import { worstPairs } from '../support/profiles/hostile.ts'
import { readProfile } from '../support/profiles/profile.ts'

const SIZE = 2 ** 17

describe('files that are made to be slow to compare', () => {
  it.each(worstPairs(SIZE))('have changes in proportion to their size: $name', (pair) => {
    const read = (profile: Profile) => readLoadOrder(Object.entries(profile).map(([name, text]) => ({ name, text })))
    const changes = loadOrderChanges(read(pair.before), read(pair.after), [])
    const files = [...Object.values(pair.before), ...Object.values(pair.after)]
    const bytes = files.reduce((sum, text) => sum + text.length, 0)
    expect(JSON.stringify(changes).length).toBeLessThan(1000 + 150 * bytes)
    expect(changesMarkdown(changes, ['Before', 'After']).length).toBeLessThan(2 ** 20)
  })
})

it('a load order never repeats a name that is longer than a file name can be', () => {
  const long = 'x'.repeat(2 ** 19)
  const read = (lines: string[]) => readProfile({ 'modlist.txt': lines })
  const mods = Array.from({ length: 1000 }, (_, at) => `+Mod ${at}x`)
  const before = [...mods, `+${long}`, `+${long}_separator`]
  const after = [...mods.toReversed(), `+${long}`, `+${long}_separator`]
  expect(JSON.stringify(read(before)).length).toBeLessThan(2 ** 18)
  const changes = loadOrderChanges(read(before), read(after), [])
  expect((changes.mods as ModChanges).counts.moved).toBe(999)
  expect(JSON.stringify(changes).length).toBeLessThan(2 ** 19)
})

it('changes have at most 10,000 entries in each array, and count all', () => {
  const many = (prefix: string, suffix = '') => Array.from({ length: 10_001 }, (_, at) => `${prefix}${at}x${suffix}`)
  const before = {
    'modlist.txt': [...many('+gone'), ...many('-kept'), ...many('gone', '_separator')],
    'plugins.txt': [...many('gone', '.esp'), ...many('kept', '.esp')],
    'a.ini': [...many('gone', '=1'), ...many('kept', '=1')],
  }
  const after = {
    'modlist.txt': [...many('+new'), ...many('+kept').reverse(), ...many('*new')],
    'plugins.txt': [...many('*new', '.esp'), ...many('kept', '.esp').reverse()],
    'a.ini': [...many('new', '=1'), ...many('kept', '=2')],
  }
  const changes = loadOrderChanges(readProfile(before), readProfile(after), [])
  const counts = { added: 10_001, removed: 10_001, enabled: 10_001, disabled: 0, moved: 10_000 }
  expect(changes.mods).toMatchObject({
    counts,
    added: { length: 10_000 },
    removed: { length: 10_000 },
    enabled: { length: 10_000 },
    separators: { removed: { length: 10_000 } },
    unmanaged: { added: { length: 10_000 } },
  })
  expect((changes.mods as ModChanges).added[0]).toMatchObject({ name: 'new0x', priority: 30_002 })
  expect(changes.plugins).toMatchObject({ counts: { ...counts, enabled: 0, disabled: 10_001 } })
  expect(changes.settings[0]).toMatchObject({
    counts: { added: 10_001, removed: 10_001, changed: 10_001 },
    added: { length: 10_000 },
    removed: { length: 10_000 },
    changed: { length: 10_000 },
  })
  expect(LoadOrderChanges.parse(changes)).toEqual(changes)
  const { pluginSources: _, origins: __, identities: ___, modlist: ____, ...order } = readProfile(before)
  expect(LoadOrder.parse(order)).toEqual(order)
})

it('changes have at most 10,000 updated mods, and count all', () => {
  const table = (version: number) => [
    '#Mod_Name,#Mod_Version',
    ...Array.from({ length: 10_001 }, (_, at) => `${at}x,${version}`),
  ]
  const changes = loadOrderChanges(readProfile({ 'a.csv': table(1) }), readProfile({ 'a.csv': table(2) }), [])
  expect(changes.mods).toMatchObject({ counts: { updated: 10_001 }, updated: { length: 10_000 } })
  expect((changes.mods as ModChanges).updated[0]).toEqual({
    name: '10000x',
    from: '1',
    to: '2',
    priority: 10_000,
    separator: null,
  })
})

it('changes that are cut keep first the entries that have no count', () => {
  const mods = Array.from({ length: 10_001 }, (_, at) => `+Mod ${at}x`)
  const heading = `+${'я'.repeat(240)}_separator`
  const plugins = Array.from({ length: 10_001 }, (_, at) => `${'я'.repeat(250)}${at}x.esp`)
  const before = { 'modlist.txt': ['+Old Name 1.0'], 'plugins.txt': ['Old Name 1.0.esp'] }
  const after = {
    'modlist.txt': [...mods, heading, '*DLC: New', '+Old Name 2.0'],
    'plugins.txt': [...plugins, 'Old Name 2.0.esp'],
  }
  const { mods: modChanges, plugins: pluginChanges } = loadOrderChanges(readProfile(before), readProfile(after), [])
  const { added, separators, unmanaged, possible_renames } = modChanges as ModChanges
  expect(added.length).toBeLessThan(10_000)
  expect([separators.added.length, unmanaged.added.length, possible_renames.length]).toEqual([1, 1, 1])
  expect((pluginChanges as PluginChanges).added.length).toBeLessThan(10_000)
  expect((pluginChanges as PluginChanges).possible_renames).toHaveLength(1)
})
