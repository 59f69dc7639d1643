import { describe, expect, it } from 'vitest'
import { loadOrderChanges } from '../../../src/load-order/comparing/changes.ts'
import type { ModChanges, PluginChanges } from '../../../src/load-order/schemas.ts'
import { type Profile, readProfile } from '../../support/profiles/profile.ts'

const compare = (before: Profile, after: Profile) => loadOrderChanges(readProfile(before), readProfile(after), [])
const mods = (before: string[], after: string[]) =>
  compare({ 'modlist.txt': before }, { 'modlist.txt': after }).mods as ModChanges
const plugins = (before: string[], after: string[]) =>
  compare({ 'plugins.txt': before }, { 'plugins.txt': after }).plugins as PluginChanges
const settings = (before: string[], after: string[]) => compare({ 'a.ini': before }, { 'a.ini': after }).settings
const names = (entries: readonly { name: string }[]) => entries.map(({ name }) => name)

const NONE = { added: 0, removed: 0, enabled: 0, disabled: 0, moved: 0 }
const NO_MODS = { ...NONE, updated: 0, regrouped: 0 }

describe('mods', () => {
  it('are listed with priority and separator, from the highest priority down', () => {
    expect(
      mods(
        ['+Gone on top', '-Campfire', '+SkyUI', '+Old_separator', '-Gone', '*DLC: Dawnguard'],
        ['+New on top', '-Campfire off', '+Campfire', '-SkyUI', '+New_separator', '-New', '*DLC: Dragonborn'],
      ),
    ).toEqual({
      counts: { added: 3, removed: 2, enabled: 1, disabled: 1, moved: 0, updated: 0, regrouped: 0 },
      added: [
        { name: 'New on top', enabled: true, priority: 6, separator: 'New' },
        { name: 'Campfire off', enabled: false, priority: 5, separator: 'New' },
        { name: 'New', enabled: false, priority: 1, separator: null },
      ],
      removed: [
        { name: 'Gone on top', enabled: true, priority: 5, separator: 'Old' },
        { name: 'Gone', enabled: false, priority: 1, separator: null },
      ],
      enabled: [{ name: 'Campfire', priority: 4, separator: 'New' }],
      disabled: [{ name: 'SkyUI', priority: 3, separator: 'New' }],
      moved: [],
      updated: [],
      regrouped: [],
      separators: { added: [{ name: 'New' }], removed: [{ name: 'Old' }] },
      unmanaged: { added: [{ name: 'DLC: Dragonborn' }], removed: [{ name: 'DLC: Dawnguard' }] },
      possible_renames: [],
    })
  })

  it('count as one move if one mod is carried from the end to the start', () => {
    const rest = ['+E', '+D', '+C', '+Group_separator', '+B']
    expect(mods([...rest, '+Carried'], ['+Carried', ...rest])).toMatchObject({
      counts: { ...NONE, moved: 1 },
      moved: [
        {
          name: 'Carried',
          from: { priority: 0, separator: null, after: null },
          to: { priority: 5, separator: 'Group', after: 'E' },
        },
      ],
    })
  })

  it('are placed after the nearest unmoved mod of both lists, in the spelling of the second', () => {
    const { moved } = mods(['+X', '+c', '+only before', '+b', '+a'], ['+C', '+B', '+X', '+only after', '*DLC: D', '+A'])
    expect(moved).toEqual([
      {
        name: 'X',
        from: { priority: 4, separator: null, after: 'C' },
        to: { priority: 3, separator: null, after: 'A' },
      },
    ])
  })

  it('are not moved by added and removed mods, separators or unmanaged entries', () => {
    expect(
      mods(
        ['+A', '+One_separator', '+B', '*DLC: D', '+gone', '+C', '+Two_separator'],
        ['+new', '+A', '*DLC: D', '+B', '+Two_separator', '+C', '+One_separator', '+newer'],
      ).counts,
    ).toEqual({ ...NO_MODS, added: 2, removed: 1, regrouped: 2 })
  })

  it('match in any case and Unicode form, and official entries with any prefix', () => {
    const changes = mods(
      ['+SKYUI', '+Café', '*DLC: Dawnguard', '+a_separator'],
      ['+SkyUI', '+CAFE\u0301', '*dawnguard', '+A_separator'],
    )
    expect(changes).toMatchObject({
      counts: NONE,
      separators: { added: [], removed: [] },
      unmanaged: { added: [], removed: [] },
    })
  })

  it('are removed and added, not switched, if they become separators or unmanaged entries', () => {
    expect(mods(['-A', '-B'], ['+A_separator', '*B'])).toMatchObject({
      counts: { ...NONE, removed: 2 },
      separators: { added: [{ name: 'A' }] },
      unmanaged: { added: [{ name: 'B' }] },
    })
  })
})

