import { expect } from 'vitest'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { bare, get, send, serve } from '../../support/requests/wire.ts'

const ALLOWED: Record<string, string> = {
  '/': 'GET, HEAD, OPTIONS',
  '/version': 'GET, HEAD, OPTIONS',
  '/healthz': 'GET, HEAD, OPTIONS',
  '/readyz': 'GET, HEAD, OPTIONS',
  '/metrics': 'GET, HEAD, OPTIONS',
  '/v1/lists': 'GET, HEAD, OPTIONS, POST',
  '/v1/lists/my-list': 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT',
  '/v1/games': 'GET, HEAD, OPTIONS',
  '/v1/games/4': 'GET, HEAD, OPTIONS',
  '/v1/compare': 'GET, HEAD, OPTIONS',
  '/v1/compare/a/b': 'GET, HEAD, OPTIONS',
  '/v1/user': 'GET, HEAD, OPTIONS',
  '/v1/user/lists': 'GET, HEAD, OPTIONS',
}
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'MKCOL', 'PURGE', 'SEARCH']

it('an unsupported method returns 405 with Allow and only a message', async ({ port }) => {
  for (const [path, allow] of Object.entries(ALLOWED)) {
    for (const method of METHODS.filter((known) => !allow.split(', ').includes(known))) {
      const { status, headers, text } = await send(port, bare(`${method} ${path}`))

      expect({ method, path, status, allow: headers.allow }).toEqual({ method, path, status: 405, allow })
      expect(JSON.parse(text)).toEqual({ message: expect.stringContaining(method) })
    }
  }
})

it('an unknown path returns 404 in JSON with only a message, for every method and Accept header', async ({ port }) => {
  const paths = ['/v1', '/v2/lists', '/v1/list', '/v1/lists/a/b', '/v1/compare/a', '/v1/compare/a/b/c', '/v1/user/x']
  for (const path of [...paths, '/nothing.ico']) {
    for (const method of [...METHODS, 'OPTIONS']) {
      const { status, headers, text } = await send(port, bare(`${method} ${path}`, 'Accept: text/html'))

      const type = 'application/json; charset=utf-8'
      expect({ method, path, status, type: headers['content-type'] }).toEqual({ method, path, status: 404, type })
      expect(JSON.parse(text)).toEqual({ message: expect.stringContaining('not found') })
    }
  }
})

it('HEAD returns the status and headers of GET, and no body', async ({ api, signIn }) => {
  const token = await signIn('Author')
  await fillList(api.post('/v1/lists')).expect(201)

  const good = ['/', '/healthz', '/readyz', '/v1/lists', '/v1/lists?page[size]=all', '/v1/lists/my-list', '/v1/games']
  const more = ['/v1/games/4', '/v1/compare', '/v1/compare/my-list/my-list', '/v1/user', '/v1/user/lists']
  for (const path of [...good, ...more, '/v1/lists/nothing', '/v1/nothing', '/v1/lists?sort=x']) {
    // Without this header, the test client requests compression for GET only.
    const get = await api.get(path).set('Authorization', token).set('Accept-Encoding', 'identity')
    const head = await api.head(path).set('Authorization', token).set('Accept-Encoding', 'identity')

    expect({ path, status: head.status }).toEqual({ path, status: get.status })
    expect(head.text).toBeUndefined()
    for (const name of ['content-type', 'etag', 'access-control-allow-origin']) {
      expect(head.headers[name]).toBe(get.headers[name])
    }
    if (head.headers['content-length']) expect(head.headers['content-length']).toBe(get.headers['content-length'])
  }
})

it('OPTIONS allows websites on other origins to send a token, with any method', async ({ api }) => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const { headers } = await api
      .options('/v1/lists/my-list')
      .set({
        Origin: 'https://mods.example.net',
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'authorization,content-type,if-match',
      })
      .expect(204)
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['access-control-allow-methods']?.split(', ')).toContain(method)
    expect(headers['access-control-allow-headers']).toBe('authorization,content-type,if-match')
  }
})

it('a website on another origin can read every response, including refusals', async ({ api }) => {
  const origin = { Origin: 'https://mods.example.net' }
  for (const [request, status] of [
    [api.get('/v1/lists').set(origin), 200],
    [api.get('/v1/lists/nothing').set(origin), 404],
    [api.get('/v1/nothing').set(origin), 404],
    [api.get('/v1/lists/%zz').set(origin), 400],
    [api.post('/v1/lists').set(origin).set('Content-Type', 'text/xml').send('<list/>'), 415],
    [api.get('/v1/user').set(origin), 401],
    [api.post('/v1/games').set(origin), 405],
    [api.post('/v1/lists').set(origin), 422],
    [api.post('/v1/lists').set(origin).set('Authorization', 'x'), 401],
  ] as const) {
    const { headers } = await request.expect(status)
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['access-control-expose-headers']).toMatch(/Retry-After/)
  }
})

it('a website on another origin must be in CORS_ORIGINS, unless it allows all', async ({ catalog }) => {
  const port = await serve(catalog, { corsOrigins: ['https://www.example.com'] })
  const originOf = async (origin: string) => {
    const { status, headers } = await get(port, '/v1/games', `Origin: ${origin}`)
    return { status, allowed: headers['access-control-allow-origin'], vary: headers.vary }
  }

  const known = 'https://www.example.com'
  expect(await originOf(known)).toEqual({ status: 200, allowed: known, vary: 'Origin, Accept-Encoding' })
  expect((await originOf('https://evil.example')).allowed).not.toBe('https://evil.example')
  expect((await originOf('https://evil.example')).allowed).not.toBe('*')
})
