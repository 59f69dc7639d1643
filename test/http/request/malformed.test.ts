import { describe, expect } from 'vitest'
import { storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { bare, get, headOf, lines, request, send, serve } from '../../support/requests/wire.ts'

describe('a malformed body', () => {
  const cases: Record<string, [body: string, type?: string]> = {
    'JSON that is cut off': ['{"name":'],
    'empty JSON': [''],
    'JSON that is not an object': ['[1]'],
    'JSON null': ['null'],
    'JSON with a prototype': ['{"__proto__":{"name":"x"}}'],
    'JSON with a replacement character': ['{"name":"\udcff"}'],
    'JSON with strings as files': ['{"name":"a","game":4,"description":"","files":["a"]}'],
    'deeply nested JSON': [`${'['.repeat(100_000)}`],
    'a urlencoded form without files': ['name=a&game=4&description=%zz', 'application/x-www-form-urlencoded'],
  }

  for (const [what, [body, type = 'application/json']] of Object.entries(cases)) {
    it(`is refused with a 4xx status, and nothing is stored: ${what}`, async ({ port, db }) => {
      const answer = await send(port, request(headOf('POST /v1/lists', `Content-Type: ${type}`), body))

      expect([400, 413, 415, 422]).toContain(answer.status)
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(JSON.parse(answer.text).message).toEqual(expect.stringMatching(/^(?:Send|The) .*\.$/))
      expect([await db.list.count(), await db.file.count()]).toEqual([0, 0])
    })
  }

  it('is refused with 415 and the types that the route takes, if it is of another type', async ({
    api,
    db,
    signIn,
  }) => {
    const token = { Authorization: await signIn('Ann') }
    await fillList(api.post('/v1/lists').set(token)).expect(201)
    const before = await storedRows(db)
    const own = api.patch('/v1/lists/my-list').set(token).set('Content-Type', 'text/plain;charset=UTF-8')
    const { body } = await own.send('{"version":"2"}').expect(415)
    const types = 'multipart/form-data, application/x-www-form-urlencoded, application/json'
    expect(body).toEqual({ message: `Send the body as one of these types: ${types}.` })
    const create = api.post('/v1/lists').type('json').send('{}')
    expect((await create.expect(415)).body.message).toBe('Send the body as one of these types: multipart/form-data.')
    const merge = () => api.post('/v1/compare/my-list/my-list/merge')
    for (const request of [merge().field('take', 'x'), merge().type('form').send('take=x')])
      expect((await request.expect(415)).body.message).toBe('Send the body as one of these types: application/json.')
    expect(await storedRows(db)).toEqual(before)
  })

  it.for(['null', '"name=x"', '[{"version":"2"}]', '4', 'true'])(
    'is refused with 422 if it is JSON but not an object: %s',
    async (json, { api, db, signIn }) => {
      const token = { Authorization: await signIn('Ann'), 'Content-Type': 'application/json' }
      await fillList(api.post('/v1/lists').set('Authorization', token.Authorization)).expect(201)
      const before = await storedRows(db)
      for (const [method, path] of [
        ['patch', '/v1/lists/my-list'],
        ['put', '/v1/lists/my-list'],
        ['post', '/v1/lists/my-list/reports'],
        ['post', '/v1/compare/my-list/my-list/merge'],
      ] as const) {
        const { body } = await api[method](path).set(token).send(json).expect(422)
        expect(body).toEqual({ message: 'The body must be a JSON object.', errors: { body: [body.message] } })
      }
      expect(await storedRows(db)).toEqual(before)
    },
  )
})

for (const path of ['/v1/lists/%zz', '/v1/lists/%', '/v1/games/%ff%fe', '/%c3%28', '/v1/compare/%E0%A4%A/b']) {
  it(`a malformed path is refused with 400: ${path}`, async ({ port }) => {
    const answer = await get(port, path)

    expect(answer).toMatchObject({ status: 400, headers: { 'content-type': 'application/json; charset=utf-8' } })
    expect(JSON.parse(answer.text)).toEqual({ message: expect.stringMatching(/./) })
    // The response has the CORS and security headers of any other response.
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('X-Request-Id'),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'error-code': 'malformed',
      'x-content-type-options': 'nosniff',
    })
  })
}

