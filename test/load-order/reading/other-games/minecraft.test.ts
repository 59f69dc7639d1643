import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { chooseProfile, isProfile } from '../../../../src/lists/writing/profile/profile.ts'
import { loadOrderChanges } from '../../../../src/load-order/comparing/changes.ts'
import { readLoadOrder } from '../../../../src/load-order/reading/read.ts'
import { changesSentence } from '../../../../src/load-order/rendering/sentence.ts'
import { shown } from '../../../support/profiles/shown.ts'

const FABRIC = `[14:46:58] [main/INFO]: Loading Minecraft 1.20.1 with Fabric Loader 0.14.22
[14:46:59] [main/INFO]: Loading 5 mods:
\t- fabric-api 0.80.0+1.20.1
\t   |-- fabric-api-base 0.4.25+504944c8f4
\t   |   \\-- deep 1.0
\t- fabricloader 0.14.22
\t   \\-- mixinextras 0.5.4
\t- java 17
\t- minecraft 1.20.1
\t- sodium 0.5.3+mc1.20.1
[14:47:00] [main/INFO]: Something else`
const QUILT = `[09:30:46] [main/INFO]: Loading Minecraft 1.19.2 with Quilt Loader 0.17.6
[09:30:46] [main/INFO]: Loading 3 mods:
| Index | Mod          | ID           | Version  | File(s)          | Sub-File |
|------:|--------------|--------------|----------|------------------|----------|
|    56 | Fabric API   | fabric-api   | 0.67.0   | <mods>/a.jar     |          |
|    10 | API Base     | api-base     | 0.4.12   | <mods>/a.jar     | /b.jar   |
|     0 | Quilt Loader | quilt_loader | 0.17.6   | <unknown>        |          |
[09:30:47] [main/INFO]: x`
const FORGE = `---- Minecraft Crash Report ----
// Hi. I'm Minecraft, and I'm a crashaholic.

Time: 2024-10-29 15:00:30
Description: Ticking block entity

java.lang.StackOverflowError: Ticking block entity
\tat net.minecraft.world.World.tick(World.java:1) ~[?:?] {re:mixin,xf:fml:jei:x}
\tat com.author.Storage.receive(Storage.java:38) ~[tesseract:?] {re:classloading}
\tat TRANSFORMER/create@0.5.1/com.simibubi.X.y(X.java:163) ~[create-1.20.1-0.5.1.jar%23234!/:?] {}
\tat com.supermartijn642.corelib.Z.z(Z.java:3) ~[corelib-1.0-mc1.16.jar:?] {}

A detailed walkthrough of the error, its code path and all known details is as follows:
-- System Details --
Details:
\tMinecraft Version: 1.20.1
\tMod List: 
\t\tserver-1.20.1-srg.jar                             |Minecraft                     |minecraft                     |1.20.1              |DONE      |Manifest: NOSIGNATURE
\t\tforge-1.20.1-47.1.0-universal.jar                 |Forge                         |forge                         |47.1.0              |DONE      |Manifest: a1:d4
\t\ttesseract-1.0.jar                                 |Tesseract                     |tesseract                     |1.0                 |DONE      |Manifest: NOSIGNATURE
\t\tcreate-1.20.1-0.5.1.jar                           |Create                        |create                        |0.5.1               |DONE      |Manifest: NOSIGNATURE
\t\tcorelib-1.0-mc1.16.jar                            |Core Lib                      |supermartijn642corelib        |1.0                 |DONE      |Manifest: NOSIGNATURE
\t\tjei.jar                                           |JEI                           |jei                           |2                   |DONE      |Manifest: NOSIGNATURE
\tCrash Report UUID: 0`
const OLD_FORGE = `\tMinecraft Version: 1.10.2
\tFML: MCP 9.32 Powered by Forge 12.18.3.2511 3 mods loaded, 3 mods active
\tStates: 'U' = Unloaded 'L' = Loaded
\tUCHIJAAAA\tForge{12.18.3.2511} [Minecraft Forge] (forge.jar)
\tUCHIJAAAA\tmoreplayermodels{1.10.2} [MorePlayerModels] (MorePlayerModels_1.10.2(16jul17).jar)
\tUCHIJAAAA\tCore{@VERSION@} [Core] (Core.jar)
\tLoaded coremods`
const TABLE = `\tFML: MCP 9.42 Powered by Forge 14.23.5.2860 2 mods loaded, 2 mods active
\tStates: 'U' = Unloaded

\t| State | ID        | Version      | Source     | Signature |
\t|:----- |:--------- |:------------ |:---------- |:--------- |
\t| LC    | minecraft | 1.12.2       | m.jar      | None      |
\t| LC    | jei       | 4.16.1.301   | jei.jar    | None      |
`
const LOGS: readonly [what: string, log: string, mods: string[], facts: string][] = [
  [
    'Fabric',
    FABRIC,
    ['+fabric-api 0.80.0+1.20.1', '*fabricloader 0.14.22', '*java 17', '*minecraft 1.20.1', '+sodium 0.5.3+mc1.20.1'],
    'Fabric, 0.14.22, 1.20.1',
  ],
  [
    'Fabric in one line',
    '[13:31:49] [main/INFO]: [FabricLoader] Loading 3 mods: minecraft@1.16.5, lithium@0.6.4, fabricloader@0.11.1',
    ['*minecraft 1.16.5', '+lithium 0.6.4', '*fabricloader 0.11.1'],
    'Fabric, 0.11.1, 1.16.5',
  ],
  [
    'a report of Fabric',
    'Time: x\n\tFabric Mods: \n\t\tcaxton: Caxton Text 1.1.0-alpha.2\n\t\t\tcaffeine: caffeine 3.1.2\n\t\tminecraft: Minecraft 26.2\n\tLoaded Shaderpack: none\n---- Minecraft Crash Report ----',
    ['+caxton 1.1.0-alpha.2', '*minecraft 26.2'],
    'Minecraft, 26.2',
  ],
  ['Quilt', QUILT, ['+fabric-api 0.67.0', '*quilt_loader 0.17.6'], 'Quilt, 0.17.6, 1.19.2'],
  [
    'Forge',
    FORGE,
    ['*minecraft 1.20.1', '*forge 47.1.0', '+tesseract 1.0', '+create 0.5.1', '+supermartijn642corelib 1.0', '+jei 2'],
    'Forge, 47.1.0, 1.20.1, 2024-10-29T15:00:30, Ticking block entity, java.lang.StackOverflowError: Ticking block entity, tesseract, create, supermartijn642corelib',
  ],
  [
    'old Forge',
    OLD_FORGE,
    ['*Forge 12.18.3.2511', '+moreplayermodels 1.10.2', '+Core @VERSION@'],
    'Forge, 12.18.3.2511, 1.10.2',
  ],
  ['Forge with a table', TABLE, ['*minecraft 1.12.2', '+jei 4.16.1.301'], 'Forge, 14.23.5.2860, 1.12.2'],
  [
    'Forge 28',
    '\tMod List: \n\t\tclient-1.14.4-20190829.143755.jar Minecraft {minecraft@1.14.4 NONE}\n\t\tjei-1.14.4.jar Just Enough Items {jei@6.0.0.13 NONE}\n\tPatchouli: x',
    ['*minecraft 1.14.4', '+jei 6.0.0.13'],
    'Minecraft, 1.14.4',
  ],
  [
    'a debug.log of Forge',
    '[main/DEBUG]: Found valid mod file forge-1.14.4.jar with {forge} mods - versions {28.1.117}\n[main/DEBUG]: Found valid mod file [1.14.4] SecurityCraft v1.8.14.jar with {securitycraft} mods - versions {v1.8.14}',
    ['*forge 28.1.117', '+securitycraft v1.8.14'],
    'Forge, 28.1.117',
  ],
  [
    'a log of old Forge',
    '[FML/]: Mod sorting data\n[Server thread/DEBUG] [FML/]: \tcustomnpcs(CustomNpcs:1.7.10d): CustomNPCs_1.7.10d(29oct17).jar ()\n[FML/]: Other',
    ['+customnpcs 1.7.10d'],
    'Minecraft',
  ],
  [
    'NeoForge',
    '[main/INFO]: x\n     Mod List:\n\t\tName Version (Mod Id)\n\n\t\tmclo.gs 3.1.2-SNAPSHOT (mclogs)\n\t\tNeoForge 21.3.5-beta (neoforge)\n[16:58:55] [main/INFO]: Launching target',
    ['+mclogs 3.1.2-SNAPSHOT', '*neoforge 21.3.5-beta'],
    'NeoForge, 21.3.5-beta',
  ],
]

