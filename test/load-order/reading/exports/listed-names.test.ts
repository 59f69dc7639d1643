import { describe, expect, it } from 'vitest'
import { readLoadOrder } from '../../../../src/load-order/reading/read.ts'
import { listWords } from '../../../../src/load-order/rendering/notes.ts'
import { shown } from '../../../support/profiles/shown.ts'

describe('a list of names', () => {
  it.each([
    [
      'Sodium [0.5.3]\nLithium (0.11.2)\nIris 1.6.4\nMod Menu v7.1.0\nName [1.2]',
      ['+Sodium 0.5.3', '+Lithium 0.11.2', '+Iris 1.6.4', '+Mod Menu 7.1.0', '+Name 1.2'],
    ],
    [
      '- [Sodium](https://modrinth.com/mod/sodium) [0.5] by jellysquid3\n- [Iris](https://modrinth.com/mod/iris) (by coderbot)\n3. Lithium v0.11\n4. Just a name\n* Mod Menu: <https://modrinth.com/mod/modmenu>',
      [
        '+Sodium 0.5 https://modrinth.com/mod/sodium',
        '+Iris https://modrinth.com/mod/iris',
        '+Lithium 0.11',
        '+Just a name',
        '+Mod Menu https://modrinth.com/mod/modmenu',
      ],
    ],
    [
      'BepInEx-BepInExPack-5.4.2100\nA-B-1.0.0\nA-C_D-1.0.0\nA-E-1.0.0\nTeam-Mod-1.2.3',
      [
        '+BepInEx-BepInExPack 5.4.2100 https://thunderstore.io/package/BepInEx/BepInExPack/',
        '+A-B 1.0.0 https://thunderstore.io/package/A/B/',
        '+A-C_D 1.0.0 https://thunderstore.io/package/A/C_D/',
        '+A-E 1.0.0 https://thunderstore.io/package/A/E/',
        '+Team-Mod 1.2.3 https://thunderstore.io/package/Team/Mod/',
      ],
    ],
    ['[x] A\n[ ] B\n[✔] C\n[✔️] D\n[✘] E', ['+A', '-B', '+C', '+D', '-E']],
    [
      '- [A \\[b\\]](https://a.b/c) [1\\.2\\+3] by x\\_y (a\\-1\\.jar)\n- B [2] (b.jar.disabled)\n- C [3]\n- D [4]\n- E [5] by F, G (Art), H. Thanks to I\n- [\\[J\\] K [L]](https://a.b/k) [NONE] by M (m), N\n- [O (by P)](https://a.b/o)',
      ['+A [b] 1.2+3 https://a.b/c', '-B 2', '+C 3', '+D 4', '+E 5', '+[J] K [L] https://a.b/k', '+O https://a.b/o'],
    ],
  ])('is read without an order: %j', (text, mods) => expect(shown(text)).toEqual(['mods.txt', ...mods]))

  it('of HTML has a mod in each item', () => {
    const html =
      '<ul>\n<li><a href="https://modrinth.com/mod/a">A &amp; [B]</a> [1.2] by X (x)</li>\n<li>C v2</li>\n</ul>'
    expect(shown(html, 'mods.html')).toEqual(['mods.html', '+A & [B] 1.2 https://modrinth.com/mod/a', '+C 2'])
    expect(shown(html)).toEqual(['text.txt'])
    const items = ['A', 'B', 'C', 'D', 'E'].map((name) => `<li><a href="https://a.b/${name}">${name}</a> (by me)</li>`)
    expect(shown(`<html><body><ul>\n\t${items.join('\n\t')}\n</ul></body></html>`)[5]).toBe('+E https://a.b/E')
  })

  it.each([
    'SkyUI\nFrostfall\nCampfire\niNeed\nHunterborn',
    'A 1.0\nB 1.1',
    '## 1.2.0\n- Fixed a bug that made the game crash in 1.1.0.\n- Added a setting, see https://example.com/docs.\n- Removed the old menu.\n- Faster.\n- Thanks.',
  ])('is none without signs, or with too few lines: %j', (text) => expect(shown(text)).toEqual(['text.txt']))

  it('is said to be one before it is stored', () => {
    const wordsOf = (name: string, text: string) => listWords(name, readLoadOrder([{ name, text }]).mods)
    expect(wordsOf('mods.txt', 'A 1.0\nB 1.1')).toBe('Read as 2 mods, from a text.')
    expect(wordsOf('text.txt', 'A 1.0\nB 1.1')).toBeUndefined()
    expect(wordsOf('modlist.txt', '+A\n+B')).toBeUndefined()
  })

  it('needs two lines if its name was chosen', () => {
    for (const name of ['mods.txt', 'mods.md', 'load-order.txt', 'load-order.md'])
      expect(shown('A 1.0\nB 1.1', name)).toEqual([name, '+A 1.0', '+B 1.1'])
    expect(shown('A 1.0', 'mods.txt')).toEqual(['mods.txt'])
    expect(shown('A 1.0\n'.repeat(10_001), 'mods.txt')).toEqual(['mods.txt'])
    expect(shown('A\n- B 1.0', 'names.txt')).toEqual(['names.txt', '+A', '+B 1.0'])
  })
})

