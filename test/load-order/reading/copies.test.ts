import { describe, expect, it } from 'vitest'
import { settingChanges } from '../../../src/load-order/comparing/changes.ts'
import { readLoadOrder } from '../../../src/load-order/reading/read.ts'
import { unwrapped } from '../../../src/load-order/reading/unwrap.ts'
import { KINDS } from '../../support/profiles/kinds-of-files.ts'
import { BUFFOUT } from '../../support/profiles/logs.ts'
import { shown } from '../../support/profiles/shown.ts'

const FENCE = '```'
const STEAM = 'https://steamcommunity.com/sharedfiles/filedetails/?id='

describe('what surrounds a list', () => {
  it.each([
    ['a fence', `${FENCE}\n+SkyUI\n-Frostfall\n${FENCE}`, ['modlist.txt', '-Frostfall', '+SkyUI']],
    ['tildes', '~~~ text\n+SkyUI\n-Frostfall\n~~~~', ['modlist.txt', '-Frostfall', '+SkyUI']],
    ['a fence with a word', `${FENCE}json\n{"info": {}, "mods": [{"name": "A"}]}\n${FENCE}`, ['collection.json', '+A']],
    ['a fence that is glued', `${FENCE}A.esp\nB.esp${FENCE}`, ['loadorder.txt', '?A.esp', '?B.esp']],
    ['a long fence that is glued', `${FENCE}\`A.esp\nB.esp${FENCE}\``, ['loadorder.txt', '?A.esp', '?B.esp']],
    ['a glued line', `${FENCE}*A.esp${FENCE}`, ['plugins.txt', '+A.esp']],
    ['a message', `My list:\n${FENCE}\n+A\n-B\n${FENCE}\nDoes it work?`, ['modlist.txt', '-B', '+A']],
    ['a fence of names', `${FENCE}a-0.5.jar\nb-1.6.jar${FENCE}`, ['mods.txt', '+a 0.5', '+b 1.6']],
    ['two fences', `${FENCE}\n+A\n${FENCE}\nand\n${FENCE}\n-B\n${FENCE}`, ['modlist.txt', '-B', '+A']],
    ['a fence that is open', `Mods\n${FENCE}\n+A\n-B`, ['modlist.txt', '-B', '+A']],
    ['a fence with nothing in it', `+A\n-B\n${FENCE}`, ['modlist.txt', '-B', '+A']],
    ['a quote', '> +A\n>\n> -B', ['modlist.txt', '-B', '+A']],
    ['a quote of a quote', '> > +A\n> >-B', ['modlist.txt', '-B', '+A']],
    ['a fence in a quote', `> ${FENCE}\n> +A\n> -B\n> ${FENCE}`, ['modlist.txt', '-B', '+A']],
    [
      'HTML',
      '<details><summary>Mods</summary>\n<pre><code>\n+A\n-B\n</code></pre>\n<br/>\n</details>',
      ['modlist.txt', '-B', '+A'],
    ],
    ['talk', '+A\n+B\n\nPlease help', ['mods.txt', '+B', '+A', 'not_entries 1 Please help']],
    [
      'talk above and below',
      'Hello!\n+A\n-X_separator\n*C\n-B\n# a comment\nBye',
      ['mods.txt', '-B', '*C', '=X', '+A', 'not_entries 2 Hello!, Bye'],
    ],
  ])('is no content: %s', (_, text, result) => {
    expect(shown(text)).toEqual(result)
    expect(shown(text.replaceAll('\n', '\r\n'))).toEqual(result)
  })

  it.each([
    ...KINDS,
    { name: 'plugins in a row', text: 'A.esm, B.esp, C.esp' },
    { name: 'mods.cfg', text: 'A.mod\nB.mod' },
    { name: 'modlist.txt', text: '/srv/440900/77/B.pak\n/srv/440900/78/C.pak' },
    { name: 'a table of Prism Launcher', text: 'A,1.2\nB,1.2\nC,https://a.b/c,2.0\nD,3\nE,1.0,x' },
    {
      name: 'a list of RimWorld',
      text: `[Mod list length: 5]\nCore${[1, 2, 3, 4].map((id) => `\nA${id} [${STEAM}${id}]`).join('')}`,
    },
    { name: 'a list of names', text: 'A 1.2\nB 1.3\nC [1]\nD\nE v2' },
    { name: 'names behind hyphens', text: '-A 1.2\n-B 1.3\n-C [1]\n-D\n-E v2' },
    { name: 'a list in HTML', text: `<ul>\n${'<li><a href="https://a.b/c">A</a> 1.0</li>\n'.repeat(5)}</ul>` },
    { name: 'JSON without the end of a line', text: '{"mods": [{"name": "base", "enabled": true}]}' },
    { name: 'load-order.txt', text: '[x] A 1.0\n*B\n\nPlugins\n[x] C.esp' },
    { name: 'load-order.txt without mods', text: 'Plugins\n[x] C.esp' },
  ])('is talk above and below: $name', ({ text }) => {
    const entriesOf = (wrapped: string) => shown(wrapped).filter((line) => !/^not_(?:entries|plugins) /.test(line))
    expect(entriesOf(text).length).toBeGreaterThan(1)
    expect(entriesOf(`Here is my list:\n${text}`)).toEqual(entriesOf(text))
    expect(entriesOf(`Hi, it crashes.\n\n${text.trim()}\n\nWhat is wrong? Thanks!`)).toEqual(entriesOf(text))
    expect(entriesOf(`Hi\n${FENCE}\n${text}\n${FENCE}\nBye`)).toEqual(entriesOf(text))
  })

  it('is no content in a file either, but talk is', () => {
    expect(shown(`${FENCE}\n+A\n${FENCE}`, 'modlist.txt')).toEqual(['modlist.txt', '+A'])
    expect(shown('+A\n+B\n\nPlease help', 'modlist.txt')).toEqual(['modlist.txt', '+Please help', '+B', '+A'])
  })

  it('does not hide a crash log in a reply', () => {
    const quoted = BUFFOUT.split('\n').map((line) => `> ${line}`)
    expect(shown(quoted.join('\n'))).toEqual(shown(BUFFOUT))
    const medium = 'PLUGINS:\n[00] A.esm\n[FD:00] Medium.esm\n[FE:001] L.esl\n[FD] B.esp'
    expect(shown(medium)).toEqual(['crash.log', '+A.esm', '+Medium.esm', '+L.esl', '+B.esp'])
  })

  it('leaves every line at its number', () => {
    expect(unwrapped(`Hi\n${FENCE}\n+A\n${FENCE}\nBye`).split('\n')).toEqual(['', '', '+A', '', ''])
    expect(unwrapped('> a\nb')).toBe('> a\nb')
    expect(unwrapped('a <br> b\n`c`\n~ d ~')).toBe('a <br> b\n`c`\n~ d ~')
  })
})

