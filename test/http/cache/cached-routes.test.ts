import { connect } from 'node:net'
import supertest from 'supertest'
import { expect } from 'vitest'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { appWithRoutes, pathOf } from '../../support/requests/openapi/routes.ts'
import { serve } from '../../support/requests/wire.ts'

it.for([
  ['gzip', 'gzip'],
  ['br, gzip;q=0.5', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip;q=0', undefined],
  ['not-gzip', undefined],
  ['x-gzip', undefined],
] as const)(
  'a cached response has for Accept-Encoding %s the Content-Encoding %s',
  async ([accepted, encoding], { api }) => {
    for (const _ of ['uncached', 'cached']) {
      const { headers } = await api.get('/v1/games').set('Accept-Encoding', accepted).expect(200)
      expect(headers['content-encoding']).toBe(encoding)
    }
  },
)

it('a cached response keeps its place among pipelined responses', async ({ catalog }) => {
  const port = await serve(catalog)
  const paths = ['/v1/games', '/v1/lists', '/v1/games', '/v1/nothing', '/v1/lists', '/healthz', '/v1/games']
  const text = async () => {
    const socket = connect(port, '127.0.0.1')
    const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n`)
    socket.write(`${requests.join('\r\n')}Connection: close\r\n\r\n`)
    return Buffer.concat(await socket.toArray()).toString()
  }
  /** Returns the kinds of the responses in order. Each kind is recognized by a word that it contains. */
  const kinds = async () => {
    const words = (await text()).match(/"lists_count"|"current_page"|not found|"ok"/g) ?? []
    return words.filter((word, index) => word !== words[index - 1])
  }
  const games = '"lists_count"'
  const inOrder = [games, '"current_page"', games, 'not found', '"current_page"', '"ok"', games]
  expect([await kinds(), await kinds()]).toEqual([inOrder, inOrder]) // first uncached, then cached
})

it('a cached response of each route has the headers and bytes of the response before', async ({
  catalog,
  api,
  signIn,
}) => {
  const token = await signIn('Ann')
  for (const name of ['My List', 'Other']) {
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' }), { name }, { 'modlist.txt': '+A\n' }).expect(
      201,
    )
  }
  const values: Record<string, string> = { slug: 'my-list', slug1: 'my-list', slug2: 'other', game: '4', name: 'Ann' }
  const { app, registered } = await appWithRoutes(catalog)
  const client = supertest(app.server)
  const paths = registered
    .filter(({ method, config }) => method === 'GET' && config?.cacheKey !== undefined)
    .map((route) => pathOf({ method: 'GET', url: route.url }, (name) => values[name] ?? '1'))
  const found: string[] = []
  for (const path of new Set([...paths, '/compare?list1=my-list&list2=other'])) {
    const accept = path.startsWith('/v1') ? 'application/json' : 'text/html'
    const ask = async () => {
      const { status, headers, text } = await client.get(path).set('Accept', accept)
      const { date: _, 'x-request-id': __, ...same } = headers
      return { path, status, headers: same, text }
    }
    const first = await ask()
    expect(await ask()).toEqual(first)
    if (first.status === 200) found.push(path)
  }
  expect(found.length).toBeGreaterThan(25)
  expect(found).toContain('/upload')
})
