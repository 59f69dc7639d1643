import { type Profile, type ProfilePair, profile } from '../../../bench/support/profiles.ts'
import { seeded, shuffle, textOf } from '../../../bench/support/texts.ts'

const MiB = 2 ** 20

/** Returns profiles made to be slow to read or compare: files of `size` bytes, and one profile of eight such files. */
export function worstPairs(size = MiB): ProfilePair[] {
  const random = seeded(4)
  const fill = (line: (at: number) => string, length = size) => {
    const lines: string[] = []
    for (let at = 0, written = 0; written < length; at++) {
      const next = line(at)
      lines.push(next)
      written += next.length + 1
    }
    return lines
  }
  const mods = (name: string, before: readonly string[], after: readonly string[]): ProfilePair => ({
    name,
    before: { 'modlist.txt': textOf(before) },
    after: { 'modlist.txt': textOf(after) },
  })
  const settings = (name: string, before: string, after: string): ProfilePair => ({
    name,
    before: { 'a.ini': before },
    after: { 'a.ini': after },
  })
  const short = fill((at) => at.toString(36))
  const unlike = fill((at) => `~${at.toString(36)}`)
  const keys = textOf(short.map((key) => `${key}=`))
  const sections = textOf(fill((at) => `[${at.toString(36)}]\na=`))
  const accented = fill((at) => `É${at.toString(36)}e\u0301`)
  return [
    mods('short names, the same', short, short),
    mods('short names, reversed', short, short.toReversed()),
    mods('short names, shuffled', short, shuffle(short, random)),
    mods(
      'short names, unlike',
      short,
      fill((at) => `~${at.toString(36)}`),
    ),
    mods('names to compose, reversed', accented, accented.toReversed()),
    mods(
      'one name',
      fill(() => '+a'),
      fill(() => '-A'),
    ),
    mods(
      'names of one character',
      fill((at) => String.fromCharCode(33 + (at % 90))),
      fill(() => 'x'),
    ),
    mods(
      'separators',
      fill((at) => `${at.toString(36)}_separator`),
      fill((at) => `${at.toString(36)}x_separator`),
    ),
    mods('a long separator', [...short, `${'x'.repeat(240)}_separator`], [...short.toReversed(), 'y_separator']),
    mods(
      'one name but for versions',
      fill((at) => `Mod ${at}`),
      fill((at) => `Mod v${at}a`),
    ),
    mods(
      'versions of dots',
      fill((at) => `${'1.'.repeat(120)}${at}xyz`),
      fill((at) => `${'1_'.repeat(120)}${at}xyz`),
    ),
    mods('one line', ['1.'.repeat(size / 2)], ['v1_'.repeat(size / 3)]),
    mods(
      'empty lines',
      Array.from({ length: size }, () => ''),
      Array.from({ length: size }, () => ' '),
    ),
    settings('signs of equality', '='.repeat(size), `a${'='.repeat(size)}`),
    settings('one key', textOf(fill(() => 'a=1')), textOf(fill(() => 'A=2'))),
    settings(
      'short keys, reversed',
      textOf(short.map((key) => `${key}=`)),
      textOf(short.toReversed().map((key) => `${key}=1`)),
    ),
    settings(
      'sections of one setting',
      textOf(short.map((key) => `[${key}]\na=`)),
      textOf(short.map((key) => `[${key}x]\na=`)),
    ),
    settings('one section', textOf(fill(() => '[a]')), textOf(fill(() => '[a]\nb=1'))),
    settings('open brackets', '['.repeat(size), textOf(fill(() => '[['))),
    settings('quotes', textOf(fill((at) => `${at}='"'"'`)), textOf(fill((at) => `${at}='"'`))),
    {
      name: 'eight files',
      before: { ...profile(short, short, []), 'loadorder.txt': textOf(short), ...inis(5, keys) },
      after: { ...profile(unlike, unlike, []), 'loadorder.txt': textOf(short.toReversed()), ...inis(5, sections) },
    },
  ]
}