describe('a copied list of plugins', () => {
  it.each([
    ['1. Skyrim.esm\n2. Update.esm', ['?Skyrim.esm', '?Update.esm']],
    ['1) A.esm\n2) B.esp\n4) C.esp', ['?A.esm', '?B.esp', '?C.esp']],
    ['00: X.esm', ['?X.esm']],
    ['00: X.esm\n0A: Y.esp', ['?X.esm', '?Y.esp']],
    ['(00) X.esm', ['?X.esm']],
    ['(00) X.esm\n(01) Y.esp', ['?X.esm', '?Y.esp']],
    ['00\tX.esm', ['?X.esm']],
    ['0 | X.esm\n1 | Y.esp', ['?X.esm', '?Y.esp']],
    ['  0 X.esm', ['?X.esm']],
    ['  0 X.esm\n  1 Y.esp\n 10 Z.esp', ['?X.esm', '?Y.esp', '?Z.esp']],
    ['00  X.esm', ['?X.esm']],
    ['CA  Cast.esp  [Version 1.0]', ['?Cast.esp']],
    ['00  A.esm  [CRC: 1A2B3C4D]\nCA  Cast.esp  [Version 1.0]  [CRC: 1A2B3C4D]', ['?A.esm', '?Cast.esp']],
    ['00  A.esm\n01  B.esp\n**  Bashed.esp\n++  Merged.esp', ['?A.esm', '?B.esp', '?Bashed.esp', '?Merged.esp']],
    ['253 FD  0 Medium.esm', ['?Medium.esm']],
    [
      '  0  0     A.esm\n253 FD  0 Medium.esm\n254 FE  1 L.esl\n  1  1     B.esp',
      ['?A.esm', '?Medium.esm', '?L.esl', '?B.esp'],
    ],
    ['[FD:00] Medium.esm', ['?Medium.esm']],
    ['[00] A.esm\n[FE:000] L.esl\n[FD:00] Medium.esm', ['?A.esm', '?L.esl', '?Medium.esm']],
    ['  0  0     A.esm\n           Off.esp\n  1  1     360 Walk.esp', ['+A.esm', '-Off.esp', '+360 Walk.esp']],
    ['[X] On.esp\n[ ] Off.esp', ['+On.esp', '-Off.esp']],
    ['- [x] On.esp\n- [ ] Off.esp', ['+On.esp', '-Off.esp']],
    ['☑ On.esp\n☐ Off.esp', ['+On.esp', '-Off.esp']],
    ['Plugins[0]: Update.esm', ['?Update.esm']],
    ['Filename: A.esp', ['?A.esp']],
    ['Filename: A.esp\nFilename: B.esp', ['?A.esp', '?B.esp']],
    ['A.esm, B.esp, C.esp', ['?A.esm', '?B.esp', '?C.esp']],
    ['[BD] Hair.esp', ['?[BD] Hair.esp']],
    ['360 Walk.esp', ['?360 Walk.esp']],
    ['3 Rings.esp\n360 Walk.esp\nB.esp', ['?3 Rings.esp', '?360 Walk.esp', '?B.esp']],
    ['A, B.esp', ['?A, B.esp']],
    ['Ace. of Spades.esp\nDead  End.esp', ['?Ace. of Spades.esp', '?Dead  End.esp']],
  ])('is read without what stands before its names: %j', (text, plugins) =>
    expect(shown(text)).toEqual(['loadorder.txt', ...plugins]),
  )

  it('says which plugins are on as plugins.txt, too', () => {
    expect(shown('[x] On.esp\n[ ] Off.esp', 'plugins.txt', 'skyrim')).toEqual(['plugins.txt', '+On.esp', '-Off.esp'])
    expect(shown('00  A.esm\n01  B.esp\n**  C.esp', 'plugins.txt', 'skyrim')).toEqual([
      'plugins.txt',
      '+A.esm',
      '+B.esp',
      '?C.esp',
    ])
  })
})