const STEAM = 'https://steamcommunity.com/sharedfiles/filedetails/?id=2009463077'

describe('a list of names of a program', () => {
  it.each([
    [
      'mods.json',
      '[{"authors": ["x"], "name": "Sodium", "url": "https://modrinth.com/mod/sodium", "version": "0.5.3", "filename": "s.jar"}, {"name": "B"}, {"filename": "c.jar.disabled", "name": "C"}]',
      ['+Sodium 0.5.3 https://modrinth.com/mod/sodium', '+B', '-C'],
    ],
    [
      'mods.csv',
      'Sodium,https://modrinth.com/mod/sodium,0.5.3,jelly\nB,https://a.b/c,1.2,"x,y"\nC,,2.0,\nD, too,https://a.b/d,mc1-2,,d.jar\nE,https://a.b/e,1.0,,e.jar.disabled',
      [
        '+Sodium 0.5.3 https://modrinth.com/mod/sodium',
        '+B 1.2 https://a.b/c',
        '+C 2.0',
        '+D, too mc1-2 https://a.b/d',
        '-E 1.0 https://a.b/e',
      ],
    ],
    [
      'mods.txt',
      `* [Mod list length: 5]\nHarmony [${STEAM}]\nCore [https:// no link (local mod)]\nA [${STEAM}1]\nB [${STEAM}2]\nRoyalty`,
      [`+Harmony ${STEAM}`, '+Core', `+A ${STEAM}1`, `+B ${STEAM}2`, '+Royalty'],
    ],
    [
      'mods.txt',
      `Created with RimSort v1.0\nRimWorld game version this list was created for: 1.5\nTotal # of mods: 5\n\nHarmony [brrainz.harmony][${STEAM}]\nCore [ludeon.rimworld][No url specified]\n- A [a.a_steam][none]\nB [b.b][none]\nC [c.c][none]`,
      [`+brrainz.harmony ${STEAM}`, '+ludeon.rimworld', '+a.a', '+b.b', '+c.c'],
    ],
    [
      'modlist.yaml',
      'Version: 1\nName: Mine\nMods:\n- Id: brrainz.harmony_copy\n  Name: Harmony\n- Id: ludeon.rimworld\n  Name: Core',
      ['+brrainz.harmony', '+ludeon.rimworld'],
    ],
    [
      'packages.txt',
      'Packages:\n++ 216 - Unofficial Patch - 4.2.zip (1A2B3C4D) (Installed)\n-- 217 - B (x).7z (00000000) (Not Installed)\n+ 218 - C',
      ['+Unofficial Patch - 4.2.zip', '-B (x).7z', '+C'],
    ],
  ])('is read: %s, case %#', (name, text, mods) => {
    expect(shown(text)).toEqual([name, ...mods])
    expect(shown(text, name)).toEqual([name, ...mods])
  })

  it('is no modlist of Mod Organizer: packages, and names behind hyphens', () => {
    expect(shown('++ 216 - X.zip (1A2B3C4D) (Installed)\n-- 217 - Y', 'modlist.txt')).toEqual([
      'modlist.txt',
      '+X.zip',
      '-Y',
    ])
    const bullets = '-A 1.0\n-B 1.1\n-C v2\n-D\n-E'
    expect(shown(bullets)).toEqual(['mods.txt', '+A 1.0', '+B 1.1', '+C 2', '+D', '+E'])
    expect(shown('-A\n-B\n-C\n-D\n-E')).toEqual(['text.txt'])
    expect(shown('-A\n-B\n-C\n-D\n+E').slice(1)).toEqual(['+E', '-D', '-C', '-B', '-A'])
  })

  it.each([
    '[{"name": "A"}, {"name": "B"}]',
    '[{"name": "A", "version": "1", "main": "x"}]',
    'a,b\nc,d\ne,f\ng,h\ni,j',
    'Mods: of the week\n- Id: 3',
    '**A** | 1.0 | [B](https://a.b/c)\n**C** | 1.1 | [D](https://a.b/c)',
    "-const a = require('a');\n+import a from 'a';",
    'Links:\n<p>\n<ul>\n<li><a href="https://a.b/c">A</a></li>\n</ul>',
    'See [the docs][docs]\nand [others][x]\n\n[docs]: https://example.com\n[x]: https://example.com\nend',
  ])('is none: %j', (text) => expect(shown(text)).toEqual(['text.txt']))
})