for (const slug of ['%00', '%0d%0a', '..%2f..%2fetc', "'%20OR%201=1", '%F0%9F%98%80', 'x'.repeat(3000), 'MY-LIST']) {
  it(`a malformed path returns 404 as the slug of a list: ${slug.slice(0, 20)}`, async ({ api }) => {
    for (const path of [`/v1/lists/${slug}`, `/v1/games/${slug}`, `/v1/compare/${slug}/${slug}`]) {
      const { body } = await api.get(path).expect(404)
      expect(Object.keys(body)).toEqual(['message'])
    }
  })
}

describe('a malformed request head', () => {
  const cases: Record<string, [text: string, status: number]> = {
    'a line that is not a header': [lines('GET / HTTP/1.1', 'Host: x', 'nonsense', '', ''), 400],
    'an unknown method': [bare('FETCH /'), 400],
    'text that is not HTTP': ['hello\r\n\r\n', 400],
    'two lengths': [bare('POST /v1/lists', 'Content-Length: 1', 'Content-Length: 2'), 400],
    'an invalid length': [bare('POST /v1/lists', 'Content-Length: many'), 400],
    'a length and chunks': [bare('POST /v1/lists', 'Content-Length: 1', 'Transfer-Encoding: chunked'), 400],
    'too large headers': [bare('GET /', `X-Much: ${'x'.repeat(20_000)}`), 431],
    'an unknown expectation': [bare('GET /', 'Expect: tea'), 417],
  }

  for (const [what, [text, expected]] of Object.entries(cases)) {
    it(`is answered in JSON with only a message: ${what}`, async ({ port }) => {
      const { status, headers, text: body } = await send(port, text)

      expect({ status, type: headers['content-type'] }).toEqual({
        status: expected,
        type: 'application/json; charset=utf-8',
      })
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      expect(JSON.parse(body)).toEqual({ message: expect.stringMatching(/./) })
    })
  }

  it('is refused with 400 if it has no host or two, except of HTTP/1.0', async ({ port }) => {
    const ask = (...head: string[]) => send(port, lines(...head, 'Connection: close', '', ''))
    for (const head of [['GET /v1/lists/a HTTP/1.1'], ['GET /v1/lists/a HTTP/1.1', 'Host: x', 'HOST: y']]) {
      const { status, headers, text } = await ask(...head)
      expect({ status, type: headers['content-type'] }).toEqual({
        status: 400,
        type: 'application/json; charset=utf-8',
      })
      expect(JSON.parse(text)).toEqual({ message: 'A request must have one Host header.' })
    }
    expect(await ask('GET /v1/games HTTP/1.0')).toMatchObject({ status: 200 })
  })
})

it('a request for another protocol is refused with 405 in JSON if it is CONNECT, and the connection is closed', async ({
  port,
}) => {
  for (const target of ['example.com:443', '/v1/lists']) {
    const answer = await send(port, lines(`CONNECT ${target} HTTP/1.1`, 'Host: x', '', ''))

    expect(answer).toMatchObject({ status: 405, headers: { 'content-type': 'application/json; charset=utf-8' } })
    expect(answer.headers).toMatchObject({ allow: '', connection: 'close', 'x-request-id': expect.any(String) })
    expect(JSON.parse(answer.text)).toEqual({ message: expect.stringContaining('CONNECT') })
  }
})

it('the refusal of a malformed request head can be read by scripts of any website if CORS_ORIGINS allows all', async ({
  catalog,
  port,
}) => {
  const large = bare('GET /', `X-Much: ${'x'.repeat(20_000)}`)
  const open = await send(port, large)
  const closed = await send(await serve(catalog, { corsOrigins: ['https://www.example.com'] }), large)

  expect([open.status, open.headers['access-control-allow-origin']]).toEqual([431, '*'])
  expect([closed.status, closed.headers['access-control-allow-origin']]).toEqual([431, undefined])
})
