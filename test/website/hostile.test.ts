import { describe, expect } from 'vitest'
import { webAddress } from '../../src/website/parts/link.tsx'
import { it } from '../support/it.ts'
import { fillList, ODD_NAMES } from '../support/requests/forms.ts'
import { openPage } from '../support/website/pages.ts'

const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "'><svg/onload=alert(1)>",
  '</title></main><h1>x</h1>',
]

/** Characters that change the direction of the text after them. */
const BIDI_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/

/** Returns the names of a page's tags in order. */
const tagsOf = (html: string) =>
  [...html.matchAll(/<\/?([a-z0-9]+)((?: [\w:-]+(?:="[^"]*")?)*) ?\/?>/g)].map(([, name]) => name)

describe('uploaded text', () => {
  it('is shown on pages exactly as written, in every field, file name and line', async ({ api }) => {
    for (const text of HOSTILE) {
      const name = text.replaceAll(/[/"<>]/g, '_').slice(0, 20)
      const fields = { name: text, description: text, version: text.slice(0, 32) }
      const files = {
        'modlist.txt': `+${text}\n${text}_separator\n`,
        'plugins.txt': `*${text}\n`,
        'x.ini': `[${text}]\n${text}=${text}\n`,
        [`${name}.txt`]: `${text}\n`,
      }
      const { body } = await fillList(api.post('/v1/lists'), fields, files).expect(201)
      const { slug } = body.data
      const plain = await fillList(api.post('/v1/lists'), { name: 'Plain' }, { 'modlist.txt': '+A\n' }).expect(201)

      for (const path of [
        '/',
        '/lists',
        `/lists/${slug}`,
        `/lists/${slug}/history`,
        `/compare/${slug}/${plain.body.data.slug}`,
        `/compare/${plain.body.data.slug}/${slug}`,
      ]) {
        const { html, words, status } = await openPage(api, path)
        expect([path, status]).toEqual([path, 200])
        expect([path, words.replaceAll(/\s/g, '').includes(text.replaceAll(/\s/g, ''))]).toEqual([path, true])
        expect(html).not.toMatch(/<img(?! src="\/assets)|<svg\//)
        expect(tagsOf(html).filter((tag) => tag === 'script')).toHaveLength(4)
        expect(html.match(/<h1/g)).toHaveLength(1)
      }
    }
  })

  it('may have 10,000 characters in every place, and file names of any kind', async ({ api }) => {
    const long = 'x'.repeat(10_000)
    const files = Object.fromEntries([
      ...ODD_NAMES.map((name) => [name, `${name}\n`]),
      ['modlist.txt', `+${long}\n+A\n`],
    ])
    await fillList(api.post('/v1/lists'), { description: long }, files).expect(201)
    const { html, words, links } = await openPage(api, '/lists/my-list')
    expect(words.split(long)).toHaveLength(2)
    expect((await openPage(api, '/lists/my-list?tab=files')).words.split(long)).toHaveLength(3)
    for (const link of links.filter((link) => link.endsWith('/raw'))) await api.get(link).expect(200)
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).not.toMatch(/\s/)
  })

  it('makes links only with http and https, regardless of what the database holds', async ({ api, db }) => {
    await fillList(api.post('/v1/lists'), { website: 'https://example.com' }).expect(201)
    for (const website of [
      'javascript:alert(1)',
      'data:text/html,x',
      'java\nscript:alert(1)',
      'vbscript:x',
      '\u0001javascript:alert(1)',
    ]) {
      await db.list.updateMany({ data: { website } })
      const { words, html } = await openPage(api, '/lists/my-list')
      expect([website, words.includes('Website')]).toEqual([website, false])
      expect(html).not.toMatch(/href="(?!\/|#|https:)/)
    }
    expect(webAddress('example.com/a?b')).toBe('https://example.com/a?b')
    expect(webAddress('//example.com')).toBe('https://example.com')
    expect(webAddress('HTTP://example.com')).toBe('HTTP://example.com')
  })
})

describe('names with control characters, stored before such names were refused', () => {
  it('do not change the direction of the text around them on any page, and links keep a visible text', async ({
    api,
    db,
  }) => {
    await fillList(api.post('/v1/lists'), { name: 'One' }).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Two' }).expect(201)
    const turned = '\u202Etxt'
    await db.list.update({ where: { slug: 'one' }, data: { name: turned, version: '1\u2066', description: turned } })
    await db.list.update({ where: { slug: 'two' }, data: { name: '\u200B\u2060' } })

    const pagesOfOne = ['', '/history', '/edit'].map((page) => `/lists/one${page}`)
    for (const path of ['/', '/lists', ...pagesOfOne, '/compare/one/two', '/compare?list1=one']) {
      const { status, html } = await openPage(api, path)
      const texts = html.replace(/<input[^>]*>|<textarea.*?<\/textarea>/gs, '')
      expect([path, status, BIDI_CONTROLS.test(texts)]).toEqual([path, 200, false])
    }
    const { html, title } = await openPage(api, '/lists/one')
    expect(html).toContain('<h1><bdi>⟨U+202E⟩txt</bdi>')
    expect(title).toMatch(/^⟨U\+202E⟩txt 1⟨U\+2066⟩ \(one\) · /)
    expect((await openPage(api, '/lists')).html).toContain('<a href="/lists/two"><bdi>\uFFFD</bdi></a>')
  })
})

describe('lines of files', () => {
  it('have unique ids if file names differ only by a space, an underscore and a percent sign', async ({ api }) => {
    const files = { 'a b.txt': 'x\n', 'a_b.txt': 'x\n', 'a%20b.txt': 'x\n' }
    await fillList(api.post('/v1/lists'), {}, files).expect(201)
    const { html } = await openPage(api, '/lists/my-list')
    const ids = [...html.matchAll(/<li id="([^"]*)"/g)].map(([, id]) => id)
    expect(ids.toSorted()).toEqual(['a%20b.txt-L1', 'a%2520b.txt-L1', 'a_b.txt-L1'])
  })
})
