import type { FieldCase } from './field-case.ts'

const SE = 'skyrimspecialedition'
const NEXUS = `https://www.nexusmods.com/${SE}/mods`
const json = (value: unknown) => JSON.stringify(value)
const li = (...ids: string[]) => ids.map((id) => `<li>${id}</li>`).join('')
const attribute = (id: string, value: string) => `<attribute id="${id}" type="LSString" value="${value}"/>`
const module = (name: string, uuid: string, version: string) =>
  `<node id="ModuleShortDesc">${attribute('Folder', name)}${attribute('Name', name)}${attribute('UUID', uuid)}${version}</node>`
const settings = (order: string, ...modules: string[]) =>
  `<save><region id="ModuleSettings"><node id="root"><children>${order}<node id="Mods"><children>${modules.join('')}</children></node></children></node></region></save>`
const version64 = (value: bigint) => `<attribute id="Version64" type="int64" value="${value}"/>`

/** Files of games and of other programs, and what is no such file. */
export const OTHER_PROGRAMS: readonly FieldCase[] = [
  {
    kind: 'Morrowind.ini with an archive and a gap',
    files: {
      'Morrowind.ini':
        '[Game Files]\nGameFile0=Morrowind.esm\nGameFile1=Morrowind.bsa\nGameFile2=a.esp\nGameFile4=b.esp\n',
    },
    domain: 'morrowind',
    plugins: ['+Morrowind.esm', '+a.esp'],
  },
  {
    kind: 'the data folders of OpenMW',
    files: { 'openmw.cfg': 'data="C:\\m\\Water\\00 Core"\ndata=C:/m/Trees\ndata-local=C:/x\ncontent=a.esp\n' },
    mods: ['+Water/00 Core', '+Trees'],
    plugins: ['+a.esp'],
  },
  {
    kind: 'data folders of OpenMW, one of them elsewhere',
    files: {
      'openmw.cfg': `${Array.from({ length: 9 }, (_, at) => `data=/m/mods/M${at}/Data\n`).join('')}data=/other/place/New/Core\n`,
    },
    mods: [...Array.from({ length: 9 }, (_, at) => `+M${at}/Data`), '+New/Core'],
  },
  {
    kind: 'data folders of OpenMW in the home of a user',
    files: { 'openmw.cfg': 'data=/home/ann/Morrowind/Data Files\ndata="/home/ann/a &&& b/M"\ndata=/home/ann/N\n' },
    mods: ['+Morrowind/Data Files', '+a & b/M', '+N'],
  },
  {
    kind: 'a log of SMAPI with a mod that was skipped',
    files: {
      'SMAPI-latest.txt':
        '[1 INFO SMAPI] Loaded 1 mods:\n[1 INFO SMAPI]    A 1.0 by x\n[1 ERROR SMAPI]    Skipped mods\n[1 ERROR SMAPI]       - B 2.0 because it is old\n',
    },
    mods: ['+A 1.0', '-B 2.0'],
    notes: ['SMAPI-latest.txt skipped_mods 1'],
  },
  {
    kind: 'modsettings.lsx of Baldur’s Gate 3',
    files: {
      'modsettings.lsx': settings(
        '',
        module('GustavX', 'u0', version64(36028797018963968n)),
        module('Camp', 'u1', version64(2n ** 55n + 13n * 2n ** 47n + 1n)),
      ),
    },
    mods: ['*GustavX 1.0.0.0', '+Camp 1.13.0.1'],
  },
  {
    kind: 'an older modsettings.lsx, whose order is apart',
    files: {
      'modsettings.lsx': settings(
        `<node id="ModOrder"><children>${['u2', 'u1'].map((id) => `<node id="Module">${attribute('UUID', id)}</node>`).join('')}</children></node>`,
        module('One', 'u1', `<attribute id="Version" type="int32" value="${2 ** 28 + 2 ** 24 + 1}"/>`),
        module('Two', 'u2', ''),
      ),
    },
    mods: ['+Two', '+One 1.1.0.1'],
  },
  {
    kind: 'a load order of Vortex with plugins',
    files: { 'loadorder.json': json([{ id: 'a', name: 'a.esm', enabled: false, modId: 'x-1' }]) },
    plugins: ['-a.esm'],
  },
  {
    kind: 'a load order of Vortex with mods',
    files: {
      'any.json': json([
        { id: 'b', name: 'B', enabled: true },
        { id: 'a', name: 'A', enabled: false },
      ]),
    },
    mods: ['+B', '-A'],
  },
  {
    kind: 'a file of Modlist Backup',
    files: { 'b.json': json([{ name: 'A', game: 'skyrimse', modId: 7, fileId: 9 }]) },
    mods: [`?+A ${NEXUS}/7`],
  },
  {
    kind: 'ModsConfig.xml of RimWorld',
    files: {
      'ModsConfig.xml': `<ModsConfigData><activeMods>${li('b.x_steam', 'a.y')}</activeMods><knownExpansions>${li('c')}</knownExpansions></ModsConfigData>`,
    },
    mods: ['+b.x', '+a.y'],
  },
  {
    kind: 'a saved list of RimWorld',
    files: {
      'a.rml': `<savedModList><meta><modIds>${li('z')}</modIds></meta><modList><ids>${li('b.x', 'a.y')}</ids></modList></savedModList>`,
    },
    mods: ['+b.x', '+a.y'],
  },
  {
    kind: 'the mods of a saved game of RimWorld',
    files: { 'a.rml': `<savedModList><meta><modIds>${li('b.x')}</modIds></meta></savedModList>` },
    mods: ['+b.x'],
  },
  {
    kind: 'a list of a mod manager for RimWorld',
    files: { 'a.xml': `<ModList><modIds>${li('b.x')}</modIds></ModList>` },
    mods: ['+b.x'],
  },
  {
    kind: 'mods.yml of r2modman',
    files: {
      'mods.yml':
        '- name: Author-Mod\n  versionNumber:\n    major: 1\n    minor: 2\n    patch: 3\n  enabled: false\n- name: Local\n  enabled: true\n',
    },
    mods: ['?-Author-Mod 1.2.3 https://thunderstore.io/package/Author/Mod/', '?+Local'],
  },
  {
    kind: 'an exported profile of Gale',
    files: { 'export.r2x': 'profileName: P\nmods:\n- name: A-B\n  version: 1.10.0\n  enabled: true\n' },
    mods: ['?+A-B 1.10.0 https://thunderstore.io/package/A/B/'],
  },
  {
    kind: 'mod-list.json of Factorio',
    files: {
      'mod-list.json': json({
        mods: [
          { name: 'base', enabled: true },
          { name: 'x', enabled: false, version: '1' },
        ],
      }),
    },
    mods: ['?+base', '?-x 1'],
  },
  {
    kind: 'LauncherData.xml with another root',
    files: { 'LauncherData.xml': '<Other><Id>A</Id></Other>' },
  },
  { kind: 'a crash log', files: { 'text.txt': 'Skyrim SSE v1.6.1170\npatch: 18\n' } },
  { kind: 'broken JSON', files: { 'a.ckan': '{"kind":' }, notes: ['a.ckan unreadable 1'] },
]
