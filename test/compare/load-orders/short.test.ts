import MarkdownIt from 'markdown-it'
import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { fillList, makeLists } from '../../support/requests/forms.ts'

const named = (count: number, word: string, sign = '+') =>
  Array.from({ length: count }, (_, at) => `${sign}${word} number ${at}\n`).join('')

describe('GET /v1/compare/{a}/{b}/changes.md?short=1', () => {
  it('begins with both versions, has each change on its own line, and ends with the link', async ({ api }) => {
    const list = (version: string, modlist: string) =>
      fillList(api.post('/v1/lists'), { name: 'Prophecies', version }, { 'modlist.txt': modlist }).expect(201)
    await list('5', '+Moved\n+Keep\n+Off\n+Delta Plugin\n')
    await list('6', '+New\n-New off\n+Keep\n-Off\n+Moved\n')
    const { text, headers } = await api.get('/v1/compare/prophecies/prophecies-2/changes.md?short=1').expect(200)
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(text.split('\n').filter((line) => line !== '')).toEqual([
      '**Prophecies 5 → 6**',
      'From 5 to 6: 2 mods added, 1 of them off, 1 removed, 1 switched off, 1 moved',
      '**Only in 5: 1**',
      '- `-` Delta Plugin',
      '**Switched off: 1**',
      '- `off` Off',
      '**Moved: 1**',
      '- `moved` Moved, now first',
      '**Only in 6: 1**',
      '- `+` New',
      '**Only in 6, off: 1**',
      '- `+ off` New off',
      '<https://www.example.com/compare/prophecies/prophecies-2>',
    ])
    const html = new MarkdownIt().render(text)
    expect(html).toContain('<li><code>-</code> Delta Plugin</li>')
    expect(html).toContain('<li><code>+</code> New</li>')
  })

  it('never has more than 1,900 characters, and cuts what was added before what is gone or off', async ({ api }) => {
    await makeLists(api, {
      One: { 'modlist.txt': named(20, 'Gone') + named(20, 'Off') },
      Two: { 'modlist.txt': named(20, 'Off', '-') + named(300, 'New') },
    })
    const { text } = await api.get('/v1/compare/one/two/changes.md?short=1').expect(200)
    expect(text.length).toBeLessThanOrEqual(1_900)
    expect(text.match(/^- `-` Gone/gm)).toHaveLength(20)
    expect(text.match(/^- `off` Off/gm)).toHaveLength(20)
    const shown = text.match(/^- `\+` New/gm)?.length ?? 0
    expect(shown).toBeGreaterThan(10)
    expect(text).toContain(`**Only in Two: 300** (${300 - shown} left out)`)
    const many = named(400, 'Gone with a rather long name')
    await makeLists(api, { Three: { 'modlist.txt': many }, Four: { 'modlist.txt': named(3, 'New') } })
    const long = (await api.get('/v1/compare/three/four/changes.md?short=1').expect(200)).text
    expect(long.length).toBeLessThanOrEqual(1_900)
    expect(long).not.toContain('`+`')
    expect(long).toContain('**Only in Four: 3** (3 left out)')
  })

  it('shows hostile names literally: none becomes a link, HTML or a mention', async ({ api }) => {
    const names = [
      '@everyone',
      '<img src=x>',
      '[a](https://x.y)',
      '**bold**',
      '# title',
      'www.x.org',
      '`code`',
      ':smile:',
      'https://x.y',
    ]
    const modlist = names.map((name) => `+${name}\n`).join('')
    await makeLists(api, { One: { 'modlist.txt': `+Keep\n${modlist}` }, Two: { 'modlist.txt': '+Keep\n' } })
    const { text } = await api.get('/v1/compare/one/two/changes.md?short=1').expect(200)
    const html = new MarkdownIt({ linkify: true }).render(text)
    for (const name of names) {
      const escaped = name.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      expect(html).toContain(`<li><code>-</code> <code>${escaped}</code></li>`)
    }
    expect(html.match(/<a /g)).toHaveLength(1)
  })

  it('differs from the long text, and any other value of short is refused (422)', async ({ api }) => {
    await makeLists(api, { One: { 'modlist.txt': '+A\n' }, Two: { 'modlist.txt': '+B\n' } })
    const textAt = async (query: string) => (await api.get(`/v1/compare/one/two/changes.md${query}`).expect(200)).text
    const [long, short] = [await textAt(''), await textAt('?short=1')]
    expect(long).toContain('# `One` compared with `Two`')
    await api
      .get('/v1/compare/one/two/changes.md?short=0')
      .expect(422, { message: 'short must be 1.', errors: { short: ['short must be 1.'] } })
    expect(await textAt('?short=')).toBe(long)
    expect(await textAt('?short=1')).toBe(short)
    expect(await textAt('')).toBe(long)
  })

  it('has the given ticks in its link, and refuses what cannot be ticks (422)', async ({ api }) => {
    await makeLists(api, { One: { 'modlist.txt': '+A\n' }, Two: { 'modlist.txt': '+B\n' } })
    const path = '/v1/compare/one/two/changes.md?short=1'
    const lastLine = async (take: string) => (await api.get(`${path}&take=${take}`).expect(200)).text.split('\n').at(-1)
    expect(await lastLine('m*a1B2c.~Xy12Zw1-1')).toBe(
      'No other difference (One → Two): <https://www.example.com/compare/one/two?take=m*a1B2c.~Xy12Zw1-1>',
    )
    expect(await lastLine('a1B2c'.repeat(201))).toBe('<https://www.example.com/compare/one/two>')
    expect(await lastLine('')).toBe('<https://www.example.com/compare/one/two>')
    const message = 'take must be the ticks of a comparison’s address.'
    for (const take of ['%3Cb%3E', 'a b', '%0A', '[x](y)', 'a'.repeat(4_001)]) {
      await api.get(`${path}&take=${take}`).expect(422, { message, errors: { take: [message] } })
    }
  })
})
