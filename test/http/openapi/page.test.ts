import { expect, onTestFinished } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { it, options } from '../../support/it.ts'
import { BROWSER } from '../../support/website/pages.ts'

it('GET /docs is a page whose scripts and styles all exist, with and without a slash at the end of the path', async ({
  api,
}) => {
  for (const path of ['/docs', '/docs/']) {
    const { text } = await api.get(path).expect(200).expect('content-type', 'text/html; charset=utf-8')
    const parts = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, part = '']) => part)
    expect(parts).toContain('/docs/start.js')
    for (const part of parts.filter((part) => !/^(#|https:)/.test(part))) {
      const { pathname, search } = new URL(part, `http://x${path}`)
      await api
        .get(pathname + search)
        .set('accept', BROWSER)
        .expect(/^\/account/.test(pathname) ? 303 : 200)
    }
  }
})

it('GET /docs begins with the header of the site, a first call and how to get a token', async ({ api }) => {
  const { text } = await api.get('/docs').expect(200)
  expect(text).toContain('<header class="top">')
  expect(text).toContain('<a href="/v1/lists?page%5Bsize%5D=2">')
  expect(text).toContain('ask the operator of this server for an API token')
  expect(text).toContain('<b>POST</b> /v1/lists</code></td><td><a href="#/Lists/createList">')
  expect(text).not.toContain('swagger-ui-bundle.js')
})

it('GET /docs cannot load anything from other hosts, run inline scripts, or be framed', async ({ api }) => {
  const { text, headers } = await api.get('/docs').expect(200)

  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
  expect(text).not.toMatch(/(src|<link rel="(stylesheet|icon)"[^>]*href)="https?:|<script>|<style|style=/)
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
})

it('GET /docs of a server without a website has only the reference', async ({ catalog }) => {
  const app = await buildApp({ ...catalog }, { ...options, website: false })
  onTestFinished(() => app.close())
  for (const [path, folder] of [
    ['/docs', './docs'],
    ['/docs/', '.'],
  ] as const) {
    const { body } = await app.inject(path)
    expect([...body.matchAll(/src="([^"]+)"/g)].map(([, part]) => part)).toEqual([`${folder}/start.js`])
  }
})