describe('updated mods', () => {
  const table = (...rows: string[]) => ['#Mod_Name,#Mod_Version', ...rows]
  const changes = (before: string[], after: string[]) =>
    compare(
      { 'modlist.txt': ['+D', '+C', '-B', '+A'], 'mods.csv': table(...before) },
      { 'modlist.txt': ['+New', '+d', '+C', '+B', '+A'], 'mods.csv': table(...after) },
    ).mods as ModChanges

  it('are in both lists, with known versions that differ as text, from the highest priority down', () => {
    const { counts, updated, enabled, moved } = changes(
      ['A,1', 'B,1.0', 'C,1', 'D,2'],
      ['A,1', 'B,1.0.0', 'C,', 'd,1', 'New,1'],
    )
    expect(counts).toEqual({ ...NO_MODS, added: 1, enabled: 1, updated: 2 })
    expect(updated).toEqual([
      { name: 'd', from: '2', to: '1', priority: 3, separator: null },
      { name: 'B', from: '1.0', to: '1.0.0', priority: 1, separator: null },
    ])
    expect([names(enabled), moved]).toEqual([['B'], []])
  })
})

describe('plugins', () => {
  it('are listed in the order they load in', () => {
    expect(
      plugins(['*A.esp', 'B.esp', '*C.esp', '*Gone.esp'], ['*New.esp', '*C.esp', 'a.esp', '*B.esp', 'Z.esp']),
    ).toEqual({
      counts: { added: 2, removed: 1, enabled: 1, disabled: 1, moved: 1 },
      added: [
        { name: 'New.esp', enabled: true, index: 0 },
        { name: 'Z.esp', enabled: false, index: 4 },
      ],
      removed: [{ name: 'Gone.esp', enabled: true, index: 3 }],
      enabled: [{ name: 'B.esp', index: 3 }],
      disabled: [{ name: 'a.esp', index: 2 }],
      moved: [{ name: 'C.esp', from: { index: 2, after: 'B.esp' }, to: { index: 1, after: null } }],
      possible_renames: [],
    })
  })

  it('are not switched if one list does not have their state', () => {
    const order = ['Skyrim.esm', 'A.esp']
    const changes = compare({ 'loadorder.txt': order }, { 'loadorder.txt': order, 'plugins.txt': ['A.esp'] })
    expect(changes.plugins).toMatchObject({ counts: NONE })
  })
})

describe('plugins that a list without loadorder.txt cannot name', () => {
  const ORDER = ['Skyrim.esm', 'Update.esm', 'A.esp', 'B.esp']
  const [asterisks, presence] = [['*A.esp', 'B.esp'], ['A.esp']]
  const note = (list: 1 | 2, count: number) => ({
    list,
    file: 'loadorder.txt',
    code: 'order_missing',
    count,
    names: [],
  })

  it.each([
    ['the game’s own plugins', asterisks, 2],
    ['plugins that are off in an older game', presence, 3],
  ])('are not compared, in both directions, and a note counts them: %s', (_, states, count) => {
    const [both, alone] = [{ 'loadorder.txt': ORDER, 'plugins.txt': states }, { 'plugins.txt': states }]
    for (const [changes, list] of [[compare(both, alone), 2] as const, [compare(alone, both), 1] as const]) {
      expect(changes.plugins).toMatchObject({ counts: NONE, added: [], removed: [], possible_renames: [] })
      expect(changes.notes).toEqual([note(list, count)])
    }
  })

  it('are compared if the other list names them too', () => {
    const both = { 'loadorder.txt': ORDER, 'plugins.txt': presence }
    const changes = compare(both, { 'plugins.txt': ['b.esp', 'A.esp', 'New.esp'] })
    expect(changes.plugins).toMatchObject({
      counts: { ...NONE, added: 1, enabled: 1, moved: 1 },
      added: [{ name: 'New.esp', index: 2 }],
      enabled: [{ name: 'b.esp', index: 0 }],
    })
    expect(changes.notes).toEqual([note(2, 2)])
  })

  it.each<[Profile, Profile]>([
    [{ 'loadorder.txt': ORDER }, { 'plugins.txt': presence }],
    [{ 'loadorder.txt': ORDER, 'plugins.txt': presence }, { 'loadorder.txt': ['A.esp'] }],
    [
      { 'loadorder.txt': ORDER, 'plugins.txt': presence },
      { 'loadorder.txt': ['A.esp'], 'plugins.txt': presence },
    ],
  ])('are compared if both lists have loadorder.txt, or one lacks plugins.txt: %j, %j', (before, after) => {
    const changes = compare(before, after)
    expect(changes.plugins).toMatchObject({ counts: { removed: 3 } })
    expect(changes.notes).toEqual([])
  })
})

