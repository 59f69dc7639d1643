import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { lines, request, send, serve } from '../../support/requests/wire.ts'

const head = (...more: string[]) => ['POST /v1/lists HTTP/1.1', 'Host: x', 'Connection: close', ...more]
const multipart = 'Content-Type: multipart/form-data; boundary=b'

/** A whole form, to be spoilt. */
const FORM = [
  ...Object.entries({ name: 'Spoilt', game: '4', description: '' }).map(([name, value]) =>
    lines('--b', `Content-Disposition: form-data; name="${name}"`, '', value, ''),
  ),
  lines('--b', 'Content-Disposition: form-data; name="files[]"; filename="a.txt"', '', 'a', '--b--', ''),
].join('')

describe('a body that is malformed', () => {
  const cases: Record<string, [body: string, ...head: string[]]> = {
    'JSON that breaks off': ['{"name":', 'Content-Type: application/json'],
    'JSON that is empty': ['', 'Content-Type: application/json'],
    'JSON that is no object': ['[1]', 'Content-Type: application/json'],
    'JSON null': ['null', 'Content-Type: application/json'],
    'JSON with a prototype': ['{"__proto__":{"name":"x"}}', 'Content-Type: application/json'],
    'JSON that is no UTF-8': ['{"name":"\udcff"}', 'Content-Type: application/json'],
    'JSON with files that are none': [
      '{"name":"a","game":4,"description":"","files":["a"]}',
      'Content-Type: application/json',
    ],
    'JSON nested deeply': [`${'['.repeat(100_000)}`, 'Content-Type: application/json'],
    'a plain form without files': ['name=a&game=4&description=%zz', 'Content-Type: application/x-www-form-urlencoded'],
    'a form without a boundary': [FORM, 'Content-Type: multipart/form-data'],
    'a form with an empty boundary': [FORM, 'Content-Type: multipart/form-data; boundary='],
    'a form with another boundary': [FORM, 'Content-Type: multipart/form-data; boundary=c'],
    'a form that breaks off': [FORM.slice(0, -20), multipart],
    'a form that is no form': ['hello', multipart],
    'an empty form': ['', multipart],
    'a form with a file in place of a text': [
      FORM.replace('name="description"', 'name="description"; filename="d"'),
      multipart,
    ],
    'a form with fields of no name': [FORM.replaceAll(/name="/g, 'title="'), multipart],
    'a form with a prototype': [FORM.replace('name="description"', 'name="__proto__"'), multipart],
    'a form with very many fields': [
      `${lines('--b', 'Content-Disposition: form-data; name="x"', '', '', '').repeat(5000)}${FORM}`,
      multipart,
    ],
  }

  for (const [what, [body, ...type]] of Object.entries(cases)) {
    it(`is the client's fault and stores nothing: ${what}`, async ({ port, db }) => {
      const answer = await send(port, request(head(...type), body))

      expect([400, 413, 422]).toContain(answer.status)
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(JSON.parse(answer.text).message).toEqual(expect.stringMatching(/./))
      expect([await db.list.count(), await db.file.count()]).toEqual([0, 0])
    })
  }

  it('is refused with 415 if it is of another type, and so is a type that is none', async ({ api, db }) => {
    for (const type of ['text/xml', 'image/png', 'nonsense', ';;;']) {
      const { body } = await api.post('/v1/lists').set('Content-Type', type).send('<name>a</name>').expect(415)
      expect(Object.keys(body)).toEqual(['message'])
    }
    expect(await db.list.count()).toBe(0)
  })

  it('that is missing is a form without fields', async ({ api }) => {
    const { body } = await api.post('/v1/lists').expect(422)
    expect(body.errors).toMatchObject({ name: [body.message], game: [expect.any(String)], files: [expect.any(String)] })
  })

  it('that is missing does not matter where none is needed, whatever its type', async ({ api, signIn }) => {
    const token = await signIn('author')
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' })).expect(201)
    const json = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }

    await api.get('/v1/games').set(json).expect(200)
    await api.delete('/v1/lists/my-list').set(json).expect(204)
  })
})

describe('a path that is malformed', () => {
  for (const path of ['/v1/lists/%zz', '/v1/lists/%', '/v1/games/%ff%fe', '/%c3%28', '/v1/compare/%E0%A4%A/b']) {
    it(`is refused with 400: ${path}`, async ({ port }) => {
      const answer = await send(port, lines(`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: close', '', ''))

      expect(answer).toMatchObject({ status: 400, headers: { 'content-type': 'application/json; charset=utf-8' } })
      expect(JSON.parse(answer.text)).toEqual({ message: expect.stringMatching(/./) })
      // As any other answer: a website's script can read it, and nothing runs in it.
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': expect.stringContaining('X-Request-Id'),
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        'x-content-type-options': 'nosniff',
      })
    })
  }

  for (const slug of ['%00', '%0d%0a', '..%2f..%2fetc', "'%20OR%201=1", '%F0%9F%98%80', 'x'.repeat(3000), 'MY-LIST']) {
    it(`is a list that is not there: ${slug.slice(0, 20)}`, async ({ api }) => {
      for (const path of [`/v1/lists/${slug}`, `/v1/games/${slug}`, `/v1/compare/${slug}/${slug}`]) {
        const { body } = await api.get(path).expect(404)
        expect(Object.keys(body)).toEqual(['message'])
      }
    })
  }

  it('never makes a query fail', async ({ port }) => {
    for (const query of [
      'filter[author]=%zz',
      'filter[game]=%ff',
      'filter[author]=%00',
      '&&==&',
      '%5B%5D=%',
      'sort[]=created',
    ]) {
      const { status, text } = await send(port, `GET /v1/lists?${query} HTTP/1.0\r\n\r\n`)
      expect([200, 400, 422]).toContain(status)
      expect(JSON.parse(text)).toHaveProperty(status === 200 ? 'data' : 'message')
    }
  })
})

describe('a head that is malformed', () => {
  const cases: Record<string, [text: string, status: number]> = {
    'a line that is no header': [lines('GET / HTTP/1.1', 'Host: x', 'nonsense', '', ''), 400],
    'a method that is none': [lines('FETCH / HTTP/1.1', 'Host: x', '', ''), 400],
    'no HTTP at all': ['hello\r\n\r\n', 400],
    'two lengths': [
      lines('POST /v1/lists HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Content-Length: 2', '', 'a'),
      400,
    ],
    'a length that is none': [lines('POST /v1/lists HTTP/1.1', 'Host: x', 'Content-Length: many', '', ''), 400],
    'a length beside chunks': [
      lines('POST /v1/lists HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Transfer-Encoding: chunked', '', ''),
      400,
    ],
    'headers too large': [lines('GET / HTTP/1.1', 'Host: x', `X-Much: ${'x'.repeat(20_000)}`, '', ''), 431],
    'an expectation that nobody can meet': [
      lines('GET / HTTP/1.1', 'Host: x', 'Connection: close', 'Expect: tea', '', ''),
      417,
    ],
  }

  for (const [what, [text, expected]] of Object.entries(cases)) {
    it(`is answered in JSON with a message alone: ${what}`, async ({ port }) => {
      const { status, headers, text: body } = await send(port, text)

      expect({ status, type: headers['content-type'] }).toEqual({
        status: expected,
        type: 'application/json; charset=utf-8',
      })
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      expect(JSON.parse(body)).toEqual({ message: expect.stringMatching(/./) })
    })
  }

  it('without a host is answered in JSON', async ({ port }) => {
    const { headers, text } = await send(port, lines('GET /v1/nothing HTTP/1.1', 'Connection: close', '', ''))

    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(text)).toEqual({ message: expect.stringMatching(/./) })
  })

  it('does not matter where nothing is read from it', async ({ port }) => {
    const odd = [
      'Accept: nonsense',
      'Content-Type: nonsense',
      'If-None-Match: nonsense',
      'Cookie: %%%',
      'Range: bytes=x',
    ]
    const text = lines('GET /v1/games HTTP/1.1', 'Host: x', 'Connection: close', ...odd, '', '')
    expect(await send(port, text)).toMatchObject({ status: 200 })
  })
})

describe('a request that wants another protocol', () => {
  it('is 405 in JSON if it is CONNECT, whose connection is then closed', async ({ port }) => {
    for (const target of ['example.com:443', '/v1/lists']) {
      const answer = await send(port, lines(`CONNECT ${target} HTTP/1.1`, 'Host: x', '', ''))

      expect(answer).toMatchObject({ status: 405, headers: { 'content-type': 'application/json; charset=utf-8' } })
      expect(answer.headers).toMatchObject({ allow: '', connection: 'close', 'x-request-id': expect.any(String) })
      expect(JSON.parse(answer.text)).toEqual({ message: expect.stringContaining('CONNECT') })
    }
  })

  it('is answered as if it did not, if it offers an upgrade', async ({ port }) => {
    for (const [method, path, status] of [
      ['GET', '/v1/games', 200],
      ['GET', '/v1/nothing', 404],
      ['PUT', '/v1/games', 405],
    ] as const) {
      for (const upgrade of ['websocket', 'h2c']) {
        const head = [`${method} ${path} HTTP/1.1`, 'Host: x', 'Connection: Upgrade, close', `Upgrade: ${upgrade}`]
        const answer = await send(port, lines(...head, '', ''))
        expect({ upgrade, status: answer.status }).toEqual({ upgrade, status })
        expect(JSON.parse(answer.text)).toHaveProperty(status === 200 ? 'data' : 'message')
      }
    }
  })
})

describe('what never becomes a request', () => {
  it('is refused so that a script of any website can read why, where any may', async ({ catalog }) => {
    const large = lines('GET / HTTP/1.1', 'Host: x', `X-Much: ${'x'.repeat(20_000)}`, '', '')
    const open = await send(await serve(catalog), large)
    const closed = await send(await serve(catalog, { corsOrigins: ['https://www.example.com'] }), large)

    expect([open.status, open.headers['access-control-allow-origin']]).toEqual([431, '*'])
    expect([closed.status, closed.headers['access-control-allow-origin']]).toEqual([431, undefined])
  })
})
