import { pino } from 'pino'
import { expect, onTestFinished, vi } from 'vitest'
import type { CompareContext } from '../../../src/compare/differ.ts'
import { loadConfig } from '../../../src/config.ts'
import { createAdmission } from '../../../src/lists/writing/admission.ts'
import { it } from '../../support/it.ts'
import { OPEN } from '../../support/requests/admission.ts'
import { FIELD_PARTS, FORM_TYPE, formBody } from '../../support/requests/parts.ts'
import { bare, headOf, request, send, serve } from '../../support/requests/wire.ts'

const FORM = formBody([...FIELD_PARTS, ['name="files[]"; filename="a.txt"', 'a']])

const post = (...more: string[]) => request(headOf('POST /v1/lists', `Content-Type: ${FORM_TYPE}`, ...more), FORM)
const get = (...more: string[]) => bare('GET /v1/games', ...more)

/** Returns settings with limits that count all clients: without a trusted proxy, those on this machine do not count. */
const limited = (environment: Record<string, string>) => {
  const { rateLimits, trustProxy } = loadConfig({ TRUST_PROXY: '1', ...environment })
  return { rateLimits, trustProxy }
}

/** Expects that the addresses of a client, as a proxy forwards them, share a limit of one write. */
async function expectOneWriteEach(catalog: CompareContext, clients: string[][]) {
  const port = await serve(catalog, limited({ WRITE_RATE_LIMIT: '1', TRUST_PROXY: '1' }))
  for (const addresses of clients) {
    for (const [at, address] of addresses.entries()) {
      const { status } = await send(port, post(`X-Forwarded-For: ${address}`))
      expect({ address, status }).toEqual({ address, status: at === 0 ? 201 : 429 })
    }
  }
}

it('WRITE_RATE_LIMIT refuses writes over the limit with 429 and Retry-After, and stores nothing', async ({
  catalog,
  db,
}) => {
  const port = await serve(catalog, limited({ WRITE_RATE_LIMIT: '2' }))
  for (const status of [201, 201]) expect(await send(port, post())).toMatchObject({ status })

  const refused = await send(port, post('Origin: https://www.example.com'))
  expect(refused.status).toBe(429)
  expect(JSON.parse(refused.text)).toEqual({ message: expect.stringMatching(/./) })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(refused.headers).toHaveProperty('access-control-allow-origin', '*')
  expect(await db.list.count()).toBe(2)
})

it('WRITE_RATE_LIMIT limits guesses of owner keys, in the header and in a claim', async ({ catalog, signIn }) => {
  const port = await serve(catalog, limited({ WRITE_RATE_LIMIT: '4' }))
  expect(await send(port, post())).toMatchObject({ status: 201 })
  const guess = (start: string, authorization: string, key: number) => {
    const head = headOf(start, 'Content-Type: application/json', `Authorization: ${authorization}`)
    return send(port, request(head, `{"owner_key":"mlk_guess-${key}"}`))
  }
  const token = `Bearer ${await signIn('ann')}`
  expect(await guess('DELETE /v1/lists/my-list', 'mlk_guess-1', 1)).toMatchObject({ status: 401 })
  expect(await guess('PUT /v1/lists/my-list', 'Bearer mlk_guess-2', 2)).toMatchObject({ status: 401 })
  expect(await guess('POST /v1/lists/my-list/claim', token, 3)).toMatchObject({ status: 422 })
  expect(await guess('POST /v1/lists/my-list/claim', token, 4)).toMatchObject({ status: 429 })
  expect(await guess('DELETE /v1/lists/my-list', 'mlk_guess-5', 5)).toMatchObject({ status: 429 })
})

it('WRITE_RATE_LIMIT is 1,200 by default, counts every refused write, and returns the remaining number', async ({
  catalog,
  db,
  signIn,
}) => {
  const port = await serve(catalog, limited({}))
  const reader = await signIn('reader', { abilities: ['read'] })
  const start = (line: string, ...more: string[]) => bare(line, 'Content-Length: 0', ...more)
  const refused: [string | Buffer, number][] = [
    [post('Authorization: wrong'), 401],
    [start('DELETE /v1/lists/a'), 401],
    [post(`Authorization: Bearer ${reader}`), 403],
    [start('PUT /v1/lists/a', `Authorization: Bearer ${reader}`), 404],
    [start('POST /v1/nothing'), 404],
    [start('DELETE /v1/lists'), 405],
    [start('POST /v1/games'), 405],
    [start('POST /v1/lists', 'Content-Type: image/png', 'Content-Encoding: gzip'), 415],
    [start('POST /v1/lists'), 422],
    [start('POST /healthz'), 405],
  ]
  for (const [index, [sent, status]] of refused.entries()) {
    const answer = await send(port, sent)
    expect([String(sent).slice(0, 40), answer.status]).toEqual([String(sent).slice(0, 40), status])
    expect(answer.headers).toHaveProperty('x-ratelimit-remaining', String(1200 - index - 1))
  }
  expect(await db.list.count()).toBe(0)
  const headers = { 'x-ratelimit-remaining': String(1200 - refused.length - 1) }
  expect(await send(port, post())).toMatchObject({ status: 201, headers })
})