describe('possible renames', () => {
  const pairs = (before: string[], after: string[]) =>
    mods(
      before.map((name) => `+${name}`),
      after.map((name) => `+${name}`),
    ).possible_renames

  it.each([
    ['Attend Me', 'AttendMe 1.9'],
    ['SkyUI v5', 'SkyUI V5.2SE'],
    ['SkyUI 5_1', 'SkyUI (5.2.0a)'],
    ['SkyUI-12604-5-2SE', 'SkyUI'],
    ['OpenMW (0.49) Distortion Effects', 'OpenMW Distortion Effects'],
    ['Café 1', 'CAFE\u0301 2'],
    ['A.B_C', 'a b c'],
  ])('are %s and %s', (from, to) => {
    expect(pairs([from], [to])).toEqual([{ from, to }])
    expect(pairs([to], [from])).toEqual([{ from: to, to: from }])
  })

  it.each([
    ['Better Bodies', 'Better Bodies2'],
    ['Mod4K', 'Mod2K'],
    ['Mod 4abc', 'Mod 5abc'],
    ['Cafe', 'Café'],
    ['1.2', 'v3'],
    ['(1.0)', '---'],
    ['Mod x4', 'Mod x5'],
  ])('are not %s and %s', (from, to) => expect(pairs([from], [to])).toEqual([]))

  it('are not reported if several mods of a list could be meant', () => {
    expect(pairs(['Mod 1'], ['Mod 2', 'Mod 3'])).toEqual([])
    expect(pairs(['Mod 1', 'Mod 2'], ['Mod 3'])).toEqual([])
    expect(pairs(['Mod 1', 'Mod'], ['Mod', 'Mod 3'])).toEqual([{ from: 'Mod 1', to: 'Mod 3' }])
  })

  it('are also listed as added and removed, and have the same order', () => {
    const changes = mods(['+Mod 1', '+Other 1'], ['+Other 2', '+Mod 2'])
    expect(changes.counts).toMatchObject({ added: 2, removed: 2 })
    expect(changes.possible_renames).toEqual([
      { from: 'Other 1', to: 'Other 2' },
      { from: 'Mod 1', to: 'Mod 2' },
    ])
  })
})

describe('settings', () => {
  it('are matched by section and key in any case, and listed in the order of the file', () => {
    expect(
      settings(
        ['[Display]', 'iSize W=1920', 'bGone=1', 'bSame=1', '[General]', 'bLast=0', 'bAlso=2'],
        ['[general]', 'BLAST=1', '[Display]', 'bNew=', 'bSame="1"', 'isize w=2560', '[New]', 'bLast=0'],
      ),
    ).toEqual([
      {
        file: 'a.ini',
        counts: { added: 2, removed: 2, changed: 2 },
        added: [
          { section: 'Display', key: 'bNew', value: '' },
          { section: 'New', key: 'bLast', value: '0' },
        ],
        removed: [
          { section: 'Display', key: 'bGone', value: '1' },
          { section: 'General', key: 'bAlso', value: '2' },
        ],
        changed: [
          { section: 'general', key: 'BLAST', from: '0', to: '1' },
          { section: 'Display', key: 'isize w', from: '1920', to: '2560' },
        ],
      },
    ])
  })

  it('are compared for files of both lists, in the order of the first and by the names of the second', () => {
    const before = { 'b.ini': ['a=1'], 'A.ini': ['a=1'], 'gone.ini': ['a=1'], 'same.ini': ['a=1', 'b=1'] }
    const after = { 'new.ini': ['a=1'], 'a.INI': ['a=2'], 'B.ini': ['a=2'], 'same.ini': ['; c', 'b=1', 'A = 1'] }
    expect(compare(before, after).settings.map(({ file }) => file)).toEqual(['B.ini', 'a.INI'])
  })
})

describe('the changes', () => {
  it.each<[before: Profile, after: Profile, mods: unknown, plugins: unknown]>([
    [{}, {}, null, null],
    [{ 'modlist.txt': ['+A'] }, {}, { only_in: 1 }, null],
    [{}, { 'modlist.txt': [] }, { only_in: 2 }, null],
    [{ 'loadorder.txt': ['A.esp'] }, {}, null, { only_in: 1 }],
    [{ 'modlist.txt': [] }, { 'plugins.txt': ['A.esp'] }, { only_in: 1 }, { only_in: 2 }],
  ])('say so if only one list has mods or plugins: %j, %j', (before, after, mods, plugins) => {
    expect(compare(before, after)).toMatchObject({ mods, plugins })
  })

  it('include the notes of both lists, and the files that have a diff', () => {
    const files = [{ name: 'modlist.txt', change: 'changed' as const }]
    const changes = loadOrderChanges(
      readProfile({ 'modlist.txt': ['+A', '+A'] }),
      readProfile({ 'a.ini': ['b=1', 'b=1'] }),
      files,
    )
    expect(changes).toMatchObject({ same: false, files })
    expect(changes.notes).toEqual([
      { list: 1, file: 'modlist.txt', code: 'duplicate_mods', count: 1, names: ['A'] },
      { list: 2, file: 'a.ini', code: 'repeated_settings', count: 1, names: ['/b'] },
    ])
    const none = { mods: null, plugins: null, dlls: null, log: null, settings: [], files: [], notes: [] }
    expect(compare({}, {})).toEqual({ same: true, ...none })
  })
})
