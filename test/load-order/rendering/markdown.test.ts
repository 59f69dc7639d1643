import { readFileSync } from 'node:fs'
import { array, assert, constantFrom, oneof, property } from 'fast-check'
import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'
import { loadOrderChanges } from '../../../src/load-order/comparing/changes.ts'
import { changesMarkdown } from '../../../src/load-order/rendering/markdown.ts'
import { anyCharacter } from '../../support/any-character.ts'
import { type Profile, readProfile } from '../../support/profiles/profile.ts'

const markdown = (before: Profile, after: Profile, names: [string, string] = ['First', 'Second']) =>
  changesMarkdown(
    loadOrderChanges(readProfile(before), readProfile(after), [{ name: 'modlist.txt', change: 'changed' }]),
    names,
  )

/** A Markdown renderer with all extensions on: HTML, bare links and typography. */
const renderer = new MarkdownIt({ html: true, linkify: true, typographer: true })

/** Returns the texts of all code spans, and the names of all other elements. */
function shown(text: string): { spans: string[]; elements: string[] } {
  const tokens = renderer.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])])
  return {
    spans: tokens.filter(({ type }) => type === 'code_inline').map(({ content }) => content),
    elements: [
      ...new Set(tokens.map(({ type }) => type.replace(/_(open|close)$/, '')).filter((type) => type !== 'code_inline')),
    ].sort(),
  }
}
const STRUCTURE = ['bullet_list', 'heading', 'inline', 'list_item', 'paragraph', 'softbreak', 'strong', 'text']

describe('the changes as Markdown', () => {
  it('say from which version to which a mod was updated', () => {
    const table = (...rows: string[]) => ['#Mod_Name,#Mod_Version', ...rows]
    const modlist = ['+SkyUI', '+SKSE']
    expect(
      markdown(
        { 'modlist.txt': modlist, 'mods.csv': table('SKSE,2.2.3', 'SkyUI,`5.1`') },
        { 'modlist.txt': modlist, 'mods.csv': table('SKSE,2.2.6', 'SkyUI,5.2') },
      ),
    ).toContain(
      '2 mods updated\n\n## Mods\n\n**Updated (2)**\n\n- `SkyUI`: `` `5.1` `` to `5.2`\n- `SKSE`: `2.2.3` to `2.2.6`\n',
    )
  })

  it('describe mods, plugins, settings and files', () => {
    const before = {
      'modlist.txt': ['+Attend Me', '+Moved', '-Campfire', '+Old_separator', '+B', '+A', '*DLC: Dawnguard'],
      'plugins.txt': ['A.esp', 'B.esp', 'C.esp'],
      'skyrim.ini': ['[Display]', 'iSize W=1920', 'bGone=1'],
    }
    const after = {
      'modlist.txt': ['+AttendMe 1.9', '-Off', '+Campfire', '+New_separator', '+B', '+Moved', '+A', '+Last'],
      'plugins.txt': ['C.esp', 'A.esp', 'B.esp', 'New.esp'],
      'skyrim.ini': ['[Display]', 'iSize W=2560', 'bNew='],
    }
    expect(markdown(before, after)).toBe(`# \`First\` compared with \`Second\`

3 mods added, 1 removed, 1 moved, 1 switched on; 1 plugin added, 1 moved; 1 setting added, 1 removed, 1 changed

## Mods

**Added (3)**

- \`New\`: \`AttendMe 1.9\`, \`Off\` (off)
- no separator: \`Last\`

**Removed (1)**

- \`Old\`: \`Attend Me\`

**Enabled (1)**

- \`New\`: \`Campfire\`

**Moved (1)**

- \`Moved\`: now after \`A\`

**Possibly renamed (1)**

- \`Attend Me\`, now \`AttendMe 1.9\`

**Separators added (1)**

- \`New\`

**Separators removed (1)**

- \`Old\`

**Unmanaged removed (1)**

- \`DLC: Dawnguard\`

## Plugins

**Added (1)**

- \`New.esp\`

**Moved (1)**

- \`C.esp\`: now first

## Settings

### \`skyrim.ini\`

**Added (1)**

- \`[Display] bNew\`: (empty)

**Removed (1)**

- \`[Display] bGone\`: was \`1\`

**Changed (1)**

- \`[Display] iSize W\`: \`1920\`, now \`2560\`

## Files

**Differing (1)**

- \`modlist.txt\`: changed
`)
  })

  it('list 200 entries under a heading, and then say how many more there are', () => {
    const many = Array.from({ length: 243 }, (_, at) => `+Mod ${at}x`)
    const text = markdown(
      { 'modlist.txt': many },
      { 'modlist.txt': [...many.toReversed(), ...many.map((m) => `${m}y`)] },
    )
    expect(text).toContain('**Added (243)**\n\n- `Mod 0xy`, ')
    expect(text.split('**Moved (242)**\n\n')[1]?.split('\n\n')[0]?.split('\n')).toHaveLength(201)
    expect(text).toContain('\n- and 43 more\n')
    expect(text).toContain('\n- and 42 more\n')
  })
})

