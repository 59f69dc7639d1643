import { describe, expect, it } from 'vitest'
import { pastedName, readLoadOrder } from '../../../../src/load-order/reading/read.ts'

const read = (name: string, text: string, ...others: { name: string; text: string }[]) =>
  readLoadOrder([{ name, text }, ...others])
const shown = (mods: ReturnType<typeof read>['mods']) =>
  mods?.map(({ kind, name, enabled, priority, version }) =>
    [kind === 'mod' ? (enabled ? '+' : '-') : '*', name, priority ?? '?', version ?? ''].join(' ').trim(),
  )
const unreadable = (file: string) => [{ file, code: 'unreadable', count: 1, names: [] }]
const list = (ids: string[]) => ids.map((id) => `<li>${id}</li>`).join('\n')

describe('the mods of RimWorld', () => {
  const IDS = ['brrainz.harmony', 'ludeon.rimworld', 'unlimitedhugs.hugslib_steam']
  const MODS = ['+ brrainz.harmony 0', '+ ludeon.rimworld 1', '+ unlimitedhugs.hugslib 2']

  it('are the active ones of ModsConfig.xml, in their order', () => {
    // The form of the game, which RimPy and RimSort write too, under any name.
    const text = `\ufeff<?xml version="1.0" encoding="utf-8"?>\n<ModsConfigData>\n<version>1.6.4850 rev655</version>
<activeMods>${list(IDS)}</activeMods><knownExpansions>${list(['ludeon.rimworld.biotech'])}</knownExpansions></ModsConfigData>`
    expect(shown(read('ModsConfig.xml', text).mods)).toEqual(MODS)
    expect(shown(read('My list.xml', text).mods)).toEqual(MODS)
  })

  it('are folders and ids of the workshop in files of older versions of the game', () => {
    const text = `<?xml version="1.0" encoding="utf-8"?>\r\n<ModsConfigData>\r\n  <buildNumber>2096</buildNumber>\r\n  <activeMods>
    <li>Core</li>\r\n    <li>818773962</li>\r\n    <li>Tools &amp; Beds</li>\r\n  </activeMods>\r\n</ModsConfigData>`
    expect(shown(read('ModsConfig.xml', text).mods)).toEqual(['+ Core 0', '+ 818773962 1', '+ Tools & Beds 2'])
  })

  it.each([
    [
      'a.rml',
      `<savedModList><meta><modIds>${list(['x'])}</modIds></meta><modList><ids>${list(IDS)}</ids></modList></savedModList>`,
    ],
    [
      'a.xml',
      `<savedModList><meta><modIds>${list(IDS)}</modIds><modSteamIds>${list(['1'])}</modSteamIds></meta></savedModList>`,
    ],
    ['b.rml', `<ModList><modIds>${list(IDS)}</modIds></ModList>`],
    ['b.xml', `<ModList><Name>Mine</Name><modIds>${list(IDS)}</modIds><modNames>${list(['x'])}</modNames></ModList>`],
  ])('are the saved ones of a list: %s, case %#', (name, text) => {
    expect(shown(read(name, text).mods)).toEqual(MODS)
  })

  it('are not read from other XML, and a broken file causes one note', () => {
    expect(read('a.xml', '<x><modIds><li>a</li></modIds></x>')).toMatchObject({ mods: null, notes: [] })
    expect(read('a.rml', '<savedModList>')).toMatchObject({ mods: null, notes: unreadable('a.rml') })
    expect(read('ModsConfig.xml', '')).toMatchObject({ mods: null, notes: unreadable('ModsConfig.xml') })
  })
})

