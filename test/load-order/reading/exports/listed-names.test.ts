import { describe, expect, it } from 'vitest'
import { shown } from '../../../support/profiles/shown.ts'

describe('a list of names', () => {
  it.each([
    [
      'Sodium [0.5.3]\nLithium [0.11.2]\nIris [1.6.4]\nMod Menu [7.1.0]\nFabric API [0.83.0]',
      ['+Sodium 0.5.3', '+Lithium 0.11.2', '+Iris 1.6.4', '+Mod Menu 7.1.0', '+Fabric API 0.83.0'],
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
      'BepInEx-BepInExPack-5.4.2100\nA-B-1.0.0\nA-C_D-1.0.0\nA-E-1.0.0\nA-F-2.1.0',
      [
        '+BepInEx-BepInExPack 5.4.2100 https://thunderstore.io/package/BepInEx/BepInExPack/',
        '+A-B 1.0.0 https://thunderstore.io/package/A/B/',
        '+A-C_D 1.0.0 https://thunderstore.io/package/A/C_D/',
        '+A-E 1.0.0 https://thunderstore.io/package/A/E/',
        '+A-F 2.1.0 https://thunderstore.io/package/A/F/',
      ],
    ],
    ['[x] A\n[ ] B\n[x] C\n[x] D\n[ ] E', ['+A', '-B', '+C', '+D', '-E']],
  ])('is read without an order: %j', (text, mods) => expect(shown(text)).toEqual(['mods.txt', ...mods]))

  it('of HTML has a mod in each item', () => {
    const html = '<ul>\n<li><a href="https://modrinth.com/mod/a">A &amp; B</a> [1.2] by X</li>\n<li>C v2</li>\n</ul>'
    expect(shown(html, 'mods.html')).toEqual(['mods.html', '+A & B 1.2 https://modrinth.com/mod/a', '+C 2'])
  })

  it.each([
    'SkyUI\nFrostfall\nCampfire\niNeed\nHunterborn',
    'A 1.0\nB 1.1',
    '## 1.2.0\n- Fixed a bug that made the game crash in 1.1.0.\n- Added a setting, see https://example.com/docs.\n- Removed the old menu.\n- Faster.\n- Thanks.',
  ])('is none without signs, or with too few lines: %j', (text) => expect(shown(text)).toEqual(['text.txt']))

  it('needs two lines if its name was chosen', () => {
    expect(shown('A 1.0\nB 1.1', 'mods.txt')).toEqual(['mods.txt', '+A 1.0', '+B 1.1'])
    expect(shown('A 1.0', 'mods.txt')).toEqual(['mods.txt'])
  })
})
