import { array, assert, constantFrom, oneof, option, property, record, string } from 'fast-check'
import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'
import { type Format, renderLoadOrder } from '../../../src/load-order/rendering/load-order.ts'
import type { ModEntry } from '../../../src/load-order/schemas.ts'
import { readTable } from '../../../src/text/csv.ts'
import { anyCharacter } from '../../support/any-character.ts'
import { type Profile, readProfile } from '../../support/profiles/profile.ts'

const render = (profile: Profile, format: Format) => renderLoadOrder(readProfile(profile), format)

const PROFILE: Profile = {
  'modlist.txt': ['+Campfire', '-Frostfall', '+Survival_separator', '+SkyUI', '*DLC: Dawnguard', '+SKSE'],
  'plugins.txt': ['*SkyUI_SE.esp', 'Frostfall.esp'],
  'loadorder.txt': ['Skyrim.esm', 'SkyUI_SE.esp', 'Frostfall.esp'],
  'mods.csv': [
    '#Mod_Name,#Mod_Version,#Mod_Nexus_URL',
    'SkyUI,5.2,https://www.nexusmods.com/skyrim/mods/3863',
    'SKSE,2.2.6,',
    'Campfire,,https://example.org/(a)_b',
  ],
}

const mod = (name: string, more: Partial<ModEntry> = {}): ModEntry => ({
  kind: 'mod',
  name,
  enabled: true,
  priority: 0,
  separator: null,
  version: null,
  source: null,
  ...more,
})

describe('a load order as text', () => {
  it('has a line for each mod by ascending priority, its version, and the plugins after a blank line', () => {
    expect(render(PROFILE, 'txt')).toBe(
      [
        '[x] SKSE 2.2.6',
        'DLC: Dawnguard',
        '[x] SkyUI 5.2',
        '== Survival ==',
        '[ ] Frostfall',
        '[x] Campfire',
        '',
        'Plugins',
        'Skyrim.esm',
        '[x] SkyUI_SE.esp',
        '[ ] Frostfall.esp',
        '',
      ].join('\n'),
    )
  })
})

describe('a load order as Markdown', () => {
  it('has separators as headings, a task list of names in code spans, and versions that link to their source', () => {
    expect(render(PROFILE, 'md')).toBe(`## Mods

- [x] \`SKSE\` 2.2.6
- \`DLC: Dawnguard\`
- [x] \`SkyUI\` [5.2](https://www.nexusmods.com/skyrim/mods/3863)

### \`Survival\`

- [ ] \`Frostfall\`
- [x] \`Campfire\` [\`example.org\`](https://example.org/%28a%29%5Fb)

## Plugins

- \`Skyrim.esm\`
- [x] \`SkyUI_SE.esp\`
- [ ] \`Frostfall.esp\`
`)
  })

  it('renders only its own headings, lists and links, for any names, versions and sources', () => {
    const renderer = new MarkdownIt({ html: true, linkify: true, typographer: true })
    const hostile = oneof(
      constantFrom('](x)', '<b>', '`', '``', '*a*', '_a_', '@everyone', '![i](j)', '&amp;', 'www.a.de', '\n# h', '|'),
      anyCharacter,
    )
    const text = array(hostile, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''))
    const source = array(hostile, { maxLength: 6 }).map((parts) => `https://example.org/${parts.join('')}`)
    const allowed = /^(inline|text|softbreak|code_inline|heading|bullet_list|list_item|paragraph|link)(_open|_close)?$/
    assert(
      property(
        array(record({ name: text, version: option(text), source: option(source), separator: text }), { maxLength: 6 }),
        (rows) => {
          const mods = rows.flatMap(({ name, version, source, separator }) => [
            mod(separator, { kind: 'separator', enabled: null }),
            mod(name, { version, source }),
          ])
          const tokens = renderer.parse(renderLoadOrder({ mods, plugins: [] }, 'md'), {})
          const all = tokens.flatMap((token) => [token, ...(token.children ?? [])])
          expect(all.filter(({ type }) => !allowed.test(type)).map(({ type }) => type)).toEqual([])
          const links = all.filter(({ type }) => type === 'link_open').map((token) => token.attrGet('href'))
          expect(links.every((link) => String(link).startsWith('https://example.org/'))).toBe(true)
          expect(links).toHaveLength(rows.filter(({ source }) => source !== null).length)
        },
      ),
      { numRuns: 100 },
    )
  })
})

/** Returns the cells of the column `name`, read by a CSV parser. */
function namesIn(csv: string): string[] {
  const names: string[] = []
  readTable(csv, ['name'], ([name = '']) => names.push(name))
  return names
}

describe('a load order as CSV', () => {
  it('has a byte order mark, a header row and CRLF, with plugins after the mods', () => {
    expect(render(PROFILE, 'csv')).toBe(
      `\uFEFF${[
        'kind,priority,enabled,name,version,source,separator',
        'mod,0,true,SKSE,2.2.6,,',
        'unmanaged,1,,DLC: Dawnguard,,,',
        'mod,2,true,SkyUI,5.2,https://www.nexusmods.com/skyrim/mods/3863,',
        'separator,3,,Survival,,,',
        'mod,4,false,Frostfall,,,Survival',
        'mod,5,true,Campfire,,https://example.org/(a)_b,Survival',
        'plugin,0,,Skyrim.esm,,,',
        'plugin,1,true,SkyUI_SE.esp,,,',
        'plugin,2,false,Frostfall.esp,,,',
        '',
      ].join('\r\n')}`,
    )
  })

  it('puts an apostrophe before a cell that a spreadsheet would run as a formula', () => {
    const names = ['=1+1', '+SUM(A1)', '-GOLD- Overhaul', '@cmd', '\tx', '\rx', 'plain']
    const csv = renderLoadOrder({ mods: names.map((name) => mod(name)), plugins: null }, 'csv')
    const cells = namesIn(csv)
    expect(cells).toEqual(["'=1+1", "'+SUM(A1)", "'-GOLD- Overhaul", "'@cmd", "'\tx", "'\rx", 'plain'])
  })

  it('is read back with the same names, for any names', () => {
    const name = string({ unit: oneof(constantFrom('"', ',', '\r\n', '\n', ' '), anyCharacter), minLength: 1 })
    assert(
      property(array(name, { minLength: 1 }), (names) => {
        const csv = renderLoadOrder({ mods: names.map((name) => mod(name)), plugins: null }, 'csv')
        const read = namesIn(csv)
        expect(read).toEqual(names.map((name) => (/^[=+\-@\t\r]/.test(name) ? `'${name}` : name)))
      }),
      { numRuns: 100 },
    )
  })
})

describe('a load order of more than 4 MiB', () => {
  it('ends at the maximum size with the number of entries left out', () => {
    const mods = Array.from({ length: 5 }, () => mod('x'.repeat(2 ** 20)))
    expect(renderLoadOrder({ mods, plugins: null }, 'txt')).toMatch(/x\nand 2 more\n\nPlugins\n$/)
    expect(namesIn(renderLoadOrder({ mods, plugins: null }, 'csv'))).toHaveLength(3)
  })
})