describe('a profile of r2modman or Gale', () => {
  it('lists the mods of mods.yml without an order, with versions and pages', () => {
    // The form of r2modman (ManifestV2).
    const text = [
      '- manifestVersion: 1',
      '  name: somebody-BepInExPack',
      '  versionNumber:',
      '    major: 5',
      '    minor: 4',
      '    patch: 2202',
      '  enabled: true',
      '- name: maker-HUD_Compass-Extra',
      '  description: A compass with map pins for',
      '    ships',
      '  versionNumber: 1.10',
      '  enabled: false',
      '- name: Local',
      '  versionNumber: {major: 1, minor: 0, patch: 0}',
    ].join('\n')
    const { mods } = read('mods.yml', text)
    expect(shown(mods)).toEqual([
      '+ somebody-BepInExPack ? 5.4.2202',
      '- maker-HUD_Compass-Extra ? 1.10',
      '+ Local ? 1.0.0',
    ])
    expect(mods?.map(({ source }) => source)).toEqual([
      'https://thunderstore.io/package/somebody/BepInExPack/',
      'https://thunderstore.io/package/maker/HUD_Compass-Extra/',
      null,
    ])
  })

  it('lists the mods of export.r2x', () => {
    const text =
      'profileName: Default\nmods:\n- name: A-B\n  version:\n    major: 1\n    minor: 2\n    patch: 3\n  enabled: true\ncommunity: valheim\n'
    expect(shown(read('export.r2x', text).mods)).toEqual(['+ A-B ? 1.2.3'])
  })

  it.each(
    ['mods.yml', 'export.r2x'].flatMap((name) => [
      [name, '- name: A-B\n  versionNumber: {major: 1, minor: 2, patch: 3}\n  enabled: false', '- A-B ? 1.2.3'],
      [name, 'mods:\n- name: A-B\n  versionNumber: {major: 1, minor: 2, patch: 3}', '+ A-B ? 1.2.3'],
      [name, 'mods:\n  - name: A-B\n    version: {major: 1, minor: 2, patch: 3}\n    enabled: true', '+ A-B ? 1.2.3'],
      [name, '- name: A-B\n  version: 5.4.2202', '+ A-B ? 5.4.2202'],
      [name, '- name: A-B\n  version: {major: 1, minor: 2, patch: 3, pre: rc.1}', '+ A-B ? 1.2.3-rc.1'],
      [name, 'mods:\n- fullName: A-B\n  version: {major: 1, minor: 2, patch: 3}', '+ A-B ? 1.2.3'],
    ]),
  )('is a list, or has one as its mods: %s, case %#', (name, text, mod) => {
    const { mods } = read(name, text)
    expect(shown(mods)).toEqual([mod])
    expect(mods?.[0]?.source).toBe('https://thunderstore.io/package/A/B/')
  })

  it('can have a byte order mark, quoted texts, folded descriptions and one version as text, as Gale writes it', () => {
    const text = [
      '\ufeffprofileName: "My mods"',
      'mods:',
      '  - name: "Evaisa-HookGenPatcher"',
      '    description: >-',
      '      Generates',
      '      hooks.',
      "    version: '0.0.5'",
      '    enabled: "false"',
      '  - name: x753-More_Suits',
      '    version: {major: 1, minor: 4, patch: 3}',
      '    enabled: true',
      'ignoredUpdates: []',
    ].join('\r\n')
    expect(shown(read('export.r2x', text).mods)).toEqual([
      '- Evaisa-HookGenPatcher ? 0.0.5',
      '+ x753-More_Suits ? 1.4.3',
    ])
  })

  it('is read by its lines if it is long, as a short one is', () => {
    const row = (at: number) =>
      `- manifestVersion: 1\n  name: "A-Mod${at}"\n  description: >-\n    name: folded\n  dependencies:\n  - B-C-1.0.0\n  icon: ''\n` +
      `  versionNumber: ${at % 2 ? `{major: 1, minor: ${at}, patch: 3}` : `\n    major: 1\n    minor: ${at}\n    patch: 3`}\n  enabled: ${at % 3 > 0}\n`
    const text = (count: number) =>
      `\ufeffprofileName: x\nmods:\n${Array.from({ length: count }, (_, at) => row(at)).join('')}`
    const { mods, notes } = read('export.r2x', text(1_000))
    expect([mods?.length, notes]).toEqual([1_000, []])
    expect(mods?.slice(0, 100)).toEqual(read('export.r2x', text(100)).mods)
    expect(read('mods.yml', '- - - -\n'.repeat(10_000)).notes).toEqual(unreadable('mods.yml'))
  })

  it('is no such file with another shape, and causes a note if its syntax is broken', () => {
    expect(read('mods.yml', 'a: 1\n')).toMatchObject({ mods: null, notes: [] })
    expect(read('mods.yml', '- title: a\n')).toMatchObject({ mods: null, notes: [] })
    expect(read('mods.yml', '- a: [\n')).toMatchObject({ mods: null, notes: unreadable('mods.yml') })
  })
})

describe('mod-list.json of Factorio', () => {
  it('lists the mods without an order', () => {
    const base = { name: 'base', enabled: true }
    const text = JSON.stringify({ mods: [base, { name: 'AAI', enabled: false, version: '1.0.3' }] }, null, 2)
    expect(shown(read('mod-list.json', text).mods)).toEqual(['+ base ?', '- AAI ? 1.0.3'])
  })

  it('has parts of the game as mods, and the states as texts in files of older versions', () => {
    const rows = (enabled: string) =>
      ['base', 'elevated-rails', 'space-age'].map((name) => `{"name": "${name}", "enabled": ${enabled}}`).join(',\n')
    expect(shown(read('mod-list.json', `{"mods": [${rows('true')}]}`).mods)).toEqual([
      '+ base ?',
      '+ elevated-rails ?',
      '+ space-age ?',
    ])
    expect(shown(read('mod-list.json', `{"mods": [${rows('"false"')}]}`).mods)?.[2]).toBe('- space-age ?')
    expect(read('mod-list.json', `{"mods": [${rows('"maybe"')}]}`)).toMatchObject({ mods: null, notes: [] })
  })

  it('is not a collection under that name', () => {
    expect(read('collection.json', '{"mods": [{"name": "base", "enabled": true}]}')).toMatchObject({
      mods: null,
      plugins: null,
      notes: [],
    })
  })
})

