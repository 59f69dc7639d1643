import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect } from 'vitest'
import { openOwnDatabase } from '../../support/database/own.ts'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { get, serve } from '../../support/requests/wire.ts'

it('an error is JSON with only a message, for any Accept header, and has its code in a header', async ({
  api,
  signIn,
}) => {
  const token = await signIn('Author', { abilities: ['read'] })
  for (const accept of ['text/html', 'image/png', 'application/xml;q=0.9', '*/*', '']) {
    for (const [request, status, code] of [
      [api.get('/v1/lists/nothing'), 404, 'list_not_found'],
      [api.get('/v1/games/nothing'), 404, 'game_not_found'],
      [api.get('/v1/nothing'), 404, 'route_not_found'],
      [api.get('/v1/user'), 401, 'unauthenticated'],
      [api.delete('/v1/games'), 405, 'method_not_allowed'],
      [fillList(api.post('/v1/lists').set('Authorization', token)), 403, 'forbidden'],
      [api.post('/v1/compare/a/b/merge').type('json').send('{'), 400, 'malformed'],
      [api.post('/v1/lists').type('text/xml').send('<a/>'), 415, 'unsupported_media_type'],
    ] as const) {
      const { body } = await request
        .set('Accept', accept)
        .expect(status)
        .expect('Content-Type', 'application/json; charset=utf-8')
        .expect('Error-Code', code)
      expect(body).toEqual({ message: expect.stringMatching(/./) })
    }
  }
})

it('an internal error returns 500 with the request id and no internal details, and is logged once', async ({
  catalog,
}) => {
  const { db } = await openOwnDatabase()
  await db.$executeRaw`ALTER TABLE games RENAME COLUMN name TO wrong_name`
  const log: string[] = []
  const sink = new Writable({ write: (chunk, _, done) => done(void log.push(String(chunk))) })
  const port = await serve({ ...catalog, db }, { logger: pino({ level: 'warn' }, sink) })

  const { status, headers, text } = await get(port, '/v1/games', 'Authorization: Bearer mlc_secret')
  expect(status).toBe(500)
  expect(headers['error-code']).toBe('internal')
  const id = headers['x-request-id'] ?? 'missing'
  expect(JSON.parse(text)).toEqual({ message: expect.stringContaining(id) })
  expect(text).not.toMatch(/games|column|prisma|sql|\bat \//i)
  expect(log.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, reqId: id }])
  expect(log.join('')).not.toContain('mlc_secret')
})

it('the request id is in every response, and different in each', async ({ api }) => {
  const answers = [
    await api.get('/').expect(200),
    await api.get('/v1/games').expect(200),
    await api.get('/v1/games').expect(200),
    await api.get('/v1/nothing').expect(404),
    await api.get('/v1/user').expect(401),
    await api.delete('/v1/games').expect(405),
    await api.post('/v1/lists').expect(422),
    await api.options('/v1/lists').expect(204),
    await api.head('/v1/lists').expect(200),
  ]
  const ids = answers.map(({ headers }) => headers['x-request-id'])
  expect(ids).toEqual(answers.map(() => expect.stringMatching(/^[\w-]{8,}$/)))
  expect(new Set(ids).size).toBe(answers.length)
})

it('the request id is never taken from the request', async ({ api }) => {
  const { headers } = await api.get('/').set('X-Request-Id', 'forged').set('Request-Id', 'forged')
  expect(headers['x-request-id']).not.toBe('forged')
})
