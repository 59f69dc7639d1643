import { expect } from 'vitest'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'

it.for([
  '/v1/games',
  '/v1/lists/one',
  '/v1/lists/one/revisions',
  '/lists',
  '/lists/one',
  '/lists/one/edit',
  '/lists/one/delete',
  '/upload',
])('GET %s returns the same page with a slash at the end of its path', async (path, { api }) => {
  await fillList(api.post('/v1/lists'), { name: 'One' }).expect(201)
  const [without, slashed] = [await api.get(path).redirects(1), await api.get(`${path}/`).redirects(1)]
  expect(without.status).toBe(200)
  expect([slashed.status, slashed.headers['content-type']]).toEqual([200, without.headers['content-type']])
  expect(new URL(slashed.request.url).pathname.replace(/\/$/, '')).toBe(new URL(without.request.url).pathname)
})
