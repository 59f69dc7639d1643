import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { BROWSER, openPage } from '../../support/website/pages.ts'

describe('GET /embed/{slug}', () => {
  it('shows name, numbers and a link in a frame on any website, also from the cache', async ({ api, signIn }) => {
    const token = await signIn('Ann')
    const files = { 'modlist.txt': '+A\n-B\n', 'plugins.txt': '*A.esp\n' }
    await fillList(api.post('/v1/lists').set('Authorization', token), { name: 'My List' }, files).expect(201)
    for (const time of ['first', 'second']) {
      const { status, headers, html, words } = await openPage(api, '/embed/my-list')
      expect([time, status, words]).toEqual([
        time,
        200,
        'My List 1 mod on, 1 off, 1 plugin, by Ann, for TESV Skyrim SE',
      ])
      expect(headers['content-security-policy']).toContain('frame-ancestors *;')
      expect(headers['x-frame-options']).toBeUndefined()
      expect(html).toContain('href="https://www.example.com/lists/my-list" target="_blank"')
      expect(html).not.toMatch(/<(form|button|input|script)/)
    }
    await openPage(api, '/lists/my-list')
    const { headers } = await openPage(api, '/lists/my-list')
    expect([headers['x-frame-options'], headers['content-security-policy']]).toEqual([
      'DENY',
      expect.stringContaining("frame-ancestors 'none'"),
    ])
  })

  it('is 404 for a list that does not exist, and then not allowed in frames', async ({ api }) => {
    const { headers } = await api.get('/embed/nothing').set('Accept', BROWSER).expect(404)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })
})

describe('GET /oembed', () => {
  const of = (address: string, more = '') => `/oembed?url=${encodeURIComponent(address)}${more}`
  const PAGE = 'https://www.example.com/lists/my-list'

  it('says how to show the page of a list, which names it in its head', async ({ api, signIn }) => {
    const token = await signIn('Ann')
    await fillList(api.post('/v1/lists').set('Authorization', token), { version: '1.2' }).expect(201)
    const answer = {
      version: '1.0',
      type: 'rich',
      title: 'My List 1.2',
      author_name: 'Ann',
      author_url: 'https://www.example.com/authors/Ann',
      provider_name: 'Mod list catalog',
      provider_url: 'https://www.example.com',
      html: '<iframe src="https://www.example.com/embed/my-list" width="400" height="120"></iframe>',
      width: 400,
      height: 120,
    }
    const { html } = await openPage(api, '/lists/my-list')
    const [, address = ''] = /type="application\/json\+oembed"[^>]* href="([^"]*)"/.exec(html) ?? []
    expect(address).toBe(`https://www.example.com${of(PAGE)}`)
    for (const path of [of(PAGE), of(`${PAGE}?tab=plugins#x`), of(`${PAGE}/`), of(PAGE, '&maxwidth=x&format=json')])
      expect((await api.get(path).expect(200)).body).toEqual(answer)
    const small = (await api.get(of(PAGE, '&maxwidth=300&maxheight=100')).expect(200)).body
    expect(small).toMatchObject({
      html: '<iframe src="https://www.example.com/embed/my-list" width="300" height="100"></iframe>',
      width: 300,
      height: 100,
    })
  })

  it('is 404 for any other address, 422 without one, and 501 for another format than JSON', async ({ api }) => {
    await fillList(api.post('/v1/lists')).expect(201)
    for (const address of [
      'https://www.example.com/lists/nothing',
      'https://www.example.com/lists/my-list"onload=x',
      'https://www.example.com/lists',
      'https://elsewhere.example/lists/my-list',
      'https://www.example.com.elsewhere.example/lists/my-list',
      'my-list',
    ])
      await api.get(of(address)).expect(404)
    for (const path of ['/oembed', '/oembed?url=']) {
      const { body } = await api.get(path).expect(422)
      expect(body.errors).toEqual({ url: ["The parameter url must be the address of a list's page."] })
    }
    for (const format of ['xml', 'yaml', ''])
      await api
        .get(of(PAGE, `&format=${format}`))
        .expect(501)
        .expect('Error-Code', 'not_implemented')
  })
})
