import supertest from 'supertest'
import { expect } from 'vitest'
import { openOwnDatabase } from '../../support/database/own.ts'
import { it } from '../../support/indexing.ts'
import { fillList, makeLists } from '../../support/requests/forms.ts'
import { documentedRoutes } from '../../support/requests/openapi/caching-table.ts'
import { get, serve } from '../../support/requests/wire.ts'

it('entity tags and Cache-Control match the table in docs/api.md, and a known tag returns 304', async ({
  api,
  catalog,
  indexMods,
  signIn,
}) => {
  const files = { 'modlist.txt': '+SkyUI\n+SKSE64\n' }
  await makeLists(api, { One: files, Two: files })
  await indexMods()
  const token = `Authorization: ${await signIn('Ada')}`
  const port = await serve(catalog)
  const rows = await documentedRoutes()
  expect(rows.length).toBeGreaterThan(15)
  for (const [path, hasTag, caching] of rows) {
    for (const time of ['made', 'again']) {
      const { status, headers } = await get(port, path, token)
      expect([path, time, status, headers['cache-control']]).toEqual([path, time, 200, caching])
      if (!hasTag) expect([path, headers.etag]).toEqual([path, undefined])
      else {
        expect([path, headers.etag]).toEqual([path, expect.stringMatching(/^"[\w-]+"$/)])
        const known = await get(port, path, token, `If-None-Match: ${headers.etag}`)
        expect([path, known.status, known.text, known.headers.etag]).toEqual([path, 304, '', headers.etag])
      }
    }
  }
})

it('entity tags differ between databases with different lists under the same ids', async ({ catalog }) => {
  const serveCatalog = async (description: string) => {
    const port = await serve({ ...catalog, db: (await openOwnDatabase()).db })
    await fillList(supertest(`http://127.0.0.1:${port}`).post('/v1/lists'), { description }).expect(201)
    return port
  }
  const [lost, restored] = [await serveCatalog('as it was'), await serveCatalog('as it is')]
  for (const path of ['/v1/lists/my-list', '/v1/lists']) {
    const { etag } = (await get(lost, path)).headers
    const { status, text } = await get(restored, path, `If-None-Match: ${etag}`)
    expect([path, status, text.includes('as it is')]).toEqual([path, 200, true])
  }
})
