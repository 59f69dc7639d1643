import { gunzipSync } from 'node:zlib'
import type supertest from 'supertest'
import { expect } from 'vitest'
import type { CompareContext } from '../../../src/compare/differ.ts'
import { createResponseCache } from '../../../src/http/cache/response-cache.ts'
import { it } from '../../support/it.ts'
import { figure } from '../../support/requests/cache-figures.ts'
import { fillList } from '../../support/requests/forms.ts'
import { get, serve } from '../../support/requests/wire.ts'

/** Creates the lists one and two, and starts a server. */
async function serveLists(catalog: CompareContext, api: ReturnType<typeof supertest>) {
  for (const name of ['One', 'Two']) await fillList(api.post('/v1/lists'), { name }).expect(201)
  return serve(catalog)
}

it.for([
  '/v1/lists/one',
  '/v1/games',
  '/v1/stats',
  '/v1/compare/one/two',
  '/v1/compare/one/two.patch',
  '/v1/compare?list1=one&list2=two',
])('the response cache has one response for %s, regardless of unknown parameters', async (path, { api, catalog }) => {
  const port = await serveLists(catalog, api)
  const first = await get(port, path)
  expect(first.status).toBe(200)
  for (let visit = 0; visit < 20; visit++) {
    const { text } = await get(port, `${path}${path.includes('?') ? '&' : '?'}visit=${visit}&n=${'x'.repeat(9_000)}`)
    expect(text).toBe(first.text)
  }
  expect(await figure(port, 'entries')).toBe(1)
})

it('the response cache has one response for a page, regardless of how its parameters are written', async ({
  api,
  catalog,
}) => {
  const port = await serveLists(catalog, api)
  const page = 'page%5Bsize%5D=1&page%5Bnumber%5D=2&filter%5Bgame%5D=TESV+Skyrim+SE'
  const first = await get(port, `/v1/lists?${page}`)
  const again = await get(port, `/v1/lists/?${decodeURIComponent(page)}`)
  expect(again.text).toBe(first.text)
  expect(again.headers.etag).toBe(first.headers.etag)
  expect(await figure(port, 'entries')).toBe(1)
})

it('the response cache does not cache a page with thousands of parameters, and drops nothing because of it', async ({
  api,
  catalog,
}) => {
  const port = await serveLists(catalog, api)
  await get(port, '/v1/lists')
  await get(port, '/v1/games')
  const before = await figure(port, 'bytes')
  for (let visit = 0; visit < 5; visit++) {
    const { status, text } = await get(port, `/v1/lists?${`${visit}&`.repeat(7_000)}`)
    expect([status, text.length > 7_000]).toEqual([200, true])
  }
  expect([await figure(port, 'entries'), await figure(port, 'bytes')]).toEqual([2, before])
})

it('the response cache counts the size of keys, and stays within its limit', async ({ api, catalog }) => {
  const cacheBytes = 2 ** 19
  for (const name of ['One', 'Two']) await fillList(api.post('/v1/lists'), { name }).expect(201)
  const port = await serve(catalog, { cacheBytes })
  const { text } = await get(port, '/v1/lists?n=0')
  await get(port, `/v1/lists?n=${'y'.repeat(1_000)}`)
  const [few, fewBytes] = [await figure(port, 'entries'), await figure(port, 'bytes')]
  // Each link in the response repeats the parameter, and so does the key.
  expect([few, fewBytes > 2 * text.length + 2 * 1_000]).toEqual([2, true])
  for (let visit = 1; visit < 200; visit++) await get(port, `/v1/lists?n=${visit}${'z'.repeat(500)}`)
  expect(await figure(port, 'entries')).toBeLessThan(150)
  expect(await figure(port, 'bytes')).toBeLessThanOrEqual(cacheBytes / 2)
})

it('the response cache drops a deleted or expired list when the list is requested', async ({
  api,
  catalog,
  clock,
  signIn,
}) => {
  const token = await signIn('Ada')
  await fillList(api.post('/v1/lists').set('Authorization', token), { name: 'Mine' }).expect(201)
  await fillList(api.post('/v1/lists'), { name: 'Short', expires: '3h' }).expect(201)
  const port = await serve(catalog)
  for (const slug of ['mine', 'short']) expect((await get(port, `/v1/lists/${slug}`)).status).toBe(200)
  expect(await figure(port, 'entries')).toBe(2)

  await api.delete('/v1/lists/mine').set('Authorization', token).expect(204)
  expect((await get(port, '/v1/lists/mine')).status).toBe(404)
  expect(await figure(port, 'entries')).toBe(1)
  clock.advance(3 * 3_600_000)
  expect((await get(port, '/v1/lists/short')).status).toBe(404)
  expect(await figure(port, 'entries')).toBe(0)
})

it.for([2_000, 200_000])(
  'the response cache compresses a body of %d bytes once for all who ask at once',
  async (bytes, { catalog }) => {
    const cache = createResponseCache(catalog, 2 ** 20)
    const body = Buffer.alloc(bytes, 'some text of a mod list\n')
    const response = { body, tag: '"a"', validFrom: new Date(0), validUntil: null, snapshot: 'one' }
    const [one, other] = await Promise.all([cache.compressed('key', response), cache.compressed('key', response)])
    expect(other).toBe(one)
    expect(gunzipSync(one)).toEqual(body)
  },
)
