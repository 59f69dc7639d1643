import { describe, expect, inject, onTestFinished } from 'vitest'
import type { CompareContext } from '../../../src/compare/differ.ts'
import { openDatabase } from '../../../src/db/client.ts'
import { createList } from '../../../src/lists/writing/service.ts'
import { copyDatabase } from '../../support/database/copy.ts'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { documentedRoutes } from '../../support/requests/openapi/caching-table.ts'
import { send, serve } from '../../support/requests/wire.ts'

const get = (port: number, path: string, headers = '') => send(port, `GET ${path} HTTP/1.0\r\n${headers}\r\n`)

describe('entity tags and Cache-Control', () => {
  it('match the table in docs/api.md, and a known tag returns 304', async ({ api, catalog, signIn }) => {
    for (const name of ['One', 'Two']) await fillList(api.post('/v1/lists'), { name }).expect(201)
    const token = `Authorization: ${await signIn('Ada')}\r\n`
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
          const known = await get(port, path, `${token}If-None-Match: ${headers.etag}\r\n`)
          expect([path, known.status, known.text, known.headers.etag]).toEqual([path, 304, '', headers.etag])
        }
      }
    }
  })

  it('differ between databases with different lists under the same ids', async ({ catalog }) => {
    const serveCatalog = async (description: string) => {
      const { url, drop } = await copyDatabase(inject('template'))
      const db = openDatabase(url)
      onTestFinished(async () => {
        await db.$disconnect()
        await drop()
      })
      const context: CompareContext = { ...catalog, db }
      const file = { name: 'modlist.txt', pieces: [Buffer.from('+A mod\n')] }
      const rest = { version: null, website: null, discord: null, readme: null, private: false, expires: undefined }
      await createList({ ...context, deadline: undefined }, null, {
        name: 'My List',
        game: 4,
        description,
        files: [file],
        ...rest,
      } as never)
      return serve(context)
    }
    const [lost, restored] = [await serveCatalog('as it was'), await serveCatalog('as it is')]
    for (const path of ['/v1/lists/my-list', '/v1/lists']) {
      const { etag } = (await get(lost, path)).headers
      const { status, text } = await get(restored, path, `If-None-Match: ${etag}\r\n`)
      expect([path, status, text.includes('as it is')]).toEqual([path, 200, true])
    }
  })
})
