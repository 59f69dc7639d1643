import { describe, expect } from 'vitest'
import { openDatabase } from '../../../src/db/client.ts'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { lines, send, serve } from '../../support/requests/wire.ts'
import { BROWSER, openPage, textOf } from '../../support/website/pages.ts'

const get = (port: number, path: string, accept: string, method = 'GET') =>
  send(port, lines(`${method} ${path} HTTP/1.1`, 'Host: x', `Accept: ${accept}`, 'Connection: close', '', ''))

describe('an error', () => {
  it('is a page for browsers and JSON for programs, at paths of the website', async ({ port }) => {
    for (const path of ['/lists/nothing', '/lists/a/b/c', '/compare/a', '/nonsense', '/%ff', '/assets/x']) {
      const page = await get(port, path, BROWSER)
      expect([path, page.status, page.headers['content-type']]).toEqual([
        path,
        path === '/%ff' ? 400 : 404,
        'text/html; charset=utf-8',
      ])
      expect(page.headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
      expect(page.headers.vary).toContain('Accept')
      expect(page.text).toContain('<meta name="robots" content="noindex"/>')

      for (const accept of ['*/*', 'application/json', 'text/html;q=0, */*']) {
        const { status, headers, text } = await get(port, path, accept)
        expect([path, status, headers['content-type']]).toEqual([path, page.status, 'application/json; charset=utf-8'])
        expect(JSON.parse(text)).toEqual({ message: expect.any(String) })
        expect(headers.vary).toContain('Accept')
      }
    }
  })

  it('is JSON at paths of the API, regardless of Accept', async ({ port }) => {
    for (const path of ['/v1/lists/nothing', '/v1', '/v2/lists', '/docs/nothing', '/openapi.json/x', '/nothing.ico']) {
      const { status, headers, text } = await get(port, path, BROWSER)
      expect([path, status, headers['content-type']]).toEqual([path, 404, 'application/json; charset=utf-8'])
      expect(JSON.parse(text)).toEqual({ message: expect.any(String) })
      expect(headers.vary ?? '').not.toMatch(/Accept(?!-)/)
    }
  })

  it('says what does not exist: a list, a revision, a game, an author or a page', async ({ api }) => {
    const { status, title, headings, words } = await openPage(api, '/lists/nothing')
    expect([status, title, headings]).toEqual([404, 'Not found · Mod list catalog', ['Not found', 'Yours']])
    expect(words).toContain('expired, or never existed')
    await fillList(api.post('/v1/lists')).expect(201)
    for (const [path, said] of [
      ['/lists/my-list@9', 'This list has no such version'],
      ['/games/999', 'Game not found.'],
      ['/authors/nobody', 'Author not found.'],
      ['/nowhere', 'There is no page here.'],
      ['/assets/nothing.js', 'There is no page here.'],
    ] as const) {
      const page = await openPage(api, path)
      expect([path, page.status, page.words]).toEqual([path, 404, expect.stringContaining(said)])
    }
  })

  it('names the allowed methods if a page does not have the method (405)', async ({ port }) => {
    const { status, headers, text } = await get(port, '/games', BROWSER, 'DELETE')
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect(textOf(text)).toContain('Allowed: GET, HEAD, OPTIONS')
  })

  it('says once when to try again after too many requests (429)', async ({ catalog }) => {
    const port = await serve(catalog, { trustProxy: 1, rateLimits: { read: 2, write: 0 } })
    const page = await get(port, '/games', BROWSER)
    const assets = page.text.match(/\/assets\/[\w.-]+/g) ?? []
    expect(new Set(assets).size).toBe(4) // assets belong to the page and do not count
    for (const path of assets) expect((await get(port, path, BROWSER)).status).toBe(200)
    await get(port, '/lists/nothing', BROWSER)
    const { status, headers, text } = await get(port, '/games', BROWSER)
    expect(status).toBe(429)
    const main = textOf(/<main[^>]*>(.*)<\/main>/s.exec(text)?.[1] ?? '')
    expect(main.match(/Try again in \d+ \w+\./g)).toHaveLength(1)
    expect(headers['retry-after']).toMatch(/^\d+$/)
  })

  it('says on every page when to try again while the database is unavailable (503)', async ({ catalog }) => {
    const db = openDatabase('postgresql://127.0.0.1:1/away')
    const port = await serve({ ...catalog, db })
    for (const path of ['/', '/lists', '/lists?search=x', '/lists/a', '/compare', '/compare/a/b', '/games']) {
      const { status, headers, text } = await get(port, path, BROWSER)
      expect([path, status, headers['content-type']]).toEqual([path, 503, 'text/html; charset=utf-8'])
      expect(headers['retry-after']).toMatch(/^\d+$/)
      expect(textOf(text)).toContain(
        `The database is not available; try again in ${headers['retry-after']} seconds. Try again All`,
      )
    }
    expect((await get(port, '/compare?list1=a&list2=b', BROWSER)).status).toBe(303)
    await db.$disconnect()
  })
})
