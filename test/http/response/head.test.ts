import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { bare, send, serve } from '../../support/requests/wire.ts'

const ask = async (port: number, method: string, path: string) => {
  const { status, headers, text } = await send(port, bare(`${method} ${path}`))
  const { date: _, 'x-request-id': __, 'transfer-encoding': ___, ...same } = headers
  return { status, headers: same, text }
}

it.for(['/v1/lists?page[size]=all', '/v1/games/4', '/v1/compare', '/v1/lists?page[size]=all&filter[game]=Fallout%204'])(
  'HEAD of %s returns the headers of GET without reading lists',
  async (path, { api, catalog, url }) => {
    await fillList(api.post('/v1/lists')).expect(201)
    const port = await serve(catalog)
    const { text: _, ...whole } = await ask(port, 'GET', path)

    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query('BEGIN; LOCK TABLE lists IN ACCESS EXCLUSIVE MODE')
    expect(await ask(port, 'HEAD', path)).toEqual({ ...whole, text: '' })
  },
)

it('HEAD returns 404 if GET does', async ({ api }) => {
  await api.head('/v1/games/nothing').expect(404)
  await api.head('/v1/lists/nothing/download').expect(404)
})

it('HEAD returns the size of a zip without reading its files', async ({ api, db }) => {
  const files = { 'modlist.txt': '+A mod\r\n'.repeat(1_000), 'größe.ini': 'ü', 'C:x.txt': '', 'empty.txt': '' }
  await fillList(api.post('/v1/lists'), {}, files).expect(201)
  const { headers } = await api.get('/v1/lists/my-list/download').expect(200)
  // The contents are broken to show that they are not read.
  await db.$executeRaw`UPDATE files SET content = '\\x00'`
  const head = await api.head('/v1/lists/my-list/download').expect(200)
  for (const name of ['content-length', 'content-type', 'content-disposition', 'etag']) {
    expect([name, head.headers[name]]).toEqual([name, headers[name]])
  }
})
