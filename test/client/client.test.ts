import { join } from 'node:path'
import { describe, expect, expectTypeOf } from 'vitest'
import { createCatalogClient, listForm, pageOf } from '../../src/client/client.ts'
import { folderOf } from '../commands/remote/terminal.ts'
import { it } from '../support/it.ts'
import { makeLists } from '../support/requests/forms.ts'
import { serve } from '../support/requests/wire.ts'

const FIELDS = { name: 'My List', game: 4, description: 'By the client' }

describe('the client', () => {
  it('creates a list from a path, a file and a text, and reads it', async ({ port }) => {
    const client = createCatalogClient({ baseUrl: `http://127.0.0.1:${port}/` })
    const path = join(await folderOf({ 'modlist.txt': '+Sky UI\r\n' }), 'modlist.txt')
    const files = [path, new File(['*Skyrim.esm\n'], 'plugins.txt'), { name: 'skyrim.ini', content: '[General]' }]

    const created = await client.POST('/v1/lists', { body: await listForm({ ...FIELDS, private: true }, files) })
    expect(created.response.status).toBe(201)
    expect(created.data?.data).toMatchObject({ name: 'My List', private: true, author: null })

    const { data } = await client.GET('/v1/lists/{slug}', { params: { path: { slug: created.data?.data.slug ?? '' } } })
    expectTypeOf(data?.data.files[0]?.content).toEqualTypeOf<string[] | undefined>()
    expect(data?.data.files.map(({ clean_name, content }) => [clean_name, content])).toEqual([
      ['modlist.txt', ['+Sky UI']],
      ['plugins.txt', ['*Skyrim.esm']],
      ['skyrim.ini', ['[General]']],
    ])
  })

  it('acts for the user of its token, and updates with PUT or with _method', async ({ signIn, port }) => {
    const baseUrl = `http://127.0.0.1:${port}`
    const client = createCatalogClient({ baseUrl, token: await signIn('Ada') })
    const files = [{ name: 'modlist.txt', content: new Blob(['+Sky UI']) }]
    const params = { path: { slug: 'my-list' } }
    await client.POST('/v1/lists', { body: await listForm(FIELDS, files) })

    const put = await client.PUT('/v1/lists/{slug}', {
      params,
      body: await listForm({ ...FIELDS, name: 'Put' }, files),
    })
    expect(put.data?.data).toMatchObject({ name: 'Put', slug: 'my-list', author: { name: 'Ada' } })
    const form = await listForm({ ...FIELDS, _method: 'PUT', name: 'Posted' }, files)
    const posted = await client.POST('/v1/lists/{slug}', { params, body: form })
    expect(posted.data?.data).toMatchObject({ name: 'Posted', slug: 'my-list' })

    const { response } = await client.DELETE('/v1/lists/{slug}', { params })
    expect(response.status).toBe(204)
  })

  it('takes changes over, as JSON and as a zip', async ({ api, port }) => {
    await makeLists(api, { One: { 'modlist.txt': '+A\n' }, Two: { 'modlist.txt': '+A\n+B\n' } })
    const client = createCatalogClient({ baseUrl: `http://127.0.0.1:${port}` })
    const params = { path: { slug1: 'one', slug2: 'two' } }
    const body = { take: { mods: { added: ['B'] } } }
    const { data } = await client.POST('/v1/compare/{slug1}/{slug2}/merge', { params, body })
    expect(data?.data.files).toEqual([{ name: 'modlist.txt', content: ['+A', '+B'] }])
    const zip = await client.POST('/v1/compare/{slug1}/{slug2}/merge.zip', { params, body, parseAs: 'arrayBuffer' })
    expect(Buffer.from(zip.data ?? new ArrayBuffer()).toString('latin1')).toMatch(/^PK.*modlist\.txt/s)
  })

  it('says where the page of a list is, in reads and in writes, also below a path', async ({ api, catalog }) => {
    const urls = { ...catalog.urls, website: 'https://mods.example.com/catalog' }
    const client = createCatalogClient({ baseUrl: `http://127.0.0.1:${await serve({ ...catalog, urls })}` })
    await makeLists(api, { One: { 'modlist.txt': '+A\n' } })
    const { data: service } = await client.GET('/')
    const website = service?.website ?? ''
    expect(website).toBe('https://mods.example.com/catalog')
    const { data: read } = await client.GET('/v1/lists/{slug}', { params: { path: { slug: 'one' } } })
    const written = await client.POST('/v1/lists', { body: await listForm(FIELDS, [{ name: 'a.txt', content: 'a' }]) })
    const pages = [read, written.data].map((answer) => answer && pageOf(answer.data, website))
    expect(pages).toEqual([`${website}/lists/one`, `${website}/lists/my-list`])
  })
})
