import { describe, expect, it } from 'vitest'
import { readLoadOrder } from '../../../../src/load-order/reading/read.ts'

const read = (name: string, value: unknown) =>
  readLoadOrder([{ name, text: typeof value === 'string' ? value : JSON.stringify(value) }], { domain: 'oblivion' })

describe('a load order of Vortex', () => {
  /** Entries as Vortex's file-based load orders write them (util/loadOrder, ILoadOrderEntry). */
  const PLUGINS = [
    { enabled: true, id: 'Starfield.esm', name: 'Starfield.esm', locked: true },
    { enabled: false, id: 'SFBGS003.esm', name: 'SFBGS003.esm', locked: true },
    { enabled: true, id: 'b.esm', name: 'b.esm', modId: 'NeonExpansion-16354-1-4-2-177', data: { isInvalid: false } },
  ]
  const MODS = [
    { id: 'A1', name: 'Alpha', enabled: true },
    { id: 'B2', name: 'Beta', enabled: false, modId: 'beta-12-1-0' },
  ]

  it.each(['loadorder.json', 'My order.JSON'])('lists plugins in their order: %s', (name) => {
    expect(read(name, PLUGINS)).toMatchObject({
      mods: null,
      plugins: [
        { name: 'Starfield.esm', enabled: true, index: 0 },
        { name: 'SFBGS003.esm', enabled: false, index: 1 },
        { name: 'b.esm', enabled: true, index: 2 },
      ],
      notes: [],
    })
  })

  it('lists mods in their order, without the file names of downloads', () => {
    const { mods, plugins } = read('loadorder.json', MODS)
    expect(plugins).toBeNull()
    expect(mods).toMatchObject([
      { name: 'Alpha', enabled: true, priority: 0, version: null, source: null },
      { name: 'Beta', enabled: false, priority: 1, version: null, source: null },
    ])
  })

  it('can list both, each in the order of the file', () => {
    const { mods, plugins } = read('loadorder.json', [MODS[1], PLUGINS[1], MODS[0], PLUGINS[0]])
    expect(mods?.map(({ name, enabled, priority }) => [name, enabled, priority])).toEqual([
      ['Beta', false, 0],
      ['Alpha', true, 1],
    ])
    expect(plugins?.map(({ name, enabled, index }) => [name, enabled, index])).toEqual([
      ['SFBGS003.esm', false, 0],
      ['Starfield.esm', true, 1],
    ])
  })

  it.each(['[]', '{}', '[1]', '[{"id": "a", "name": "b"}]', '[{"id": "a", "name": "b", "enabled": true}, 1]', 'null'])(
    'is no such file with another shape: %s',
    (text) => expect(read('loadorder.json', text)).toMatchObject({ mods: null, plugins: null, notes: [] }),
  )

  it('causes one note if its syntax is broken', () => {
    expect(read('a.json', '[{').notes).toEqual([{ file: 'a.json', code: 'unreadable', count: 1, names: [] }])
  })
})

describe('a file of Modlist Backup for Vortex', () => {
  const BACKUP = [
    { name: 'SkyUI', game: 'skyrimse', modId: 12604, fileId: 35407 },
    { name: 'Frostfall', game: 'skyrimspecialedition', modId: '671', fileId: 1, enabled: false, version: '3.4.1' },
    { name: 'SkyUI', game: 'skyrimse', modId: 12604, fileId: 35408 },
    { name: 'Again', game: 'skyrimse', modId: 12604, fileId: 35408 },
    { name: 'By hand', game: 'skyrimse', modId: null, fileId: null },
  ]

  it('can have the names of Vortex and of the site for each mod, which are not read', () => {
    const rows = [
      { source: 'nexus', vortexId: 'SkyUI_5_2_SE-12604-5-2SE' },
      { source: 'nexus', vortexId: 'Frostfall-671-3-4-1', enabled: false },
      { source: 'user-generated', vortexId: 'my patch', enabled: true, modId: 0, fileId: 0 },
    ].map((row, at) => ({ name: `Mod ${at}`, game: 'oblivion', modId: 100 + at, fileId: 7, enabled: true, ...row }))
    const { mods } = read('Modlist Backup.json', rows)
    expect(mods?.map(({ name, enabled, source }) => [name, enabled, source])).toEqual([
      ['Mod 0', true, 'https://www.nexusmods.com/oblivion/mods/100'],
      ['Mod 1', false, 'https://www.nexusmods.com/oblivion/mods/101'],
      ['Mod 2', true, null],
    ])
  })

  it('lists a mod without a name by the id that Vortex gave it, or that of its page', () => {
    const rows = [
      { name: 'SkyUI', game: 'skyrimse', modId: 12604, fileId: 35407 },
      { game: 'skyrimse', modId: 671, fileId: 1, vortexId: 'Frostfall-671-3-4-1', enabled: false },
      { name: null, game: 'skyrimse', modId: 266, fileId: 2 },
    ]
    const { mods, notes } = read('Modlist Backup.json', rows)
    const page = 'https://www.nexusmods.com/skyrimspecialedition/mods/'
    expect(mods?.map(({ name, enabled, source }) => [name, enabled, source])).toEqual([
      ['SkyUI', true, `${page}12604`],
      ['Frostfall-671-3-4-1', false, `${page}671`],
      ['266', true, `${page}266`],
    ])
    expect(notes).toEqual([])
  })

  it.each([
    ['no mod has a name', [{ game: 'skyrimse', modId: 1, fileId: 1 }]],
    [
      'an entry is of another kind',
      [
        { name: 'A', game: 'skyrimse', modId: 1, fileId: 1 },
        { name: 'B', modId: 2 },
      ],
    ],
  ])('is no such file if %s', (_, rows) =>
    expect(read('a.json', rows)).toMatchObject({ mods: null, plugins: null, notes: [] }),
  )

  it('lists mods without an order, with the pages of their games', () => {
    const { mods, notes } = read('any name.json', BACKUP)
    const page = 'https://www.nexusmods.com/skyrimspecialedition/mods/'
    expect(
      mods?.map(({ name, enabled, priority, version, source }) => [name, enabled, priority, version, source]),
    ).toEqual([
      ['SkyUI', true, null, null, `${page}12604`],
      ['Frostfall', false, null, '3.4.1', `${page}671`],
      ['SkyUI', true, null, null, `${page}12604`],
      ['By hand', true, null, null, null],
    ])
    expect(notes).toEqual([{ file: 'any name.json', code: 'duplicate_mods', count: 1, names: ['SkyUI'] }])
  })
})
