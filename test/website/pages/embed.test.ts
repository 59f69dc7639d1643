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
