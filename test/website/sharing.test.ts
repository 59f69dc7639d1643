import { describe, expect } from 'vitest'
import { it } from '../support/it.ts'
import { bearer } from '../support/requests/authorization.ts'
import { fillList } from '../support/requests/forms.ts'
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
