import { connect } from 'node:net'
import { expect } from 'vitest'
import { it } from '../../support/it.ts'
import { get, serve } from '../../support/requests/wire.ts'

const WEBSITE = 'https://mods.example.com'

/** Headers of requests, by their purpose. */
const KINDS: Record<string, string[]> = {
  'no headers': [],
  'a website': [`Origin: ${WEBSITE}`],
  'another website': ['Origin: https://other.example.com'],
  gzip: ['Accept-Encoding: gzip, br'],
  'no gzip': ['Accept-Encoding: gzip;q=0, identity'],
  'another coding': ['Accept-Encoding: not-gzip'],
  revalidation: ['If-None-Match: *'],
  'revalidation from a website': ['If-None-Match: *', `Origin: ${WEBSITE}`],
}

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

it.for([
  ['*', '*'],
  ['one website', [WEBSITE]],
] as const)(
  'a cached response has the same status, headers and bytes as an uncached one: CORS_ORIGINS of %s',
  async ([_, origins], { catalog }) => {
    const corsOrigins = origins === '*' ? origins : [...origins]
    const [caching, uncached] = [
      await serve(catalog, { corsOrigins }),
      await serve(catalog, { corsOrigins, cacheBytes: 0 }),
    ]
    const ask = async (port: number, headers: readonly string[]) => {
      const { headers: answered, ...rest } = await get(port, '/v1/games', ...headers)
      const { date: _, 'x-request-id': id, ...same } = answered
      return { id, answer: { ...rest, headers: same } }
    }

    for (const [kind, headers] of Object.entries(KINDS)) {
      const [first, again, made] = [
        await ask(caching, headers),
        await ask(caching, headers),
        await ask(uncached, headers),
      ]
      expect([kind, again.answer]).toEqual([kind, first.answer])
      expect([kind, again.answer]).toEqual([kind, made.answer])
      expect(again.id).toMatch(/^[0-9a-f-]{36}$/)
      expect(again.id).not.toBe(first.id)
    }
  },
)

it('a cached response counts toward the read rate limit', async ({ catalog }) => {
  const port = await serve(catalog, { rateLimits: { read: 2, write: 0 } })
  const status = async () => (await get(port, '/v1/games')).status

  expect([await status(), await status(), await status()]).toEqual([200, 200, 429])
})

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