const inis = (count: number, text: string): Profile =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.ini`, text]))

/** Files of other games, and tables of mods, made to be slow to read. */
export function hostileFiles(size = MiB): { name: string; what: string; text: string }[] {
  const fill = (text: string) => text.repeat(Math.ceil(size / text.length)).slice(0, size)
  const ids = (line: (id: string) => string, length: number) =>
    Array.from({ length: Math.floor(size / length) }, (_, at) => line(at.toString(36))).join('\n')
  const entities = Array.from({ length: 30 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`).join('')
  const file = (name: string, what: string, text: string) => ({ name, what, text })
  return [
    ...['modlist.txt', 'plugins.txt', 'loadorder.txt', 'a.ini'].flatMap((name) => [
      ...[...'+*#[=_ \t."'].map((sign) => file(name, `signs ${JSON.stringify(sign)}`, fill(sign))),
      file(
        name,
        'short lines',
        ids((id) => id, 5),
      ),
      file(name, 'one name', fill('a\n')),
    ]),
    file('a.csv', 'one line', `#Mod_Name\n${fill('x')}`),
    file('a.csv', 'a million columns', `#Mod_Name\n${fill(',')}`),
    file('a.csv', 'a million names of columns', `${fill('a,')}\n`),
    file('a.csv', 'quotes', fill('"')),
    file('a.csv', 'quotes in quotes', `#Mod_Name\n"${fill('""')}"`),
    file('a.csv', 'blank lines', fill('\n')),
    file('a.csv', 'short names', `#Mod_Name\n${ids((id) => id, 5)}`),
    file('a.csv', 'one name', `#Mod_Name\n${fill('a\n')}`),
    file('a.csv', 'control characters', `#Mod_Name,#Mod_Version\na,"${fill('\u0001 ')}"`),
    file('collection.json', 'opened', fill('[')),
    file('collection.json', 'nested', '['.repeat(size / 2) + ']'.repeat(size / 2)),
    file('collection.json', 'mods', `{"mods":[${ids((id) => `{"name":"${id}"},`, 20)}{}]}`),
    file('collection.json', 'nested objects', `${'{"mods":'.repeat(size / 9)}1${'}'.repeat(size / 9)}`),
    file('LauncherData.xml', 'opened', fill('<a>')),
    file('LauncherData.xml', 'nested', '<a>'.repeat(size / 7) + '</a>'.repeat(size / 7)),
    file('LauncherData.xml', 'signs', fill('<')),
    file('LauncherData.xml', 'entities in entities', `<!DOCTYPE a [<!ENTITY a0 "x">${entities}]><a>&a30;</a>`),
    file('LauncherData.xml', 'an external entity', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
    file('LauncherData.xml', 'attributes', `<a ${ids((id) => `b${id}=""`, 9)}></a>`),
    file('LauncherData.xml', 'comments', fill('<!--')),
    file('LauncherData.xml', 'no XML', fill('a ')),
    file('LauncherData.xml', 'declarations', fill('<!')),
    file('LauncherData.xml', 'text in the root', `<UserData>${fill('a ')}`),
    file('LauncherData.xml', 'attributes of the root', `<UserData ${ids((id) => `b${id}=""`, 9)}></UserData>`),
    file(
      'mods.settings',
      'sections',
      ids((id) => `[${id}]\na=`, 9),
    ),
    file('SMAPI.txt', 'authors', `[SMAPI] Loaded 1 mods:\n[SMAPI]    ${fill('a by ')}`),
    file('SMAPI.txt', 'lines of authors', `[SMAPI] Loaded 1 mods:\n${fill(`[SMAPI]    ${'a by '.repeat(200)}\n`)}`),
    file('SMAPI.txt', 'spaces', `[SMAPI] Loaded 1 mods:\n[SMAPI]    ${fill(' ')}1.0`),
    file('SMAPI.txt', 'brackets', fill('[ ')),
    file('SMAPI.txt', 'a version of dots', `[SMAPI] Loaded 1 mods:\n[SMAPI]    A ${fill('1.')}1\tx`),
    file('SMAPI.txt', 'a version of digits', `[SMAPI] Loaded 1 mods:\n[SMAPI]    A 1.${fill('1')}\tx`),
    ...hostileLogs(size),
    ...hostileLists(size),
    file('openmw.cfg', 'signs of equality', fill('=')),
    file(
      'openmw.cfg',
      'content',
      ids((id) => `content=${id}`, 13),
    ),
    file('Morrowind.ini', 'plugins', `[Game Files]\n${ids((id) => `GameFile${Number.parseInt(id, 36)}=${id}`, 18)}`),
    file('a.ckan', 'one name', `{"kind":"metapackage","depends":[${fill('{"name":"a"},')}`.replace(/,[^,]*$/, ']}')),
    file('modlist.txt', 'lines of CKAN', fill('A B (C 1.0)\n')),
    file('modlist.txt', 'a line of CKAN', `A ${fill(' (')} (B 1))`),
    file('openmw.cfg', 'folders', fill('data=/a/b\n')),
    file('openmw.cfg', 'a deep folder', `data=${fill('/a')}\n`),
    file('openmw.cfg', 'deep folders', fill(`data=${'/a'.repeat(2_045)}\n`)), // 4 KiB: no line is cut
    file('openmw.cfg', 'home folders', `data=${fill('/home')}\n`),
    file('openmw.cfg', 'quotes', `data="${fill('&')}\ndata="${fill('"')}`),
    file('SMAPI.txt', 'skipped mods', `[SMAPI] Skipped mods\n${fill('[SMAPI]   - a because b\n')}`),
    file('SMAPI.txt', 'a reason', `[SMAPI] Skipped mods\n[SMAPI]   - a ${fill(' because ')}`),
    file('modsettings.lsx', 'nodes', `<save>${fill('<node id="Mods"><node id="ModuleShortDesc">')}`),
    file(
      'modsettings.lsx',
      'modules',
      `<save><region id="ModuleSettings"><node id="Mods">${'<node id="ModuleShortDesc"/>'.repeat(
        size / 28,
      )}</node></region></save>`,
    ),
    file('modsettings.lsx', 'entities', `<!DOCTYPE save [<!ENTITY a0 "x">${entities}]><save>&a30;</save>`),
    file('loadorder.json', 'nested', '['.repeat(size / 2) + ']'.repeat(size / 2)),
    file(
      'loadorder.json',
      'entries',
      `[${ids((id) => `{"id":"a","name":"${id}","enabled":true},`, 45)}{"id":"a","name":"a","enabled":true}]`,
    ),
    file(
      'backup.json',
      'mods',
      `[${ids((id) => `{"name":"${id}","game":"a","modId":1,"fileId":"${id}"},`, 50)}{"name":"a","game":"a","modId":1,"fileId":1}]`,
    ),
    file(
      'mod-list.json',
      'mods',
      `{"mods":[${ids((id) => `{"name":"${id}","enabled":true},`, 30)}{"name":"a","enabled":true}]}`,
    ),
    file('ModsConfig.xml', 'mods', `<ModsConfigData><activeMods>${fill('<li>a</li>')}`),
    file('ModsConfig.xml', 'nested', `<ModsConfigData>${fill('<li>')}`),
    file('a.rml', 'text', `<savedModList><modList><ids><li>${fill('a ')}`),
    file(
      'a.rml',
      'entities',
      `<!DOCTYPE savedModList [<!ENTITY a0 "x">${entities}]><savedModList>&a30;</savedModList>`,
    ),
    ...['mods.yml', 'export.r2x'].flatMap((name) => [
      file(name, 'flow lists', fill('[')),
      file(name, 'lists', fill('- ')),
      file(name, 'maps in maps', fill('{a: ')),
      file(name, 'one key', fill('a: b\n')),
      file(name, 'quotes', fill('"\n')),
      file(name, 'blank lines', fill('\n')),
      file(name, 'one line', fill('a')),
      file(name, 'tags and anchors', fill('!a &a ')),
      file(name, 'aliases', `- &a {name: a-b}\n${fill('- *a\n')}`),
      file(name, 'aliases of aliases', `a0: &a0 [x]\n${ids((id) => `${id}: &${id} [*a0, *a0]`, 20)}`),
      file(
        name,
        'mods',
        ids((id) => `- name: a-${id}\n  enabled: true`, 32),
      ),
      file(
        name,
        'keys',
        ids((id) => `${id}: b`, 8),
      ),
    ]),
  ]
}

