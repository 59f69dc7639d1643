import { describe, expect } from 'vitest'
import { it } from '../../support/history.ts'
import { BROWSER, openPage, textOf } from '../../support/website/pages.ts'

const PATH = '/lists/my-list/history'
const mods = (...names: string[]) => ({ 'modlist.txt': names.map((name) => `+${name}\n`).join('') })
const revision = (html: string, number: number) =>
  new RegExp(`<li id="revision-${number}".*?</li>`, 's').exec(html)?.[0] ?? ''
/** Returns the values of the buttons of a side, and whether each is chosen. */
const options = (html: string, side: string) =>
  [...html.matchAll(new RegExp(`<input type="radio" name="${side}"[^>]*>`, 'g'))].map(([tag]) => [
    /value="([^"]*)"/.exec(tag)?.[1],
    / checked/.test(tag),
  ])

describe('GET /lists/{slug}/history', () => {
  it('shows what each revision changed, newest first, as a sentence and by part', async ({ api, save }) => {
    await save({ version: '1.0' }, { ...mods('A', 'Gone'), 'skyrim.ini': '[s]\nk=1\n' })
    const files = { ...mods('A', 'New'), 'skyrim.ini': '[s]\nk=2\n', 'plugins.txt': '*a.esp\n' }
    await save({ version: '1.1' }, files)
    await save({ version: '1.1', description: 'Other words' }, files)
    const { headings, html, title } = await openPage(api, PATH)

    expect(title).toBe('History of My List · Mod list catalog')
    expect(headings).toEqual([
      'History of My List',
      '1.1 (version 3)',
      '1.1 (version 2)',
      'skyrim.ini',
      '1.0 (version 1)',
    ])
    const update = textOf(revision(html, 2)).replaceAll('\u00a0', ' ')
    expect(update).toContain('1.1 (version 2) 20 Nov 2026 − 1 mod + 1 mod')
    expect(update).toContain('3 files: modlist.txt, skyrim.ini, plugins.txt')
    expect(update).toContain('1 mod added, 1 removed; 1 setting changed. Only version 2 has plugins.')
    expect(update).toContain('− only here Gone 0')
    expect(update).toContain('changed [s] k 1 2')
    expect(update).toContain('plugins.txt (added)')
    expect(textOf(revision(html, 3))).toContain('No file has changed.')
    expect(textOf(revision(html, 1))).toContain('The first version.')
    expect(new Set(html.match(/ id="[^"]*"/g)).size).toBe(html.match(/ id="[^"]*"/g)?.length)
  })

  it('has ten revisions a page, and offers all of them for comparison on each page', async ({ api, save }) => {
    for (let at = 1; at <= 12; at++) await save({}, mods(`Mod ${at}`))
    const first = await openPage(api, PATH)
    const second = await openPage(api, `${PATH}?page=2`)
    expect(first.headings.filter((heading) => heading.startsWith('Version'))).toHaveLength(10)
    expect(first.links).toContain(`${PATH}?page=2#revision-2`)
    expect(second.headings.filter((heading) => heading.startsWith('Version'))).toEqual(['Version 2', 'Version 1'])
    expect(textOf(revision(first.html, 3))).toContain('1 mod added, 1 removed')
    expect(second.title).toBe('History of My List, page 2 · Mod list catalog')
    expect(first.links).toContain(`${PATH}?page=2`)
    expect(second.links).toContain(PATH)
    expect(second.words).toContain('Previous Page 2 of 2')
    for (const { html } of [first, second]) expect(options(html, 'list1')).toHaveLength(12)

    expect((await openPage(api, `${PATH}?page=3`)).words).toContain('This page does not exist.')
    expect((await openPage(api, `${PATH}?page=`)).html).toBe(first.html)
  })

  it('hides private revisions while the list is public, even from its author', async ({ api, save, ada }) => {
    await save({}, mods('A'))
    await save({ private: '1', name: 'Secret' }, mods('A', 'Hidden'))
    expect((await openPage(api, PATH)).headings[0]).toBe('History of Secret')
    await save({ private: '0', name: 'My List' }, mods('A', 'B'))
    const { html, words, links } = await openPage(api, PATH)
    expect(words).toContain('2 versions')
    expect(html).not.toMatch(/Secret|Hidden|revision-2|my-list@2/)
    expect(links).toContain('/compare/my-list@1/my-list@3')
    const { text } = await api
      .get(PATH)
      .set({ ...ada, Accept: BROWSER })
      .expect(200)
    expect(text).toBe(html)
  })

  it('is 404 for a list that does not exist', async ({ api, save }) => {
    await save()
    for (const path of ['/lists/nothing/history', '/lists/%00/history', '/lists/my-list@1/history']) {
      const { status, headings, words } = await openPage(api, path)
      expect({ path, status, headings }).toEqual({ path, status: 404, headings: ['Not found', 'Yours'] })
      expect(words).toContain('expired, or never existed')
    }
  })
})

describe('GET /lists/{slug}@{n}', () => {
  it('shows an old version with its own files, and links the current one', async ({ api, save }) => {
    await save({ version: '1.0' }, mods('A', 'Gone'))
    await save({ version: '1.1' }, mods('A', 'New'))
    const { status, html, words, links, title, meta } = await openPage(api, '/lists/my-list@1')

    expect([status, title, meta('robots')]).toEqual([200, 'My List 1.0 version 1 · Mod list catalog', 'noindex'])
    expect(words).toContain('This is version 1, an old one of the list.')
    expect([html.includes('Gone'), html.includes('New')]).toEqual([true, false])
    const files = '/v1/lists/my-list/revisions/1'
    expect(links).toEqual(
      expect.arrayContaining([
        ...['/lists/my-list', '/compare/my-list@1/my-list', '/compare?list1=my-list@1&game=TESV%20Skyrim%20SE'],
        ...[`${files}/download`, `${files}/files/modlist.txt/raw`],
      ]),
    )
    expect(links).not.toContain('/lists/my-list@1/edit')
    expect((await api.get(`${files}/files/modlist.txt/raw`).buffer(true).expect(200)).text).toContain('Gone')
    expect((await openPage(api, PATH)).links).toContain('/lists/my-list@1')
  })

  it('is 404 for a revision that does not exist, and for a private one of a public list', async ({ api, save }) => {
    await save({ private: '1' }, mods('Secret'))
    await save({ private: '0' }, mods('A'))
    for (const path of ['/lists/my-list@1', '/lists/my-list@3', '/lists/nothing@1', '/lists/my-list@1/edit']) {
      const { status, html } = await openPage(api, path)
      expect([path, status, html.includes('Secret')]).toEqual([path, 404, false])
    }
  })
})
