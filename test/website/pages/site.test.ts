import supertest from 'supertest'
import { describe, expect, onTestFinished } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import type { Context } from '../../../src/context.ts'
import type { SiteInfo } from '../../../src/site-info.ts'
import { it, options } from '../../support/it.ts'
import { bearer } from '../../support/requests/authorization.ts'
import { fillList } from '../../support/requests/forms.ts'
import { openPage } from '../../support/website/pages.ts'

const INFO: SiteInfo = {
  name: 'Ann’s "<lists>" & more',
  contact: 'mailto:ann@example.com',
  terms: 'https://example.com/terms?a&b',
  privacy: 'https://example.com/privacy',
  notice: 'Closed on <Monday>.',
  needsAccount: true,
}

async function siteOf(catalog: Context, site: SiteInfo | undefined, varied = {}) {
  const urls = { ...catalog.urls, ...(site !== undefined && { site }) }
  const app = await buildApp({ ...catalog, urls } as never, { ...options, ...varied })
  onTestFinished(() => app.close())
  await app.ready()
  return supertest(app.server)
}

describe('the settings of the site', () => {
  it('put its name, a notice and the links of the footer on all pages', async ({ catalog }) => {
    const api = await siteOf(catalog, INFO)
    for (const path of ['/', '/lists', '/upload', '/nothing']) {
      const { html, links, title } = await openPage(api, path)
      expect(title).toContain('Ann’s "<lists>" & more')
      expect(html).toContain('Closed on &lt;Monday>.')
      expect(html).not.toMatch(/<lists>|<Monday>|content="[^"]*"&lt;lists/)
      expect(links).toEqual(expect.arrayContaining([INFO.contact, INFO.terms, INFO.privacy]))
    }
    const front = (await api.get('/').set('Accept', 'text/html').expect(200)).text
    expect(front).toContain('<title>Ann’s &quot;&lt;lists>&quot; &amp; more</title>')
    expect(front).toMatch(/property="og:title" content="Ann’s &quot;/)
    expect((await api.get('/docs').expect(200)).text).toContain(
      '<title>API reference · Ann’s &quot;&lt;lists>&quot; &amp; more</title>',
    )
    expect((await api.get('/openapi.json').expect(200)).body.info.title).toBe(INFO.name)
    expect((await openPage(api, '/upload')).words).toContain('Uploads need an account here. Sign in first.')
    const home = await openPage(api, '/')
    expect(home.words).toContain('Uploads need an account here. Sign in first.')
    expect(home.words).not.toContain('No account, no tracking.')
    expect(home.html).not.toContain('id="folder"')
  })
})

describe('security.txt', () => {
  it('says where to report a problem if a contact is set, and expires within a year', async ({
    api,
    catalog,
    clock,
  }) => {
    const site = await siteOf(catalog, INFO)
    const read = async () => (await site.get('/.well-known/security.txt').expect(200)).text
    expect(await read()).toBe(
      'Contact: mailto:ann@example.com\nExpires: 2027-11-15T00:00:00.000Z\nPreferred-Languages: en\n' +
        'Canonical: https://www.example.com/.well-known/security.txt\n',
    )
    clock.advance(3 * 365 * 86_400_000)
    expect(await read()).toContain('Expires: 2030-11-14T00:00:00.000Z')
    await api.get('/.well-known/security.txt').expect(404)
  })
})

describe('robots.txt and the sitemap', () => {
  it('name the pages that crawlers may read, and the public lists that have an author', async ({ api, signIn }) => {
    const token = bearer(await signIn('Ada'))
    for (const [name, fields] of [
      ['Hers', {}],
      ['Unlisted', { private: '1' }],
    ] as const)
      await fillList(api.post('/v1/lists').set(token), { name, ...fields }).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Anonymous', expires: 'perm' }).expect(201)

    const robots = await api.get('/robots.txt').expect(200)
    for (const path of ['/v1/', '/compare/', '/lists/*/history', '/lists/*/edit', '/sign-in'])
      expect(robots.text).toContain(`\nDisallow: ${path}\n`)
    expect(robots.text).toContain('Sitemap: https://www.example.com/sitemap.xml')
    const { text } = await api.get('/sitemap.xml').expect(200)
    expect(text.match(/<loc>[^<]*/g)).toEqual(['<loc>https://www.example.com/lists/hers'])
    await api.get('/sitemap/2').expect(404)
    await api.get('/sitemap/nothing').expect(404)
    expect((await openPage(api, '/lists/anonymous')).meta('robots')).toBe('noindex')
    expect((await openPage(api, '/lists/hers')).meta('robots')).toBeUndefined()
  })
})
