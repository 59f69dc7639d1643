import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'
import { loadOrderChanges } from '../../../src/load-order/comparing/changes.ts'
import { readLoadOrder } from '../../../src/load-order/reading/read.ts'
import { changelogMarkdown, entryTitle } from '../../../src/load-order/rendering/markdown.ts'

const read = (profile: Record<string, string>) =>
  readLoadOrder(Object.entries(profile).map(([name, text]) => ({ name, text })))
const changes = (before: Record<string, string>, after: Record<string, string>) =>
  loadOrderChanges(read(before), read(after), [{ name: 'modlist.txt', change: 'changed' }])

const FIRST = {
  revision: 1,
  previous: null,
  created: '2026-11-20T08:30:00.123000Z',
  version: null,
  note: null,
  changes: null,
}
const SECOND = {
  ...{ revision: 3, previous: 1, created: '2026-11-21T23:59:59.999000Z', version: '1.1', note: null },
  changes: changes(
    { 'modlist.txt': '+A\n+B', 'skyrim.ini': 'k=1' },
    { 'modlist.txt': '+C\n+A\n+B', 'skyrim.ini': 'k=2' },
  ),
}

describe('the changelog as Markdown', () => {
  it('lists the changes of each revision, newest first', () => {
    expect(changelogMarkdown('My List', [SECOND, FIRST])).toBe(`# Changelog of \`My List\`

## \`1.1\` (version 3), 2026-11-21

1 mod added; 1 setting changed

### Mods

**Added (1)**

- \`C\`

### Settings

#### \`skyrim.ini\`

**Changed (1)**

- \`[] k\`: \`1\`, now \`2\`

### Files

**Differing (1)**

- \`modlist.txt\`: changed

## Version 1, 2026-11-20

The first version.
`)
  })

  it.each([
    '](https://example.com) <img src=x onerror=alert(1)> @everyone',
    '`` ` ```',
    '1.0\n# Another heading',
    '\u202e1.0\u0000\u001b[31m',
    ' ',
  ])('shows names and versions as written: %j', (text) => {
    const markdown = changelogMarkdown(text, [{ ...FIRST, version: text }])
    const tokens = new MarkdownIt({ html: true, linkify: true }).parse(markdown, {})
    expect(tokens.map(({ type }) => type)).toEqual([
      ...['heading_open', 'inline', 'heading_close', 'heading_open', 'inline', 'heading_close'],
      ...['paragraph_open', 'inline', 'paragraph_close'],
    ])
    const spans = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type !== 'text')
    expect(spans.map(({ type }) => type)).toEqual(['code_inline', 'code_inline'])
  })
})

it('the title of a changelog entry is one line, without characters that change its direction', () => {
  expect(entryTitle(FIRST)).toBe('Version 1')
  expect(entryTitle(SECOND)).toBe('1.1 (version 3)')
  expect(entryTitle({ revision: 2, version: '\u202ea\nb' })).toBe('\ufffda␊b (version 2)')
})
