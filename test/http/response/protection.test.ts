import { expect } from 'vitest'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { appWithRoutes, pathOf } from '../../support/requests/openapi/routes.ts'

const PROTECTED = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': expect.stringMatching(/frame-ancestors 'none'/),
}
const NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'"
const MARKUP = '<html><body><script>alert(1)</script></body></html>'

it('every response prevents browsers from guessing types, framing pages and sending a Referer', async ({
  catalog,
  api,
}) => {
  await fillList(api.post('/v1/lists'), { name: 'My List' }).expect(201)
  const { app, routes } = await appWithRoutes(catalog)

  const fill = (name: string) => ({ game: '4', revision: '1' })[name] ?? 'my-list'
  for (const route of [...routes, { method: 'GET', url: '/v1/nothing' }, { method: 'POST', url: '/v1/lists' }]) {
    const { headers } = await app.inject({ method: route.method as 'GET', url: pathOf(route, fill) })
    // Browsers tell this website, and no other, from which of its pages a form was sent.
    const isOfWebsite = headers['referrer-policy'] === 'same-origin'
    if (isOfWebsite) expect(route.url).not.toMatch(/^\/(v1|oauth|metrics)\b/)
    else if (!route.url.startsWith('/docs')) expect(String(headers['content-type'])).not.toMatch(/^text\/html/)
    expect({ ...route, ...headers }).toMatchObject({
      ...PROTECTED,
      ...(isOfWebsite && { 'referrer-policy': 'same-origin' }),
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
    expect(headers).not.toHaveProperty('set-cookie')
  }
})

it('uploaded text is never served as HTML, regardless of its content and of Accept', async ({ catalog, api }) => {
  const texts = { name: MARKUP, description: MARKUP, version: '<script>x</script>' }
  const { body } = await fillList(api.post('/v1/lists'), texts, { 'page.html': MARKUP }).expect(201)
  const { app, routes } = await appWithRoutes(catalog)
  const file = (await api.get(body.data.url).expect(200)).body.data.files[0]

  const values: Record<string, string> = {
    game: '4',
    revision: '1',
    file: file.name,
    name: file.name,
    '*': file.name,
  }
  const fill = (name: string) => encodeURIComponent(values[name] ?? body.data.slug)
  let count = 0
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    const headers = { accept: 'text/html,image/svg+xml,*/*', origin: 'https://evil.example' }
    const answer = await app.inject({ url: pathOf(route, fill), headers })
    if (!/<script>|\\u003cscript/.test(answer.body) || route.url.startsWith('/docs')) continue
    count++
    expect({ ...route, type: answer.headers['content-type'] }).toEqual({
      ...route,
      type: expect.stringMatching(
        /^(application\/json|text\/plain|text\/markdown|application\/octet-stream|application\/zip)\b/,
      ),
    })
    expect(answer.headers['content-security-policy']).toBe(NOTHING_RUNS)
  }
  expect(count).toBeGreaterThan(4)
})

it('a website on another origin is never allowed to send credentials of its visitors, for any settings', async ({
  catalog,
}) => {
  for (const corsOrigins of ['*', ['https://www.example.com']] as const) {
    const { app } = await appWithRoutes(catalog, { corsOrigins: corsOrigins === '*' ? '*' : [...corsOrigins] })
    for (const origin of ['https://www.example.com', 'https://evil.example', 'null']) {
      for (const method of ['GET', 'OPTIONS'] as const) {
        const headers = { origin, 'access-control-request-method': 'POST', cookie: 'a=b' }
        const answer = await app.inject({ method, url: '/v1/lists', headers })
        expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
        const allowed = answer.headers['access-control-allow-origin']
        expect([corsOrigins === '*' ? '*' : 'https://www.example.com', undefined, false]).toContain(allowed)
      }
    }
  }
})
