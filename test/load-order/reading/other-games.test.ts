import { describe, expect, it } from 'vitest'
import { type ProfileFile, readLoadOrder } from '../../../src/load-order/reading/read.ts'

const read = (name: string, text: string, ...others: ProfileFile[]) => readLoadOrder([{ name, text }, ...others])
const shown = (mods: ReturnType<typeof read>['mods']) =>
  mods?.map(({ name, enabled, priority, version }) => [name, enabled, priority, version])
const unreadable = (file: string) => [{ file, code: 'unreadable', count: 1, names: [] }]

describe('LauncherData.xml of Mount & Blade II', () => {
  /** A file as the game's launcher writes it (TaleWorlds.MountAndBlade.Launcher.Library, UserData). */
  const LAUNCHER = `<?xml version="1.0" encoding="utf-8"?>
<UserData xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <GameType>Singleplayer</GameType>
  <SingleplayerData>
    <ModDatas>
      <UserModData>
        <Id>Native</Id>
        <LastKnownVersion>v1.2.12.66233</LastKnownVersion>
        <IsSelected>true</IsSelected>
      </UserModData>
      <UserModData>
        <Id>Swords <![CDATA[&]]> Shields</Id>
        <LastKnownVersion>v0.9.1</LastKnownVersion>
        <IsSelected>false</IsSelected>
      </UserModData>
      <UserModData>
        <Id>NoVersion</Id>
        <LastKnownVersion />
        <IsSelected>true</IsSelected>
      </UserModData>
    </ModDatas>
  </SingleplayerData>
  <MultiplayerData>
    <ModDatas>
      <UserModData>
        <Id>Multiplayer</Id>
        <LastKnownVersion>v1.2.12.66233</LastKnownVersion>
        <IsSelected>true</IsSelected>
      </UserModData>
    </ModDatas>
  </MultiplayerData>
  <DLLCheckData>
    <DLLData />
  </DLLCheckData>
</UserData>`

  it('lists the modules of the single-player game in the order of the file', () => {
    expect(shown(read('LauncherData.xml', LAUNCHER).mods)).toEqual([
      ['Native', true, 0, 'v1.2.12.66233'],
      ['Swords & Shields', false, 1, 'v0.9.1'],
      ['NoVersion', true, 2, null],
    ])
  })

  it('is ignored if it has no list of modules', () => {
    expect(read('LauncherData.xml', '<UserData><SingleplayerData/></UserData>')).toMatchObject({
      mods: null,
      notes: [],
    })
  })

  it.each([
    ['an element is not closed', LAUNCHER.replace('</Id>', '')],
    ['it is empty', ''],
    ['it is not XML', 'Native\n'],
    [
      'it has entities of its own',
      `<!DOCTYPE UserData [<!ENTITY a "Native">]>${LAUNCHER.slice(LAUNCHER.indexOf('<UserData')).replace('Native', '&a;')}`,
    ],
    [
      'it has an external entity',
      `<!DOCTYPE UserData [<!ENTITY a SYSTEM "file:///etc/passwd">]>${LAUNCHER.slice(LAUNCHER.indexOf('<UserData')).replace('Native', '&a;')}`,
    ],
  ])('causes a note if %s', (_, text) => {
    expect(read('LauncherData.xml', text)).toMatchObject({ mods: null, notes: unreadable('LauncherData.xml') })
  })
})

describe('mods.settings of The Witcher 3', () => {
  it('lists the winning mods last: lower priorities win, then earlier names', () => {
    // The format of the game and of The Witcher 3 Mod Manager.
    const text = [
      '[mod0000_MergedFiles]',
      'Enabled=1',
      'Priority=0',
      '',
      '[modB]',
      'Enabled=1',
      'Priority=5',
      'VK=',
      '[modA]',
      'Enabled=0',
      'Priority=5',
      '[modWithout]',
      'Enabled=1',
      '[modLast]',
      'Enabled = 1',
      'Priority = 9999',
    ].join('\r\n')
    expect(shown(read('mods.settings', text).mods)).toEqual([
      ['modWithout', true, 0, null],
      ['modLast', true, 1, null],
      ['modB', true, 2, null],
      ['modA', false, 3, null],
      ['mod0000_MergedFiles', true, 4, null],
    ])
  })

  it('lists a section without settings as a mod that is on', () => {
    const text = '[modA]\nEnabled=0\nPriority=1\n[modEmpty]\n[modB]\nEnabled=1\nPriority=0\n'
    expect(shown(read('mods.settings', text).mods)).toEqual([
      ['modEmpty', true, 0, null],
      ['modA', false, 1, null],
      ['modB', true, 2, null],
    ])
  })

  it('lists a repeated section once, and is empty without sections', () => {
    const { mods, notes } = read('mods.settings', '[modA]\nEnabled=1\n[moda]\nEnabled=0\n')
    expect(shown(mods)).toEqual([['modA', true, 0, null]])
    expect(notes).toMatchObject([{ code: 'repeated_sections', count: 2, names: ['modA'] }])
    expect(read('mods.settings', 'Enabled=1\n').mods).toEqual([])
  })
})