describe('a log of Minecraft', () => {
  it.each(LOGS)('lists the player’s mods by their ids: %s', (_, text, mods, facts) => {
    expect(shown(text)).toEqual(['latest.log', ...mods])
    expect(shown(text.replaceAll('\n', '\r\n'), 'crash-2024-10-29_15.00.30-server.txt').slice(1)).toEqual(mods)
    const { log } = readLoadOrder([{ name: 'a.log', text }])
    const { format, format_version, game_version, time, description, exception, named } = log ?? {}
    const said = [format, format_version, game_version, time, description, exception, ...(named?.mods ?? [])]
    expect(said.filter((one) => one != null).join(', ')).toBe(facts)
  })

  it('without a list says what the crash report says', () => {
    const text =
      '---- Minecraft Crash Report ----\nTime: 5/15/22, 8:09 PM\nDescription: Level dump\n\njava.lang.Exception: x\n'
    expect(shown(text)).toEqual(['latest.log'])
    expect(readLoadOrder([{ name: 'a.txt', text }]).log).toMatchObject({
      ...{
        format: 'Minecraft',
        time: '5/15/22, 8:09 PM',
        description: 'Level dump',
        exception: 'java.lang.Exception: x',
      },
    })
  })
})

const file = (project: string, name: string) => ({
  path: `mods/${name}`,
  downloads: [`https://cdn.modrinth.com/data/${project}/versions/x/${encodeURIComponent(name)}`],
})
const INDEX = JSON.stringify({
  formatVersion: 1,
  game: 'minecraft',
  files: [
    file('AANobbMI', 'sodium-fabric-mc1.20.1-0.5.3.jar'),
    file('P7dR8mSH', 'fabric-api-0.80.0+1.20.1.jar'),
    { path: 'mods/Own-1.0.jar.disabled', downloads: ['https://github.com/a/b/releases/download/1/Own.jar'] },
    { path: 'resourcepacks/x.zip', downloads: [] },
  ],
  dependencies: { minecraft: '1.20.1' },
})
const MANIFEST = JSON.stringify({
  manifestType: 'minecraftModpack',
  files: [
    { projectID: 238222, fileID: 4061573, required: true },
    { projectID: 223852, fileID: 3807626, required: false },
  ],
})
const NAMES = (...links: string[]) =>
  `<ul>\n${links.map((link, at) => `<li><a href="https://${link}">${['JEI (Items)', 'Storage &amp; Drawers'][at]} (by me)</a></li>`).join('\n')}\n</ul>`
