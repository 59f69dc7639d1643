import { describe, expect } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { it } from '../support/it.ts'
import { lines, request, send, serve } from '../support/wire.ts'

const FORM = [
  ...Object.entries({ name: 'My List', game: '4', description: '' }).map(([name, value]) =>
    lines('--b', `Content-Disposition: form-data; name="${name}"`, '', value, ''),
  ),
  lines('--b', 'Content-Disposition: form-data; name="files[]"; filename="a.txt"', '', 'a', '--b--', ''),
].join('')

const post = (...more: string[]) =>
  request(
    [
      'POST /v1/lists HTTP/1.1',
      'Host: x',
      'Connection: close',
      'Content-Type: multipart/form-data; boundary=b',
      ...more,
    ],
    FORM,
  )
const get = (...more: string[]) => lines('GET /v1/games HTTP/1.1', 'Host: x', 'Connection: close', ...more, '', '')

const limited = (environment: Record<string, string>) => {
  const { rateLimits, trustProxy } = loadConfig(environment)
  return { rateLimits, trustProxy }
}

describe('WRITE_RATE_LIMIT', () => {
  it('refuses further writes with 429 and Retry-After, and stores nothing of them', async ({ catalog, db }) => {
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

  it('leaves reads alone', async ({ catalog }) => {
    const port = await serve(catalog, limited({ WRITE_RATE_LIMIT: '1' }))
    for (const status of [201, 429]) expect(await send(port, post())).toMatchObject({ status })
    for (const status of [200, 200, 200]) expect(await send(port, get())).toMatchObject({ status })
    const options = get().replace('GET', 'OPTIONS')
    expect(await send(port, options)).toMatchObject({ status: 204 })
  })

  it('counts refused writes too, whatever their reason and path', async ({ catalog }) => {
    const port = await serve(catalog, limited({ WRITE_RATE_LIMIT: '3' }))
    const start = (line: string) => lines(line, 'Host: x', 'Connection: close', 'Content-Length: 0', '', '')

    expect(await send(port, post('Authorization: wrong'))).toMatchObject({ status: 401 })
    expect(await send(port, start('DELETE /v1/lists/a HTTP/1.1'))).toMatchObject({ status: 401 })
    expect(await send(port, start('POST /v1/lists HTTP/1.1'))).toMatchObject({ status: 422 })
    expect(await send(port, start('PUT /v1/lists/a HTTP/1.1'))).toMatchObject({ status: 429 })
  })

  it('counts by the address of the client, behind as many proxies as are trusted', async ({ catalog }) => {
    const trusting = await serve(catalog, limited({ WRITE_RATE_LIMIT: '1', TRUST_PROXY: '1' }))
    const from = (addresses: string) => send(trusting, post(`X-Forwarded-For: ${addresses}`))
    expect(await from('192.0.2.1')).toMatchObject({ status: 201 })
    expect(await from('192.0.2.2')).toMatchObject({ status: 201 })
    expect(await from('192.0.2.9, 192.0.2.1')).toMatchObject({ status: 429 })

    const port = await serve(catalog, limited({ WRITE_RATE_LIMIT: '1' }))
    expect(await send(port, post('X-Forwarded-For: 192.0.2.1'))).toMatchObject({ status: 201 })
    expect(await send(port, post('X-Forwarded-For: 192.0.2.2'))).toMatchObject({ status: 429 })
  })

  it('is 1,200 a minute unless set', async ({ catalog }) => {
    const port = await serve(catalog, limited({}))
    expect((await send(port, post())).headers['x-ratelimit-limit']).toBe('1200')
  })
})

describe('READ_RATE_LIMIT', () => {
  it('refuses further reads, and leaves writes alone', async ({ catalog }) => {
    const port = await serve(catalog, limited({ READ_RATE_LIMIT: '2' }))
    for (const status of [200, 200, 429]) expect(await send(port, get())).toMatchObject({ status })
    expect(await send(port, post())).toMatchObject({ status: 201 })
  })

  it('is unlimited unless set', async ({ catalog }) => {
    expect(limited({}).rateLimits.read).toBe(0)
    expect((await send(await serve(catalog, limited({})), get())).headers).not.toHaveProperty('x-ratelimit-limit')
  })
})