it('WRITE_RATE_LIMIT counts by the address of the client, behind the trusted number of proxies', async ({
  catalog,
}) => {
  await expectOneWriteEach(catalog, [['192.0.2.2'], ['192.0.2.1', '192.0.2.9, 192.0.2.1']])
  const port = await serve(catalog, limited({ WRITE_RATE_LIMIT: '1', TRUST_PROXY: '127.0.0.2' }))
  expect(await send(port, post('X-Forwarded-For: 192.0.2.1'))).toMatchObject({ status: 201 })
  expect(await send(port, post('X-Forwarded-For: 192.0.2.2'))).toMatchObject({ status: 429 })
})

it('no limit counts programs on this machine, unless a proxy is trusted; the first request of another proxy is one warning', async ({
  catalog,
}) => {
  const lines: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const settings = limited({ WRITE_RATE_LIMIT: '1', READ_RATE_LIMIT: '1', TRUST_PROXY: 'false' })
  const admission = createAdmission({ ...OPEN, anonymousDailyLists: 1, anonymousDailyBytes: 1 }, async () => 0)
  const port = await serve({ ...catalog, admission } as never, { ...settings, logger })
  for (const status of [201, 201, 201]) expect(await send(port, post())).toMatchObject({ status })
  for (const status of [200, 200, 200]) expect(await send(port, get())).toMatchObject({ status })
  expect(lines).toEqual([])

  for (const status of [201, 201])
    expect(await send(port, post('X-Forwarded-For: 192.0.2.1'))).toMatchObject({ status })
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([expect.stringContaining('TRUST_PROXY is not set')])
})

it('WRITE_RATE_LIMIT counts an IPv6 client by its network, and a mapped IPv4 address as IPv4', async ({ catalog }) => {
  await expectOneWriteEach(catalog, [
    ['2001:db8:0:1::1', '2001:db8:0:1:ffff:ffff:ffff:ffff', '2001:0DB8::1:0:0:0:7'],
    ['2001:db8:0:2::1'],
    ['192.0.2.7', '::ffff:192.0.2.7', '192.0.2.7:4711'],
  ])
})

it('WRITE_RATE_LIMIT also counts by token, from any address', async ({ catalog, signIn }) => {
  const port = await serve(catalog, limited({ WRITE_RATE_LIMIT: '2', TRUST_PROXY: '1' }))
  const [ann, bob] = [await signIn('ann'), await signIn('bob')]
  const statusOf = async (address: string, authorization: string) =>
    (await send(port, post(`X-Forwarded-For: ${address}`, `Authorization: ${authorization}`))).status

  expect(await statusOf('192.0.2.1', `Bearer ${ann}`)).toBe(201)
  expect(await statusOf('192.0.2.2', ann)).toBe(201)
  expect(await statusOf('192.0.2.3', `bearer ${ann}`)).toBe(429)
  expect(await statusOf('192.0.2.3', `Bearer ${bob}`)).toBe(201)
})

it('WRITE_RATE_LIMIT allows writes again after a minute', async ({ catalog, db }) => {
  const port = await serve(catalog, limited({ WRITE_RATE_LIMIT: '1' }))
  for (const status of [201, 429]) expect(await send(port, post())).toMatchObject({ status })
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  expect(await send(port, post())).toMatchObject({ status: 201, headers: { 'x-ratelimit-remaining': '0' } })
  expect(await db.list.count()).toBe(2)
})

it('READ_RATE_LIMIT refuses reads over the limit, and does not limit writes', async ({ catalog }) => {
  const port = await serve(catalog, limited({ READ_RATE_LIMIT: '2' }))
  for (const status of [200, 200, 429]) expect(await send(port, get())).toMatchObject({ status })
  expect(await send(port, post())).toMatchObject({ status: 201 })
})

it('READ_RATE_LIMIT does not count probes and CORS preflight requests', async ({ catalog }) => {
  const port = await serve(catalog, limited({ READ_RATE_LIMIT: '1' }))
  const ask = (method: string, path: string, ...more: string[]) => send(port, bare(`${method} ${path}`, ...more))
  const sendUncounted = async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      for (const method of ['GET', 'HEAD']) expect(await ask(method, path)).toMatchObject({ status: 200 })
    }
    const origin = ['Origin: https://www.example.com', 'Access-Control-Request-Method: GET']
    expect(await ask('OPTIONS', '/v1/games', ...origin)).toMatchObject({ status: 204 })
  }
  await sendUncounted()
  for (const status of [200, 429]) expect(await send(port, get())).toMatchObject({ status })
  await sendUncounted()
  for (const path of ['/', '/openapi.json', '/v1/nothing'])
    expect(await ask('GET', path)).toMatchObject({ status: 429 })
})