const BY_SLUG = NAMES('www.curseforge.com/minecraft/mc-mods/jei', 'www.curseforge.com/minecraft/mc-mods/drawers')
const BY_ID = NAMES('minecraft.curseforge.com/mc-mods/238222', 'minecraft.curseforge.com/mc-mods/223852')
const INSTANCE = JSON.stringify({
  installedAddons: [
    { addonID: 238222, name: 'Just Enough Items (JEI)', installedFile: { fileName: 'jei-1.20.1-forge-15.2.0.27.jar' } },
    {
      addonID: 2,
      webSiteURL: 'https://a.b/c',
      installedFile: { fileName: 'Own.jar', fileNameOnDisk: 'Own.jar.disabled' },
    },
    { addonID: 3, installedFile: { fileName: 'pack.zip' } },
  ],
})
const PROJECT = 'https://www.curseforge.com/projects'
const mods = (...files: [name: string, text: string][]) =>
  readLoadOrder(files.map(([name, text]) => ({ name, text }))).mods?.map(
    ({ name, enabled, version, source, priority }) =>
      [`${enabled ? '+' : '-'}${name}`, version, source, priority].filter((part) => part !== null).join(' '),
  )

describe('a pack of Minecraft', () => {
  it.each([
    [
      'modrinth.index.json',
      INDEX,
      [
        '+sodium 0.5.3 https://modrinth.com/mod/AANobbMI',
        '+fabric-api 0.80.0+1.20.1 https://modrinth.com/mod/P7dR8mSH',
        '-Own 1.0',
      ],
    ],
    ['manifest.json', MANIFEST, [`+238222 4061573 ${PROJECT}/238222`, `-223852 3807626 ${PROJECT}/223852`]],
    [
      'minecraftinstance.json',
      INSTANCE,
      [`+Just Enough Items (JEI) 1.20.1-forge-15.2.0.27 ${PROJECT}/238222`, '-Own https://a.b/c'],
    ],
    [
      'mods.txt',
      [
        'sodium-fabric-0.5.3+mc1.20.1.jar',
        'fabric-1.20.2-optionsprofiles-v1.1.jar',
        'Create-1.20.1-0.5.1.f.jar.disabled',
        'BetterF3.jar',
        'architectury-10.0.16-fabric.jar',
        '[1.12.2] SecurityCraft v1.8.14.jar',
        '[✘] [Fabric-1.20]Off-2.jar (disabled)',
      ].join('\n'),
      [
        '+sodium 0.5.3+mc1.20.1',
        '+optionsprofiles 1.1',
        '-Create 1.20.1-0.5.1.f',
        '+BetterF3',
        '+architectury 10.0.16',
        '+SecurityCraft 1.8.14',
        '-Off 2',
      ],
    ],
  ])('lists mods without an order: %s', (name, text, read) => {
    expect(shown(text)).toEqual([name, ...read])
    expect(mods([name, text])).toEqual(read)
  })

  it.each([
    ['by the numbers in its links', BY_ID],
    ['by the places', BY_SLUG],
  ])('of CurseForge has the names of its list, %s', (_, names) => {
    const found = mods(['modlist.html', names], ['manifest.json', MANIFEST])
    expect(found?.map((mod) => mod.split(' https')[0])).toEqual(['+JEI (Items) 4061573', '-Storage & Drawers 3807626'])
    expect(mods(['modlist.html', names])?.map((mod) => mod.split(' https')[0])).toEqual([
      '+JEI (Items)',
      '+Storage & Drawers',
    ])
  })

  it('is none with another shape', () => {
    for (const name of ['modrinth.index.json', 'manifest.json', 'minecraftinstance.json', 'modlist.html'])
      expect(readLoadOrder([{ name, text: '{"files": [], "name": "x"}' }])).toMatchObject({ mods: null, notes: [] })
  })
})

