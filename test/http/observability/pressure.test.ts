import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { send, serve } from '../../support/requests/wire.ts'

const status = async (port: number, path: string) => (await send(port, `GET ${path} HTTP/1.0\r\n\r\n`)).status

describe('an overloaded server', () => {
  it('answers /healthz and /metrics, and returns 503 for everything else', async ({ catalog }) => {
    const port = await serve(catalog, { maxDelay: 1e-9 }) // every event loop is slower
    await expect.poll(() => status(port, '/v1/games'), { timeout: 20_000 }).toBe(503)
    const paths = ['/healthz', '/metrics', '/', '/readyz', '/v1/games', '/v1/lists/nothing', '/openapi.json']
    expect(await Promise.all(paths.map((path) => status(port, path)))).toEqual([200, 200, 503, 503, 503, 503, 503])
  })
})