describe('a SMAPI log', () => {
  /** A log as SMAPI 4 writes it (SCore.LogModList and FileLogger). */
  const LOG = [
    '[21:04:11 INFO  SMAPI] SMAPI 4.0.8 with Stardew Valley 1.6.8 build 24119 on Microsoft Windows 11',
    '[21:04:11 INFO  SMAPI] Mods go here: E:\\Games\\Stardew Valley\\Mods',
    '[21:04:12 TRACE SMAPI] Loading mod metadata...',
    '[21:04:15 INFO  SMAPI] Loaded 4 mods:',
    '[21:04:15 INFO  SMAPI]    Console Commands 4.0.8 by SMAPI | Adds SMAPI console commands that let you manipulate the game.',
    '[21:04:15 INFO  SMAPI]    Content Patcher 2.1.1 by Pathoschild | Loads content packs which edit game data',
    'and images | without changing the game files.',
    '[21:04:15 INFO  SMAPI]    Stand by Me 1.0.0-beta.2 by A by B | A mod.',
    '[21:04:15 INFO  SMAPI]    No Author 1.5 | Has only a description',
    '[21:04:15 TRACE Other Mod] Loaded 3 things:',
    '',
    '[21:04:15 INFO  SMAPI] Loaded 2 content packs:',
    '[21:04:15 INFO  SMAPI]    (CP) Seasonal Outfits 1.11.0 by Poltergeister | for Content Patcher | Outfits',
    '[21:04:15 INFO  SMAPI]    Bare 2.0 | for Content Patcher',
    '[21:04:15 ERROR SMAPI]    Skipped mods',
    `[21:04:15 ERROR SMAPI]    ${'-'.repeat(50)}`,
    '[21:04:15 ERROR SMAPI]       These mods could not be added to your game.',
    '[21:04:15 ERROR SMAPI]       - Too New 2.0.0 because it needs SMAPI 4.1.0',
    '[21:04:15 INFO  SMAPI] ',
    '[21:04:15 INFO  SMAPI]    You can update 1 mod:',
    '[21:04:15 ALERT SMAPI]    Content Patcher 2.2.0: https://www.nexusmods.com/stardewvalley/mods/1915 (you have 2.1.1)',
    '[21:04:16 INFO  SMAPI]    Not A Mod 1.0 by Nobody',
  ].join('\r\n')

  const MODS = [
    ['Console Commands', true, 0, '4.0.8'],
    ['Content Patcher', true, 1, '2.1.1'],
    ['Stand by Me', true, 2, '1.0.0-beta.2'],
    ['No Author', true, 3, '1.5'],
    ['(CP) Seasonal Outfits', true, 4, '1.11.0'],
    ['Bare', true, 5, '2.0'],
    ['Too New', false, 6, '2.0.0'],
  ]

  it.each(['SMAPI-latest.txt', 'smapi.log', 'SMAPI-crash.txt'])(
    'lists the loaded mods and content packs, then the skipped mods: %s',
    (name) => {
      expect(shown(read(name, LOG).mods)).toEqual(MODS)
    },
  )

  it('can be copied from the console, which has no times', () => {
    const console = LOG.replaceAll(/^\[\S+ (INFO|TRACE|ALERT|ERROR) +SMAPI\]/gm, '[SMAPI]')
    expect(shown(read('SMAPI.txt', console).mods)).toEqual(MODS)
  })

  it('is ignored without a list of mods', () => {
    expect(read('SMAPI-latest.txt', '[21:04:11 INFO  SMAPI] Loaded 0 mods.\n')).toMatchObject({ mods: null, notes: [] })
  })
})

describe('a CKAN modpack', () => {
  /** A modpack as CKAN exports it (`ckan list --export`, "Export modpack"). */
  const MODPACK = {
    spec_version: 'v1.6',
    identifier: 'installed-default',
    name: 'installed-default',
    abstract: 'A list of modules installed on the default KSP instance',
    author: ['someone'],
    license: ['unknown'],
    version: '2026.11.24.08.30.00',
    release_status: 'stable',
    ksp_version_min: '1.12.5',
    kind: 'metapackage',
    depends: [
      { name: 'ModuleManager', version: '4.2.3' },
      { name: 'Kopernicus', min_version: '1.12.1' },
      { any_of: [{ name: 'A' }, { name: 'B' }] },
    ],
    recommends: [{ name: 'Scatterer', version: '3:v0.0838' }],
    suggests: [{ name: 'EVE' }],
  }

  it('lists its dependencies as enabled, and recommended and suggested mods as disabled', () => {
    expect(shown(read('my-pack.ckan', JSON.stringify(MODPACK, null, 4)).mods)).toEqual([
      ['ModuleManager', true, null, '4.2.3'],
      ['Kopernicus', true, null, null],
      ['Scatterer', false, null, '3:v0.0838'],
      ['EVE', false, null, null],
    ])
  })

  it('is ignored if it is a single mod, and causes a note if it is malformed', () => {
    expect(read('a.ckan', JSON.stringify({ ...MODPACK, kind: 'package' }))).toMatchObject({ mods: null, notes: [] })
    expect(read('a.ckan', '{"kind": ')).toMatchObject({ mods: null, notes: unreadable('a.ckan') })
  })
})

