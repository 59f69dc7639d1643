import { describe, expect, it } from 'vitest'
import { readLoadOrder } from '../../../../src/load-order/reading/read.ts'

/** A collection as Vortex exports it (extensions/collections, ICollection), with more fields than the catalog reads. */
const COLLECTION = {
  info: {
    author: 'vilja',
    authorUrl: '',
    name: 'Winter',
    description: '',
    installInstructions: '',
    domainName: 'skyrimspecialedition',
    gameVersions: ['1.6.1170.0'],
  },
  mods: [
    {
      name: 'SkyUI',
      version: '5.2SE',
      optional: false,
      domainName: 'skyrimspecialedition',
      source: {
        type: 'nexus',
        modId: 12604,
        fileId: 35407,
        md5: 'b03bc5ed7d7d8cbd9c0cb2a5b7a0c3f5',
        fileSize: 2_810_000,
        updatePolicy: 'exact',
        tag: 'x',
      },
      author: 'SkyUI Team',
      details: { category: 'User Interface', type: '' },
      phase: 0,
    },
    {
      name: 'Old Resources',
      version: '1.0.0',
      optional: true,
      domainName: 'skyrim',
      source: { type: 'nexus', modId: 7, fileId: 8, updatePolicy: 'latest' },
    },
    {
      name: 'ENB',
      version: '0.503',
      optional: false,
      source: { type: 'browse', url: 'http://enbdev.com/mod_tesskyrimse.html' },
    },
    { name: 'Tool', version: '1', source: { type: 'direct', url: 'https://example.com/tool.zip' } },
    { name: 'By hand', version: '1', source: { type: 'manual', url: 'javascript:alert(1)' } },
    { name: 'My patches', version: '', source: { type: 'bundle', fileExpression: 'My patches' } },
  ],
  modRules: [],
  loadOrder: [],
  tools: [],
  collectionConfig: { recommendNewProfile: false },
  plugins: [
    { name: 'Unofficial Patch.esp', enabled: true },
    { name: 'SkyUI_SE.esp', enabled: false },
    { name: 'NoState.esp' },
  ],
  pluginRules: { plugins: [], groups: [] },
}

const read = (text: string, others: Record<string, string> = {}) =>
  readLoadOrder([{ name: 'Collection.json', text }, ...Object.entries(others).map(([name, text]) => ({ name, text }))])

describe('collection.json', () => {
  it('lists the mods of a collection in their order, all enabled, with versions and sources', () => {
    expect(read(JSON.stringify(COLLECTION, null, 2)).mods).toMatchObject([
      {
        name: 'SkyUI',
        enabled: true,
        priority: 0,
        version: '5.2SE',
        source: 'https://www.nexusmods.com/skyrimspecialedition/mods/12604',
      },
      {
        name: 'Old Resources',
        enabled: true,
        priority: 1,
        version: '1.0.0',
        source: 'https://www.nexusmods.com/skyrim/mods/7',
      },
      { name: 'ENB', version: '0.503', source: 'http://enbdev.com/mod_tesskyrimse.html' },
      { name: 'Tool', source: 'https://example.com/tool.zip' },
      { name: 'By hand', source: null },
      { name: 'My patches', version: null, source: null },
    ])
  })

  it('lists the plugins, unless plugins.txt or loadorder.txt does', () => {
    const text = JSON.stringify(COLLECTION)
    expect(read(text).plugins).toEqual([
      { name: 'Unofficial Patch.esp', enabled: true, index: 0 },
      { name: 'SkyUI_SE.esp', enabled: false, index: 1 },
      { name: 'NoState.esp', enabled: true, index: 2 },
    ])
    expect(read(text, { 'loadorder.txt': 'A.esp' }).plugins).toEqual([{ name: 'A.esp', enabled: null, index: 0 }])
  })

  it.each(['[]', '1', 'null', '{}', '{"mods": {}}', '{"mods": null, "plugins": "x"}'])(
    'is ignored if it has neither mods nor plugins: %s',
    (text) => {
      expect(read(text)).toMatchObject({ mods: null, plugins: null, notes: [] })
    },
  )

  it.each([
    ['{"mods": [{"name": "A"}]}', null],
    ['{"mods": [{"name": "A", "source": "x"}], "plugins": {}, "modRules": {}, "info": []}', null],
    ['{"info": {}, "mods": [{"name": "A"}]}', ['A']],
    ['{"mods": [{"name": "A"}, {"name": "B", "source": {}}]}', ['A', 'B']],
    ['{"mods": [{"name": "A"}], "plugins": []}', ['A']],
    ['{"mods": [{"name": "A"}], "modRules": []}', ['A']],
    ['{"plugins": [{"name": "A.esp"}], "modRules": []}', null],
  ])('has info, sources, plugins or rules beside its mods, or is another file: %s', (text, names) => {
    const { mods, plugins, notes } = read(text)
    expect([mods?.map(({ name }) => name) ?? null, notes]).toEqual([names, []])
    if (names === null) expect(plugins).toBeNull()
  })

  it.each(['', '{', '{"mods": [}', `${'['.repeat(100_000)}`])('causes one note if it is malformed: case %#', (text) => {
    expect(read(text)).toMatchObject({
      mods: null,
      plugins: null,
      notes: [{ file: 'Collection.json', code: 'unreadable', count: 1, names: [] }],
    })
  })
})
