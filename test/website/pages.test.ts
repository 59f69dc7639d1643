import { describe, expect } from 'vitest'
import { it } from '../support/it.ts'
import { fillList } from '../support/requests/forms.ts'
import { send, serve } from '../support/requests/wire.ts'
import { openPage } from '../support/website/pages.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

const PAGES = [
  '/',
  '/lists',
  '/lists/my-list',
  '/lists/my-list/history',
  '/upload',
  '/compare',
  '/compare/my-list/other',
  '/games',
  '/help',
]

const fill = async (api: Parameters<typeof openPage>[0]) => {
  await fillList(api.post('/v1/lists'), { name: 'My List', expires: 'perm' }).expect(201)
  await fillList(api.post('/v1/lists'), { name: 'Other', expires: 'perm' }, { 'modlist.txt': '+Other\n' }).expect(201)
}

describe('every page', () => {
  it('is HTML with a content security policy that allows only scripts of this site', async ({ api }) => {
    await fill(api)
    for (const path of PAGES) {
      const { status, headers, html } = await openPage(api, path)
      expect({ path, status, ...headers }).toMatchObject({
        path,
        status: 200,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cache-control': 'no-cache',
      })
      expect(headers).not.toHaveProperty('set-cookie')
      expect(html).toMatch(/^<!DOCTYPE html><html lang="en">/)
      expect(html).not.toMatch(/<style|\bstyle="|\bon\w+="|<script(?![^>]* src=)/)
    }
  })

  it('has one h1 and a unique title', async ({ api }) => {
    await fill(api)
    const pages = await Promise.all(
      [...PAGES, '/lists?page=2', '/lists?game=TESV+Skyrim+SE', '/lists?search=other', '/compare/other/my-list'].map(
        (path) => openPage(api, path),
      ),
    )
    for (const { html } of pages) expect(html.match(/<h1/g)).toHaveLength(1)
    expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length)
  })

  it('has a new entity tag as soon as its content changes', async ({ api }) => {
    await fill(api)
    const before = await Promise.all(PAGES.map((path) => openPage(api, path)))
    await fillList(api.post('/v1/lists'), { name: 'Third' }).expect(201)
    const after = await Promise.all(PAGES.map((path) => openPage(api, path)))

    const changed = PAGES.filter((_, at) => before[at]?.headers.etag !== after[at]?.headers.etag)
    expect(changed).toEqual(['/', '/lists', '/compare', '/games'])
    expect(after[1]?.words).toContain('Third')
  })

  it('is HTML regardless of Accept, except for /, which is JSON for programs', async ({ api }) => {
    await fill(api)
    for (const accept of ['*/*', 'application/json', 'text/html;q=0']) {
      for (const path of PAGES) {
        const { headers } = await api.get(path).set('Accept', accept).expect(200)
        const isPage = path !== '/'
        expect([path, headers['content-type']]).toEqual([
          path,
          isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
        ])
        if (!isPage) expect(headers.vary).toContain('Accept')
      }
    }
    expect((await openPage(api, '/')).headers.vary).toMatch(/^Accept\b(?!-)/)
  })

  it('is HTML at / for what accepts anything and calls itself a browser or a chat’s robot, and JSON for programs', async ({
    api,
  }) => {
    const typeFor = async (headers: Record<string, string>) => {
      const response = await api
        .get('/')
        .set({ 'User-Agent': '', ...headers })
        .expect(200)
      expect(response.headers.vary).toMatch(/^Accept, User-Agent, Sec-Fetch-Dest\b/)
      return response.type
    }
    const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const readers = [
      FIREFOX,
      'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
      'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
      'TelegramBot (like TwitterBot)',
      'WhatsApp/2.24.1 A',
      'facebookexternalhit/1.1',
      'Synapse (bot; +https://github.com/element-hq/synapse)',
    ]
    for (const name of readers) {
      expect([name, await typeFor({ Accept: '*/*', 'User-Agent': name })]).toEqual([name, 'text/html'])
      expect([name, await typeFor({ 'User-Agent': name })]).toEqual([name, 'text/html'])
      expect(await typeFor({ Accept: 'application/json', 'User-Agent': name })).toBe('application/json')
      expect(await typeFor({ Accept: 'application/json, */*', 'User-Agent': name })).toBe('application/json')
    }
    for (const name of ['', 'curl/8.14.1', 'python-requests/2.32.4', 'node', 'Wget/1.25.0', 'robotframework/7']) {
      expect([name, await typeFor({ Accept: '*/*', 'User-Agent': name })]).toEqual([name, 'application/json'])
      expect(await typeFor({ Accept: 'text/html', 'User-Agent': name })).toBe('text/html')
    }
    const script = { Accept: '*/*', 'User-Agent': FIREFOX, 'Sec-Fetch-Dest': 'empty' }
    expect(await typeFor(script)).toBe('application/json')
    const { text } = await api.get('/').set({ Accept: '*/*', 'User-Agent': 'Discordbot/2.0' })
    expect(text).toContain('<meta property="og:title"')
  })

  it('is 404 in JSON if the website is switched off, except for /, which stays JSON', async ({ catalog, api }) => {
    await fill(api)
    const port = await serve(catalog, { website: false })
    for (const path of PAGES) {
      const { status, headers, text } = await send(port, `GET ${path} HTTP/1.0\r\nAccept: text/html\r\n\r\n`)
      expect([path, status]).toEqual([path, path === '/' ? 200 : 404])
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
      expect(JSON.parse(text)).toEqual(expect.any(Object))
    }
  })

  it('links only below the path of PUBLIC_URL', async ({ catalog, api }) => {
    await fill(api)
    const port = await serve({ ...catalog, urls: { api: 'https://x.example/mods', website: 'https://x.example/mods' } })
    for (const path of PAGES) {
      const { text } = await send(port, `GET ${path} HTTP/1.0\r\nAccept: text/html\r\n\r\n`)
      const addresses = [...text.matchAll(/(?:href|src|action)="([^"#][^"]*)"/g)].map(([, address]) => address)
      for (const address of addresses) expect(address).toMatch(/^(\/mods\/|https:\/\/x\.example\/mods\/)/)
    }
  })
})
