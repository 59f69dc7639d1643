import type { Test } from 'supertest'
import { describe, expect } from 'vitest'
import { issueToken, revokeToken, tokensOf } from '../../../src/accounts/tokens/service.ts'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'

const withHeader = (request: Test, value: string) => request.set('Authorization', value)

it('a token is accepted after Bearer in any case, and alone', async ({ api, signIn }) => {
  const token = await signIn('Author')
  for (const header of [`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}`, token]) {
    const { body } = await withHeader(fillList(api.post('/v1/lists')), header).expect(201)
    expect(body.data.author).toEqual({ name: 'Author', verified: false })
    await withHeader(api.get('/v1/user'), header).expect(200)
    await withHeader(fillList(api.put(body.data.url)), header).expect(200)
    await withHeader(fillList(api.post(body.data.url), { _method: 'put' }), header).expect(200)
    await withHeader(api.delete(body.data.url), header).expect(204)
  }
})

it('a token is valid until it expires', async ({ api, catalog, clock, db, signIn }) => {
  await signIn('Author')
  const input = { user: 'author', abilities: ['create'], label: null, lifetime: 60_000 } as const
  const header = `Bearer ${await issueToken(catalog, input)}`

  clock.advance(59_999)
  await withHeader(fillList(api.post('/v1/lists')), header).expect(201)
  clock.advance(1)
  await withHeader(fillList(api.post('/v1/lists')), header).expect(401)
  await withHeader(api.get('/v1/user'), header).expect(401)
  expect(await db.list.count()).toBe(1)
})

it('a token is refused as soon as it is revoked, unlike other tokens of its user', async ({
  api,
  catalog,
  db,
  signIn,
}) => {
  const token = await signIn('Author')
  const other = await issueToken(catalog, { user: 'Author', abilities: ['create'], label: null, lifetime: null })
  const [first] = await tokensOf(catalog, 'Author')
  await revokeToken(catalog, first?.id ?? 0)

  await withHeader(fillList(api.post('/v1/lists')), `Bearer ${token}`).expect(401)
  await withHeader(api.get('/v1/user'), `Bearer ${token}`).expect(401)
  expect(await db.list.count()).toBe(0)
  await withHeader(fillList(api.post('/v1/lists')), `Bearer ${other}`).expect(201)
})

describe('an Authorization header without a valid token', () => {
  const headers = (token: string) => [
    'Bearer',
    'Bearer wrong',
    `Bearer ${token}x`,
    `Bearer ${token.slice(0, -1)}`,
    `Bearer ${token} ${token}`,
    `Bearer Bearer ${token}`,
    `Basic ${token}`,
    `Basic ${Buffer.from(`author:${token}`).toString('base64')}`,
    `Token ${token}`,
    `Bearer, ${token}`,
    token.toUpperCase(),
    'null',
    'undefined',
    'Bearer undefined',
  ]

  it('causes 401 with only a message for every write, and nothing changes', async ({ api, db, signIn }) => {
    const token = await signIn('Author')
    const { body: made } = await withHeader(fillList(api.post('/v1/lists'), { name: 'Kept' }), token).expect(201)
    const before = await db.list.findMany()

    for (const header of headers(token)) {
      for (const request of [
        fillList(api.post('/v1/lists')),
        fillList(api.post(made.data.url), { _method: 'PUT' }),
        fillList(api.put(made.data.url)),
        fillList(api.patch(made.data.url)),
        api.delete(made.data.url),
      ]) {
        const { body } = await withHeader(request, header).expect(401)
        expect(body).toEqual({ message: expect.stringMatching(/token/i) })
        expect(body.message).not.toContain(token)
      }
    }
    expect(await db.list.findMany()).toEqual(before)
  })
})

it('a token without the ability to read gets 403 with only a message for the lists of its user', async ({
  api,
  signIn,
}) => {
  const token = await signIn('Author', { abilities: ['create', 'update', 'delete'] })
  const { body } = await withHeader(api.get('/v1/user/lists'), token).expect(403)
  expect(body).toEqual({ message: expect.stringMatching(/ability|permission/) })
})
