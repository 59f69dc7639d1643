import { describe, expect } from 'vitest'
import { it } from '../support/it.ts'
import { bearer } from '../support/requests/authorization.ts'
import { fillList, makeLists } from '../support/requests/forms.ts'
import { openPage } from '../support/website/pages.ts'

const FILES = { 'modlist.txt': '+A\n+B\n-C\n', 'plugins.txt': '*A.esp\n' }

describe('a shared link', () => {
  it('describes the list in its preview: name, numbers, author, game and expiry', async ({ api, signIn }) => {
    const token = await signIn('Ann')
    const fields = { name: 'My List', expires: '3d' }
    await fillList(api.post('/v1/lists').set('Authorization', token), fields, FILES).expect(201)
    const { meta, html, title } = await openPage(api, '/lists/my-list')

    expect(title).toBe('My List · Mod list catalog')
    expect(meta('og:title')).toBe('My List')
    expect(meta('og:description')).toBe(
      'A list. 2 mods on, 1 off, 1 plugin, by Ann, for TESV Skyrim SE, expires in 3 days',
    )
    expect(meta('og:site_name')).toBe('Mod list catalog')
    expect(meta('og:url')).toBe('https://www.example.com/lists/my-list')
    expect(meta('theme-color')).toMatch(/^#/)
    expect(html).toContain('<link rel="canonical" href="https://www.example.com/lists/my-list"/>')
    expect(html).toMatch(/<link rel="icon" [^>]*href="\/assets\/favicon-\w+\.svg"/)
    const icon = await api.get('/favicon.ico').expect(200)
    expect([icon.headers['content-type'], icon.body.subarray(0, 4).toString('hex')]).toEqual([
      'image/x-icon',
      '00000100',
    ])
  })

  it('describes a comparison by its summary', async ({ api }) => {
    await makeLists(api, { One: { 'modlist.txt': '+A\n' }, Two: { 'modlist.txt': '+A\n+B\n' } })
    const { meta } = await openPage(api, '/compare/one/two')
    expect([meta('og:title'), meta('og:description')]).toEqual(['One → Two', 'From One to Two: 1 mod added'])
    expect(meta('og:url')).toBe('https://www.example.com/compare/one/two')
  })

  it('shortens long texts between characters, to the lengths that chats show', async ({ api }) => {
    const family = '👩‍👩‍👧‍👦'
    for (const [at, name] of [
      'ä'.repeat(255),
      family.repeat(20),
      'x'.repeat(255),
      `${'x'.repeat(66)}${family}`,
    ].entries()) {
      const { body } = await fillList(api.post('/v1/lists'), { name, description: name }).expect(201)
      const { meta } = await openPage(api, `/lists/${body.data.slug}`)
      const title = meta('og:title') ?? ''
      expect([at, Buffer.byteLength(title) <= 70]).toEqual([at, true])
      expect(title).toMatch(/^[^\ufffd]+…$/)
      expect(name.startsWith(title.slice(0, -1))).toBe(true)
      if (name.startsWith(family)) expect(title.slice(0, -1).length % family.length).toBe(0)
      expect(Buffer.byteLength(meta('og:description') ?? '')).toBeLessThanOrEqual(350)
    }
  })

  it('is hidden from search engines for unlisted or expiring lists and comparisons', async ({ api, signIn }) => {
    const token = bearer(await signIn('Ada'))
    const slugOf = async (fields: Record<string, string>) =>
      (await fillList(api.post('/v1/lists').set(token), fields).expect(201)).body.data.slug
    const [lasting, expiring, hidden] = [
      await slugOf({ expires: 'perm' }),
      await slugOf({ expires: '1w' }),
      await slugOf({ expires: 'perm', private: '1' }),
    ]
    const robots = async (path: string) => (await openPage(api, path)).meta('robots')
    for (const page of ['', '/history']) {
      expect(await robots(`/lists/${lasting}${page}`)).toBeUndefined()
      expect(await robots(`/lists/${expiring}${page}`)).toBe('noindex')
      expect(await robots(`/lists/${hidden}${page}`)).toBe('noindex')
    }
    expect(await robots(`/compare/${lasting}/${expiring}`)).toBe('noindex')
    for (const path of ['/', '/lists', '/games', '/compare']) expect(await robots(path)).toBeUndefined()
  })

  it('has a unique title among lists with the same name', async ({ api }) => {
    for (let at = 0; at < 2; at++) await fillList(api.post('/v1/lists'), { name: 'My List' }).expect(201)
    const titles = await Promise.all(
      ['my-list', 'my-list-2'].map(async (slug) => (await openPage(api, `/lists/${slug}`)).title),
    )
    expect(titles).toEqual(['My List · Mod list catalog', 'My List (my-list-2) · Mod list catalog'])
  })

  it.for([
    ['', 'Prophecies 5', 'Prophecies 6 (prophecies-2)'],
    ['@1', 'Prophecies 5 version 1', 'Prophecies 6 version 1 (prophecies-2)'],
    ['/edit', 'Edit: Prophecies 5', 'Edit: Prophecies 6 (prophecies-2)'],
    ['/report', 'Report: Prophecies 5', 'Report: Prophecies 6 (prophecies-2)'],
    ['/follow', 'Follow Prophecies 5', 'Follow Prophecies 6 (prophecies-2)'],
    ['/restore/1', 'Restore version 1: Prophecies 5', 'Restore version 1: Prophecies 6 (prophecies-2)'],
  ] as const)(
    'has the name and version of its list in its title: /lists/SLUG%s',
    async ([page, ...titles], { api }) => {
      for (const version of ['5', '6']) {
        await fillList(api.post('/v1/lists'), { name: 'Prophecies', version }).expect(201)
      }
      for (const [at, slug] of ['prophecies', 'prophecies-2'].entries()) {
        const { title, meta } = await openPage(api, `/lists/${slug}${page}`)
        expect(title).toBe(`${titles[at]} · Mod list catalog`)
        if (page === '') expect(meta('og:title')).toBe(`Prophecies ${5 + at}`)
      }
    },
  )
})