const changes = (before: [string, string], after: [string, string]) => {
  const [one, other] = [before, after].map(([name, text]) => readLoadOrder([{ name, text }]))
  if (one === undefined || other === undefined) throw new Error()
  return changesSentence(loadOrderChanges(one, other, [{ name: 'a', change: 'changed' }]), ['1', '2'])
}

describe('two sides of Minecraft', () => {
  it.each([
    [
      'the server and the client',
      ['s.log', FABRIC.replace('0.5.3', '0.5.2')],
      ['c.log', FABRIC.replace('\t- java 17', '\t- iris 1.6\n\t- java 21\n\t- modmenu 7')],
      '2 mods added, 1 updated',
    ],
    [
      'two versions of a pack, by projects',
      ['modrinth.index.json', INDEX],
      ['modrinth.index.json', INDEX.replaceAll('sodium-fabric-mc1.20.1-0.5.3', 'Sodium Renamed-0.6')],
      '1 mod updated',
    ],
    [
      'a pack and a log, by names without loaders',
      ['modrinth.index.json', INDEX],
      ['latest.log', FABRIC],
      '1 mod removed',
    ],
    [
      'a folder and a log',
      ['mods.txt', 'sodium-fabric-0.5.3.jar\nfabric-api-0.81.0.jar'],
      ['latest.log', FABRIC],
      '1 mod updated',
    ],
  ] as const)('are compared: %s', (_, before, after, sentence) => {
    expect(changes([...before], [...after])).toContain(sentence)
  })
})

