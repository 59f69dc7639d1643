import { expect } from 'vitest'
import { it } from '../../support/it.ts'
import { get, serve } from '../../support/requests/wire.ts'

it('an overloaded server answers /healthz and /metrics, and returns 503 with Retry-After for everything else', async ({
  catalog,
}) => {
  const port = await serve(catalog, { maxDelay: 1e-9 }) // every event loop is slower
  await expect.poll(async () => (await get(port, '/v1/games')).status, { timeout: 20_000 }).toBe(503)
  for (const path of ['/healthz', '/metrics']) expect(await get(port, path)).toMatchObject({ status: 200 })
  for (const path of ['/', '/readyz', '/v1/games', '/v1/lists/nothing', '/openapi.json']) {
    const { status, headers, text } = await get(port, path)
    expect([status, headers['retry-after']]).toEqual([503, '5'])
    expect(JSON.parse(text)).toEqual({ message: 'The server is overloaded. Try again in a moment.' })
  }
})

it('a server whose database another version has changed answers /healthz and /metrics, and returns 503 otherwise', async ({
  catalog,
}) => {
  const port = await serve(catalog, { isOutdated: async () => true })
  for (const path of ['/healthz', '/metrics']) expect(await get(port, path)).toMatchObject({ status: 200 })
  for (const path of ['/', '/readyz', '/v1/games', '/v1/lists/nothing', '/openapi.json']) {
    const { status, text } = await get(port, path)
    expect([status, JSON.parse(text)]).toEqual([
      503,
      {
        message:
          'Another version of the service has changed the database, so this server no longer answers. Start that version.',
      },
    ])
  }
})
