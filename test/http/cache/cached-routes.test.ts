import { connect } from 'node:net'
import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { send, serve } from '../../support/requests/wire.ts'

const WEBSITE = 'https://mods.example.com'

/** What the headers of a request ask for. */
const KINDS: Record<string, Record<string, string>> = {
  'nothing special': {},
  'a website': { Origin: WEBSITE },
  'another website': { Origin: 'https://other.example.com' },
  gzip: { 'Accept-Encoding': 'gzip, br' },
  'no gzip': { 'Accept-Encoding': 'gzip;q=0, identity' },
  'another coding': { 'Accept-Encoding': 'not-gzip' },
  'what it has already': { 'If-None-Match': '*' },
  'what it has already, from a website': { 'If-None-Match': '*', Origin: WEBSITE },
}

describe('a cached response', () => {
  it.for([
    ['gzip', 'gzip'],
    ['br, gzip;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip;q=0', undefined],
    ['not-gzip', undefined],
    ['x-gzip', undefined],
  ] as const)('is compressed for %s: %s', async ([accepted, encoding], { api }) => {
    for (const _ of ['made', 'cached']) {
      const { headers } = await api.get('/v1/games').set('Accept-Encoding', accepted).expect(200)
      expect(headers['content-encoding']).toBe(encoding)
    }
  })

  it.for([
    ['*', '*'],
    ['one website', [WEBSITE]],
  ] as const)(
    'has the status, headers and bytes of one that was made for it: CORS_ORIGINS of %s',
    async ([_, origins], { catalog }) => {
      const corsOrigins = origins === '*' ? origins : [...origins]
      const [remembering, forgetting] = [
        await serve(catalog, { corsOrigins }),
        await serve(catalog, { corsOrigins, cacheBytes: 0 }),
      ]
      const get = async (port: number, headers: Record<string, string>) => {
        const lines = Object.entries({ ...headers, Connection: 'close' }).map(
          ([name, value]) => `${name}: ${value}\r\n`,
        )
        const { headers: answered, ...rest } = await send(port, `GET /v1/games HTTP/1.1\r\n${lines.join('')}\r\n`)
        const { date: _, 'x-request-id': id, ...same } = answered
        return { id, answer: { ...rest, headers: same } }
      }

      for (const [kind, headers] of Object.entries(KINDS)) {
        const [first, again, made] = [
          await get(remembering, headers),
          await get(remembering, headers),
          await get(forgetting, headers),
        ]
        expect([kind, again.answer]).toEqual([kind, first.answer])
        expect([kind, again.answer]).toEqual([kind, made.answer])
        expect(again.id).toMatch(/^[0-9a-f-]{36}$/)
        expect(again.id).not.toBe(first.id)
      }
    },
  )

  it('counts towards a limit on reads', async ({ catalog }) => {
    const port = await serve(catalog, { rateLimits: { read: 2, write: 0 } })
    const status = async () => (await send(port, 'GET /v1/games HTTP/1.0\r\n\r\n')).status

    expect([await status(), await status(), await status()]).toEqual([200, 200, 429])
  })

  it('is not mixed up with its neighbours on a connection where requests come before their answers', async ({
    catalog,
  }) => {
    const port = await serve(catalog)
    const paths = ['/v1/games', '/v1/lists', '/v1/games', '/v1/nothing', '/v1/lists', '/healthz', '/v1/games']
    const text = async () => {
      const socket = connect(port, '127.0.0.1')
      const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n`)
      socket.write(`${requests.join('\r\n')}Connection: close\r\n\r\n`)
      return Buffer.concat(await socket.toArray()).toString()
    }
    /** What the answers are, in the order in which they came: each has its word once or many times. */
    const kinds = async () => {
      const words = (await text()).match(/"lists_count"|"current_page"|not found|"ok"/g) ?? []
      return words.filter((word, index) => word !== words[index - 1])
    }
    const games = '"lists_count"'
    const inOrder = [games, '"current_page"', games, 'not found', '"current_page"', '"ok"', games]
    expect([await kinds(), await kinds()]).toEqual([inOrder, inOrder]) // made, and then from memory
  })
})