describe('openmw.cfg', () => {
  it('lists the content files in their order, then groundcover', () => {
    // The format of OpenMW's launcher.
    const text = [
      '# This is a comment',
      'fallback-archive=Morrowind.bsa',
      'data="C:\\Games\\Morrowind\\Data Files"',
      'groundcover=Grass.esp',
      'content=Morrowind.esm',
      'content=Tribunal.esm',
      ' content = Patch for Purists.esm',
      'content=morrowind.ESM',
      '#content=Off.esp',
      'encoding=win1252',
    ].join('\r\n')
    const { plugins, notes, settings } = read('openmw.cfg', text)
    expect(plugins).toEqual(
      ['Morrowind.esm', 'Tribunal.esm', 'Patch for Purists.esm', 'Grass.esp'].map((name, index) => ({
        name,
        enabled: true,
        index,
      })),
    )
    expect(notes).toEqual([{ file: 'openmw.cfg', code: 'duplicate_plugins', count: 1, names: ['Morrowind.esm'] }])
    expect(settings).toEqual([])
  })

  it('is ignored without content files', () => expect(read('openmw.cfg', 'encoding=win1252\n').plugins).toBeNull())
})

describe('Morrowind.ini', () => {
  /** A file as the game's launcher writes it ("Data Files"); mod managers write the plugins in another order. */
  const INI = [
    '[General]',
    'Show FPS=1',
    '[Game Files]',
    'GameFile4=After a gap.esp',
    'GameFile2=B.esp',
    'GameFile0=Morrowind.esm',
    'GameFile1=Morrowind.bsa',
    '[Weather]',
    'x=1',
  ].join('\r\n')

  it('lists the plugins of [Game Files] without an order, up to the first missing number, and the other sections as settings', () => {
    const { plugins, settings, notes } = read('Morrowind.ini', INI)
    expect(plugins).toEqual(['Morrowind.esm', 'B.esp'].map((name) => ({ name, enabled: true, index: null })))
    expect(settings).toEqual([
      {
        file: 'Morrowind.ini',
        settings: [
          { section: 'General', key: 'Show FPS', value: '1' },
          { section: 'Weather', key: 'x', value: '1' },
        ],
      },
    ])
    expect(notes).toEqual([])
  })

  it('is not used for plugins if there is a plugins.txt or if it has no plugins', () => {
    expect(read('Morrowind.ini', INI, { name: 'plugins.txt', text: 'A.esp' }).plugins).toMatchObject([
      { name: 'A.esp' },
    ])
    expect(read('Morrowind.ini', '[General]\na=1').plugins).toBeNull()
    expect(read('other.ini', INI)).toMatchObject({ plugins: null, settings: [{ settings: { length: 6 } }] })
  })
})

describe('several files that list mods', () => {
  const CKAN = {
    name: 'a.ckan',
    text: '{"kind": "metapackage", "depends": [{"name": "A", "version": "1"}, {"name": "B"}]}',
  }
  const LAUNCHER = {
    name: 'launcherdata.xml',
    text: '<UserData><SingleplayerData><ModDatas><UserModData><Id>a</Id><LastKnownVersion>2</LastKnownVersion><IsSelected>true</IsSelected></UserModData></ModDatas></SingleplayerData></UserData>',
  }

  it('are ranked by their kind, and only the first counts, regardless of the order of the files', () => {
    expect(shown(readLoadOrder([CKAN, LAUNCHER]).mods)).toEqual([['a', true, 0, '2']])
    expect(shown(readLoadOrder([LAUNCHER, CKAN]).mods)).toEqual([['a', true, 0, '2']])
  })

  it('are used without the malformed ones', () => {
    const { mods, notes } = readLoadOrder([{ name: 'LauncherData.xml', text: '<UserData>' }, CKAN])
    expect(shown(mods)).toEqual([
      ['A', true, null, '1'],
      ['B', true, null, null],
    ])
    expect(notes).toEqual(unreadable('LauncherData.xml'))
  })

  it('have their notes in the order of the files', () => {
    const files = ['b.ckan', 'LauncherData.xml', 'a.csv'].map((name) => ({ name, text: '"<{' }))
    expect(readLoadOrder(files).notes.map(({ file }) => file)).toEqual(['b.ckan', 'LauncherData.xml', 'a.csv'])
  })
})