/** Texts that begin like crash logs, made to be slow to read. */
function hostileLogs(size = MiB): { name: string; what: string; text: string }[] {
  const fill = (text: string) => text.repeat(Math.ceil(size / text.length)).slice(0, size)
  const head = 'Skyrim SSE v1.6.640\nCrashLoggerSSE v1-11-1-0\n\nUnhandled exception "E" at 0x1 a.dll+1\n'
  const stack = `${head}PROBABLE CALL STACK:\n`
  const log = (what: string, text: string) => ({ name: 'crash.log', what, text })
  return [
    log('no line ends', `${head}${fill('x')}`),
    log('brackets', `${stack}${fill('(')}`),
    log('brackets of frames', `${stack}${fill('[ 0] 0x1 (((')}`),
    log('headings', `${head}${fill('STACK:\nPLUGINS:\n')}`),
    log('headings of groups', `${head}${fill('Plugins (1)\n')}`),
    log('indents', `${stack}${' '.repeat(size / 2)}[ 0] 0x1 a.dll+1\n${' '.repeat(size / 2)}x`),
    log('quotes', `${stack}${fill('"')}`),
    log('plugins in quotes', `${stack}${fill('"a.esp"')}`),
    log('plugins without quotes', `${stack}${fill('a.esp)')}`),
    log('short lines of plugins', `${stack}${fill('"a.esp"\n')}`),
    log('modules', `${stack}${fill('a.dll+1 ')}`),
    log('lines of modules', `${stack}${fill('[ 0] 0x1 a.dll+1\n')}`),
    log('addresses', `${stack}${fill('0x1 ')}`),
    log('extender plugins', `${head}SKSE PLUGINS:\n${fill('a.dll v1\n')}`),
    log('plugins', `${head}PLUGINS:\n${fill('[ 0] a.esp\n')}`),
    log('beginnings', fill(head)),
    log('exceptions', fill('Unhandled exception "E" at 0x1 a.dll+1\n')),
    log('versions', `PLUGINS:\n[00] a.esp\n${fill(' v1 v1')}`),
    log('paths of homes', `${stack}${fill('C:\\Users\\a\\')}`),
    log('tokens', `${head}SKSE PLUGINS:\n${fill('token=a.dll \n')}`),
    log('numbers with dots', `${head}SKSE PLUGINS:\n${fill('1.2.3.4.dll ip\n')}`),
    log('lines of SMAPI', fill('[12:00:00 ERROR A] x\n[SMAPI] SMAPI 1 with Stardew Valley 1 on a\n')),
  ]
}