describe('the text that CKAN exports as modlist.txt', () => {
  const TEXT = [
    '\ufeffALCOR Adopted (ALCOR 1.0.1)',
    'B9 Part Switch (B9PartSwitch v2.21.0.4)',
    'Breaking Ground (BreakingGround-DLC 1.7.1 (unmanaged))',
    '[x] Science! (really) Continued (xScienceContinued 1:6.0.2.1)',
    '',
  ].join('\r\n')
  const PACK = { name: 'a.ckan', text: '{"kind":"metapackage","depends":[{"name":"ALCOR"},{"name":"Other"}]}' }

  it('lists mods by their identifiers, without an order', () => {
    expect(shown(read('modlist.txt', TEXT).mods)).toEqual([
      '+ ALCOR ? 1.0.1',
      '+ B9PartSwitch ? v2.21.0.4',
      '* BreakingGround-DLC ? 1.7.1',
      '+ xScienceContinued ? 1:6.0.2.1',
    ])
  })

  it('has unmanaged mods of which CKAN knows no version', () => {
    // CKAN sorts by name. It writes mods whose files it finds but has not installed without a version.
    const text = 'Chatterer (Chatterer 0.9.99)\nMechJeb2 (MechJeb2 (unmanaged))\nToolbar (Toolbar 1.8.1.1)\n'
    const { mods, notes } = read('modlist.txt', text)
    expect(shown(mods)).toEqual(['+ Chatterer ? 0.9.99', '* MechJeb2 ?', '+ Toolbar ? 1.8.1.1'])
    expect(notes).toEqual([])
  })

  it('can stand within talk, with five mods or more', () => {
    const within = (count: number) =>
      `My game crashes:\n\n${Array.from({ length: count }, (_, at) => `Mod ${at} (Mod${at} 1.${at})`).join('\n')}\n\nAny ideas?`
    const { mods, notes } = read(pastedName(within(5)), within(5))
    expect(shown(mods)).toEqual([0, 1, 2, 3, 4].map((at) => `+ Mod${at} ? 1.${at}`))
    expect(notes).toEqual([
      { file: 'modlist.txt', code: 'not_entries', count: 2, names: ['My game crashes:', 'Any ideas?'] },
    ])
    expect(pastedName(within(4))).toBe('text.txt')
  })

  it('adds versions to the mods of a modpack', () => {
    expect(shown(read('modlist.txt', TEXT, PACK).mods)).toEqual(['+ ALCOR ? 1.0.1', '+ Other ?'])
  })

  it.each([
    '+A (B 1)',
    '-A (B 1)',
    '*A (B 1)',
    '# A (B 1)',
    'A (B)',
    'A',
    'A (B c d) e',
    '(unmanaged)',
    'A ( (unmanaged))',
  ])('is a file of Mod Organizer if one line has another form: %s', (line) => {
    expect(read('modlist.txt', `${TEXT}${line}\n`).origins.mods).toBe('modlist.txt')
    expect(read('modlist.txt', `${TEXT}${line}\n`).mods?.[0]?.priority).toBe(0)
  })
})

describe('mods that SMAPI skipped', () => {
  it('are off, after the others, with their reasons in a note', () => {
    const lines = [
      'Loaded 1 mods:',
      '   Automate 1.15.1 by someone | Lets you automate.',
      '   Skipped mods',
      `   ${'-'.repeat(50)}`,
      '      These mods could not be added to your game.',
      '',
      "      - Cat Gifts 1.1.5 because it's no longer compatible. Please check https://smapi.io/mods",
      '      - No Version because it has no manifest',
      '',
      '   Changed save serializer',
      `   ${'-'.repeat(50)}`,
      '      - PyTK because of this',
    ]
    const { mods, notes } = read('SMAPI-latest.txt', lines.map((line) => `[18:45:31 ERROR SMAPI] ${line}`).join('\n'))
    expect(shown(mods)).toEqual(['+ Automate 0 1.15.1', '- Cat Gifts 1 1.1.5', '- No Version 2'])
    expect(notes).toEqual([
      {
        file: 'SMAPI-latest.txt',
        code: 'skipped_mods',
        count: 2,
        names: [
          "Cat Gifts: it's no longer compatible. Please check https://smapi.io/mods",
          'No Version: it has no manifest',
        ],
      },
    ])
  })
})
