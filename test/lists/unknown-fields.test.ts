import { expect } from 'vitest'
import { it } from '../support/it.ts'
import { fillList } from '../support/requests/forms.ts'

it('a create names the fields that it ignored, and stores the list', async ({ api, db }) => {
  const form = fillList(api.post('/v1/lists'), { expire: '3h', Version: '1', 'tags[]': 'x', is_private: '0' })
  const { headers } = await form.expect(201)
  expect(headers['ignored-fields']).toBe('expire, Version, tags%5B%5D')
  expect(await db.list.findMany()).toMatchObject([{ version: null }])
})

it('a refused write names them too, and so do patches in any type, claims and reports', async ({ api, signIn }) => {
  const token = { Authorization: await signIn('Ann') }
  await fillList(api.post('/v1/lists').set(token)).expect(201)
  await fillList(api.post('/v1/lists'), { name: 'Other' }).expect(201)
  const path = '/v1/lists/my-list'
  for (const [request, status, ignored] of [
    [fillList(api.post('/v1/lists'), { name: '', Name: 'x' }), 422, 'Name'],
    [fillList(api.put(path).set(token), { _method: 'PUT' }), 200, '_method'],
    [
      api.patch(path).set(token).send({ version: '3', 'verßion\r\nSet-Cookie: a=b': 1 }),
      200,
      'ver%C3%9Fion%0D%0ASet-Cookie%3A%20a%3Db',
    ],
    [api.patch(path).set(token).type('form').send('version=4&versoin=5'), 200, 'versoin'],
    [api.patch(path).set(token).field('versoin', '5'), 200, 'versoin'],
    [api.post('/v1/lists/other/claim').set(token).send({ owner_key: 'mlk_wrong', key: 'x' }), 422, 'key'],
    [api.post(`${path}/reports`).send({ reason: 'spam', message: 'x' }), 202, 'message'],
  ] as const) {
    const answer = await request
    expect([answer.status, answer.headers['ignored-fields']]).toEqual([status, ignored])
  }
})

it('at most ten unknown fields are named, and 64 characters of each', async ({ api }) => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`x${at}${'y'.repeat(500)}`, '1']))
  await fillList(api.post('/v1/lists')).expect(201)
  const report = () => api.post('/v1/lists/my-list/reports').type('json')
  const { headers } = await report().send(many).expect(422)
  const names = String(headers['ignored-fields']).split(', ')
  expect([names.length, names[9]]).toEqual([10, `x9${'y'.repeat(62)}`])
  await report().send('{"\\ud800":1}').expect(422)
})