describe('a modlist.txt of another program', () => {
  it.each([
    ['Name|https://example.com/1\nOther', ['+Name https://example.com/1', '+Other']],
    [
      'C:\\Steam\\steamapps\\workshop\\content\\440900\\880454836\\Pippi.pak\r\n/srv/440900/77/B.pak',
      [
        '+Pippi.pak https://steamcommunity.com/sharedfiles/filedetails/?id=880454836',
        '+B.pak https://steamcommunity.com/sharedfiles/filedetails/?id=77',
      ],
    ],
    ['*/srv/440900/77/B.pak\n*C.pak', ['+B.pak https://steamcommunity.com/sharedfiles/filedetails/?id=77', '+C.pak']],
    ['# my mods\nSkyUI\nA|b', ['+SkyUI', '+A|b']],
  ])('has its first mod first: %j', (text, mods) =>
    expect(shown(text, 'modlist.txt')).toEqual(['modlist.txt', ...mods]),
  )

  it('is Mod Organizer’s with its comment, or with a mark', () => {
    const comment = '# This file was automatically generated by Mod Organizer.'
    expect(shown(`${comment}\nA\nB`, 'modlist.txt')).toEqual(['modlist.txt', '+B', '+A'])
    expect(shown('A\n-B', 'modlist.txt')).toEqual(['modlist.txt', '-B', '+A'])
  })
})

describe('an order that loads nothing, and repeated keys', () => {
  const changes = (before: string, after: string) =>
    settingChanges(
      readLoadOrder([{ name: 'a.ini', text: before }]).settings,
      readLoadOrder([{ name: 'a.ini', text: after }]).settings,
    ).map(({ added, removed, changed }) => ({ added, removed, changed }))

  it('compares the values of a repeated key as a set', () => {
    const setting = (value: string) => ({ section: 'S', key: 'Paths', value })
    expect(changes('[S]\nPaths=a\nPaths=b', '[S]\nPaths=b\nPaths=a\nPaths=a')).toEqual([])
    expect(changes('[S]\nPaths=a\nPaths=b', '[S]\nPaths=a\nPaths=c')).toEqual([
      { added: [setting('c')], removed: [setting('b')], changed: [] },
    ])
    expect(changes('[S]\nPaths=a', '[S]\nPaths=b')).toEqual([
      { added: [], removed: [], changed: [{ section: 'S', key: 'Paths', from: 'a', to: 'b' }] },
    ])
  })

  it.each([
    ['A.mod\nMy mod.mod', ['mods.cfg', '+A.mod', '+My mod.mod']],
    [
      '[PalModSettings]\nbGlobalEnableMod=True\nActiveModList=One\nActiveModList=Two',
      ['PalModSettings.ini', '+One', '+Two', 'repeated_settings 1 PalModSettings/ActiveModList'],
    ],
    ['GameMode=Skyrim\n\nX.esp=1\nB.esp=0', ['loadorder.txt', '+X.esp', '-B.esp', 'not_plugins 1 GameMode=Skyrim']],
    ['[Display]\niSize W=1', ['settings.ini']],
    ['[SkyUI]\nhttps://example.com/?id=1\nhttps://example.com/?id=2', ['text.txt']],
    ['[SkyUI]\nhttps://example.com/?id=1', ['a.ini'], 'a.ini'],
    ['[S]\nA\nB\nc=1', ['a.ini'], 'a.ini'],
  ])('is read as what it is: %j', (text, result, name?: string) => {
    expect(shown(text, name)).toEqual(result)
    if (name) expect(readLoadOrder([{ name, text }]).settings).toEqual([])
  })

  it('knows the modules of Divinity as the game', () => {
    const module = (folder: string) =>
      `<node id="ModuleShortDesc"><attribute id="Folder" value="${folder}"/><attribute id="Name" value="${folder}"/></node>`
    const text = `<save><region id="ModuleSettings"><node id="root"><children><node id="Mods"><children>${['Shared', 'SharedDev', 'DivinityOrigins', 'DivinityOrigins_1301db3d', 'Mine'].map(module).join('')}</children></node></children></node></region></save>`
    expect(shown(text)).toEqual([
      'modsettings.lsx',
      '*Shared',
      '*SharedDev',
      '*DivinityOrigins',
      '*DivinityOrigins_1301db3d',
      '+Mine',
    ])
  })
})