it('the example in docs/load-orders.md is correct', () => {
  const page = readFileSync(new URL('../../../docs/load-orders.md', import.meta.url), 'utf8')
  const [files = '', expected = ''] = [...page.matchAll(/^```\n([\s\S]*?)\n```/gm)].map(([, block = '']) => block)
  const column = (from: number, to?: number) => files.split('\n').map((line) => line.slice(from, to).trim())
  const text = markdown({ 'modlist.txt': column(25) }, { 'modlist.txt': column(0, 25) })
  expect(text).toContain(expected)
  expect(page).toContain(`"${text.split('\n')[2]}"`)
})

describe('a name in Markdown', () => {
  const WILD = [
    '<script>alert(1)</script>',
    '<!-- comment',
    '</li></ul>',
    '&lt;b&gt; &amp; &#64;',
    '[link](https://example.com)',
    '![image](https://example.com/a.png)',
    '[ref]: https://example.com',
    'https://example.com',
    'www.example.com',
    'someone@example.com',
    '<https://example.com>',
    '@everyone',
    '<@1234>',
    '#123',
    ':smile:',
    '# Heading',
    '- item',
    '1. item',
    '> quote',
    '---',
    '***bold***',
    '_a_ ~~b~~ ||c||',
    '`code`',
    '``',
    '`',
    'a ``` b `` c ` d',
    '` x `',
    '\\',
    '\\`',
    'a | b',
    'two  spaces',
    "Harder, Better, 'Faster' ... (c)",
    '__proto__',
    'Ünïcödé 日本語 😀',
    'tab\there',
  ]

  it.each(WILD)('is shown as written, without any formatting: %s', (name) => {
    const text = markdown(
      { 'modlist.txt': ['+A'], 'a.ini': ['a=1'] },
      {
        'modlist.txt': [`+${name}`, '+A', `+${name}_separator`],
        'a.ini': [`[${name.replaceAll(/[[\]]/g, '')}]`, `a=${name}`],
      },
      [name, name],
    )
    const { spans, elements } = shown(text)
    const section = name.replaceAll(/[[\]]/g, '').trim()
    const mods = [name, name, name, name, 'A', name, name]
    expect(spans).toEqual([...mods, 'a.ini', `[${section}] a`, name, '[] a', '1', 'modlist.txt'])
    expect(STRUCTURE).toEqual(expect.arrayContaining(elements))
  })

  it('can be any text of one line', () => {
    const sign = oneof(constantFrom(...'`*_[]()<>!#-+|~@&;:/\\"\' \t.1a'), anyCharacter)
    const name = array(sign, { minLength: 1, maxLength: 20 })
      .map((signs) =>
        signs
          .join('')
          .replaceAll(/[\p{C}\u2028\u2029]/gu, '')
          .trim(),
      )
      .filter((name) => name !== '')
    assert(
      property(name, name, (one, other) => {
        const text = markdown({ 'modlist.txt': [`+${one}`] }, { 'modlist.txt': [`+${other}, which was added`] }, [
          one,
          other,
        ])
        const { spans, elements } = shown(text)
        expect(spans.slice(0, 2)).toEqual([one, other])
        expect(spans).toContain(`${other}, which was added`)
        expect(STRUCTURE).toEqual(expect.arrayContaining(elements))
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    ['a\u0000b', 'a␀b'],
    ['a\u001b[31mb', 'a␛[31mb'],
    ['a\u000bb\u000cc', 'a␋b␌c'],
    ['a\u007fb', 'a␡b'],
    ['a\u0085b\u2028c\u2029d', 'a�b�c�d'],
    ['a\u202eb\u2066c', 'a�b�c'],
  ])('is shown with symbols instead of control characters: %j', (name, as) => {
    const text = markdown({ 'modlist.txt': [] }, { 'modlist.txt': [`+${name}`] })
    expect(shown(text).spans).toContain(as)
    expect(text.split('\n').some((line) => /(?!\t)\p{Cc}/u.test(line))).toBe(false)
  })
})