/** Starts of lists in logs and exports, which may also be lines of such lists, and lines of them, each repeated. */
const LIST_LINES: Readonly<Record<string, readonly string[]>> = {
  'latest.log': [
    '|Loading 1 mods:',
    'States: 1 mods loaded, 1 mods active',
    '|Loading 1 mods:|Sub-File|ID|Version|',
    'Mod List:',
    'Mod List:\n\n\n',
    'Fabric Mods:\n\t\t\t',
    'Mod sorting data',
    'Loading 1 mods: a@1, b@2',
    'Found valid mod file a.jar with {a} mods - versions {1}',
    'Minecraft Crash Report\nDescription: a\nat a.b.c',
  ],
  'factorio-current.log': [' Loading mod a 1.0.0 (', ' Loading mod '],
  'KSP.log': ['Mod DLLs found:', 'Mod DLLs found:\n a  b'],
  'LogOutput.log': ['[Info   :   BepInEx] Loading [a 1.0.0]', 'BepInEx 5.0 - a'],
  'openmw.log': ['Loading content file a.esp'],
  'Player.log': ['Loading game from file a with mods:', 'Loading game from file a with mods:\n  - a.b'],
  'rgl_log_1.txt': ['Modules Information:', 'Modules Information:\na'],
  'load-order.md': ['# Mods', '- [x] `a`', '```', '` `` ``` '],
  'load-order.txt': ['Mods', '+ a', '1. a'],
  'mods.txt': ['a.jar', '```', '[+] a', 'a : 1', '> a', '- a 1.0 (a)'],
  'mods.cfg': ['[mods]', 'a=1'],
  'PalModSettings.ini': ['[Mods]', 'ActiveModList=a'],
  'modlist.html': ['<li><a href="https://a.b/c">a</a></li>', '<li>', '<ul><li', '<!--'],
  'manifest.json': ['{"files":[', '['],
  'minecraftinstance.json': ['{"installedAddons":[', '['],
  'modrinth.index.json': ['{"files":[', '['],
}

function hostileLists(size = MiB): { name: string; what: string; text: string }[] {
  return Object.entries(LIST_LINES).flatMap(([name, lines]) =>
    lines.map((line) => ({
      name,
      what: JSON.stringify(line),
      text: `${line}\n`.repeat(Math.ceil(size / (line.length + 1))),
    })),
  )
}
