import { describe, expect, it } from 'vitest'
import { loadOrderChanges } from '../../../src/load-order/comparing/changes.ts'
import { readLoadOrder } from '../../../src/load-order/reading/read.ts'
import type { ModChanges } from '../../../src/load-order/schemas.ts'

type Files = Record<string, string>

const read = (files: Files) => readLoadOrder(Object.entries(files).map(([name, text]) => ({ name, text })))
const changes = (before: Files, after: Files) => loadOrderChanges(read(before), read(after), []).mods as ModChanges
const mod = (name: string, modId: number, fileId: number, version = '1') => ({
  name,
  version,
  source: { type: 'nexus', modId, fileId, md5: `${fileId}` },
})
const collection = (...mods: object[]) => ({ 'collection.json': JSON.stringify({ info: {}, mods }) })
const NONE = { added: 0, removed: 0, enabled: 0, disabled: 0, moved: 0, updated: 0, regrouped: 0 }

describe('mods of a collection', () => {
  it('stay two if two have one name, without a note', () => {
    const { mods, notes } = read(collection(mod('Main File', 1, 1), mod('Main File', 2, 2), mod('Main File', 2, 2)))
    expect(mods?.map(({ name, priority }) => [name, priority])).toEqual([
      ['Main File', 0],
      ['Main File', 1],
    ])
    expect(notes).toEqual([{ file: 'collection.json', code: 'duplicate_mods', count: 1, names: ['Main File'] }])
    expect(read(collection(mod('Main File', 1, 1), mod('Main File', 2, 2))).notes).toEqual([])
  })

  it.each([
    [
      { type: 'direct', md5: 'A', url: 'https://a.example' },
      { type: 'direct', md5: 'a', url: 'https://b.example' },
    ],
    [
      { type: 'browse', url: 'https://a.example' },
      { type: 'direct', url: 'https://a.example' },
    ],
    [{ type: 'bundle' }, { type: 'bundle' }],
  ])('are the same by the hash of the file, else by the address, else by the name: case %#', (one, other) => {
    const name = one.type === 'bundle' ? 'A' : 'B'
    expect(read(collection({ name: 'A', source: one }, { name, source: other })).mods).toHaveLength(1)
  })

  it('are paired by identity, then by page and name, then by name', () => {
    const before = collection(mod('Main File', 1, 1, '1.0'), mod('Main File', 2, 2, '2.0'), mod('Other', 3, 3))
    const after = collection(mod('Main File', 2, 20, '2.1'), mod('Main File', 1, 1, '1.0'), mod('Renamed', 3, 3))
    expect(changes(before, after)).toMatchObject({
      counts: { ...NONE, moved: 1, updated: 1 },
      updated: [{ name: 'Main File', from: '2.0', to: '2.1', priority: 0, separator: null }],
    })
  })
})

describe('mods under another separator', () => {
  const regrouped = (before: string[], after: string[]) => {
    const { counts, regrouped } = changes({ 'modlist.txt': before.join('\n') }, { 'modlist.txt': after.join('\n') })
    return { moved: counts.moved, count: counts.regrouped, regrouped }
  }

  it('are regrouped if they have not moved', () => {
    expect(regrouped(['+A', '-S_separator', '+B'], ['+A', '+B', '-S_separator'])).toEqual({
      moved: 0,
      count: 1,
      regrouped: [{ name: 'B', from: null, to: 'S' }],
    })
    expect(regrouped(['+A', '+B', '-S_separator'], ['+A', '-S_separator', '+B']).regrouped).toEqual([
      { name: 'B', from: 'S', to: null },
    ])
  })

  it('are not regrouped if the separator was renamed, or if they moved', () => {
    expect(regrouped(['+A', '-S_separator'], ['+A', '-T_separator']).count).toBe(0)
    expect(regrouped(['+A', '-S_separator'], ['+A', '-s_separator']).count).toBe(0)
    const moved = regrouped(['+A', '+C', '+D', '-S_separator', '+B'], ['+C', '+D', '-S_separator', '+A', '+B'])
    expect(moved).toMatchObject({ moved: 1, count: 0 })
  })
})

it('a profile and its own export of Mod Organizer have the same mods', () => {
  const profile = { 'modlist.txt': '+B\n-A\n-S_separator\n*Creation Club: C\n*DLC: D\n' }
  const rows = ['"","DLC: D"', '"+","creation club: C"', '"-","S_separator"', '"-","A"', '"+","B"']
  const lines = rows.map((row, priority) => `"000${priority}",${row}`)
  const table = { 'Export.csv': ['#Mod_Priority,#Mod_Status,#Mod_Name', ...lines, ''].join('\r\n') }
  for (const found of [changes(profile, table), changes(table, profile)]) {
    expect(found).toMatchObject({
      counts: NONE,
      unmanaged: { added: [], removed: [] },
      separators: { added: [], removed: [] },
    })
  }
})