const LIMITS = { maxFiles: 5, maxFileBytes: 20_000, maxBodyBytes: 1e6 }
const chosen = (name: string, content: Uint8Array, isChosen = true) => ({
  ...{ name, kind: 'file' as const, bytes: content.length, isChosen },
  read: async () => new Uint8Array(content),
})
const chosenFiles = async (...entries: ReturnType<typeof chosen>[]) => {
  const { files, skipped } = await chooseProfile(entries, LIMITS, (content) => content.includes(0))
  return [
    ...files.map(({ name, content }) => `${name} ${content.length}`),
    ...skipped.map(({ name, reason }) => `${name}: ${reason}`),
  ]
}
const bytes = (text: string) => new TextEncoder().encode(text)

describe('what is no text', () => {
  it.each([
    [
      'pack.mrpack',
      { 'modrinth.index.json': bytes(INDEX), 'overrides/options.txt': bytes('x') },
      [`modrinth.index.json ${INDEX.length}`],
    ],
    [
      'pack.zip',
      { 'manifest.json': bytes(MANIFEST), 'modlist.html': bytes(BY_ID), 'overrides/mods/a.jar': bytes('x') },
      [`modlist.html ${BY_ID.length}`, `manifest.json ${MANIFEST.length}`],
    ],
    [
      'Profile.zip',
      { 'deep/er/plugins.txt': bytes('*B.esp'), 'My profile/modlist.txt': bytes('+A'), 'My profile/x.png': bytes('x') },
      ['modlist.txt 2', "x.png: not one of a profile's text files"],
    ],
    ['mods.zip', { 'mods/b-1.0.jar': bytes('x'), 'mods/a-1.0.jar': bytes('x') }, ['mods.txt 19']],
    ['bomb.zip', { 'modlist.txt': new Uint8Array(30_000) }, ['bomb.zip: a zip: unpack it first']],
    ['other.zip', { 'readme.txt': bytes('x') }, ['other.zip: a zip: unpack it first']],
  ])('is opened before it is sent: %s', async (name, files, read) => {
    expect(await chosenFiles(chosen(name, zipSync(files)))).toEqual(read)
    expect(await chosenFiles(chosen(name, zipSync(files), false))).toEqual([`${name}: a zip: unpack it first`])
  })

  it('stays a zip if it is broken', async () => {
    expect(await chosenFiles(chosen('a.mrpack', bytes('PK broken')))).toEqual(['a.mrpack: a zip: unpack it first'])
  })

  it('is told by its names: a folder of jar files', async () => {
    const folder = ['b-1.0.jar.disabled', 'a-1.0.jar'].map((name) => chosen(name, bytes('x'), false))
    expect(isProfile(folder)).toBe(true)
    expect(await chosenFiles(...folder)).toEqual(['mods.txt 28'])
  })

  it('is cut to its list and its end: a log that is too long', async () => {
    const long = (text: string) => `${'old line é\n'.repeat(9_000)}${text}\n${'a line é\n'.repeat(9_000)}the end`
    const { files } = await chooseProfile([chosen('latest.log', bytes(long(FABRIC)))], LIMITS, () => false)
    const text = new TextDecoder().decode(files[0]?.content)
    expect(files[0]?.content.length).toBeLessThanOrEqual(LIMITS.maxFileBytes)
    expect(shown(text).slice(1)).toEqual(shown(FABRIC).slice(1))
    expect(text).toMatch(/\n\[\d+ characters are left out\]\na line/)
    expect((await chosenFiles(chosen('a.log', bytes(long('x')))))[0]).toMatch(/^a\.log: /)
  })
})
