import { expect } from 'vitest'
import { it } from '../../support/it.ts'
import { get, serve } from '../../support/requests/wire.ts'

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
