import { describe, expect } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { it, options } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'

const FILES = {
  'modlist.txt': '+SkyUI\r\n-Utilities_separator\r\n-SKSE\r\n',
  'plugins.txt': '*SkyUI_SE.esp\r\n',
  'mods.csv': '#Mod_Name,#Mod_Version,#Nexus_ID\nSkyUI,5.2,3863\n',
  'skyrim.ini': '[Display]\niSize W=1920\n',
}

describe('GET /v1/lists/{slug}/load-order.txt, .md and .csv', () => {
  it('are the mods and plugins as text, Markdown and CSV; only CSV is an attachment', async ({ api }) => {
    await fillList(api.post('/v1/lists'), { name: 'One', game: '4' }, FILES).expect(201)
    const text = await api.get('/v1/lists/one/load-order.txt').expect(200)
    expect(text.text).toBe('[ ] SKSE\n== Utilities ==\n[x] SkyUI 5.2\n\nPlugins\n[x] SkyUI_SE.esp\n')
    expect(text.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(text.headers['content-disposition']).toBeUndefined()

    const markdown = await api.get('/v1/lists/one/load-order.md').expect(200)
    expect(markdown.text).toContain('### `Utilities`\n\n- [x] `SkyUI` [5.2](https://www.nexusmods.com/')
    expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8')

    const csv = await api.get('/v1/lists/one/load-order.csv').expect(200)
    expect(csv.text).toMatch(/^\uFEFFkind,priority,enabled,name,version,source,separator\r\nmod,0,false,SKSE,,,\r\n/)
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename=one.csv',
      'x-content-type-options': 'nosniff',
    })
  })

  it('have the header Content-Type once', async ({ api, catalog }) => {
    await fillList(api.post('/v1/lists'), { name: 'One', game: '4' }, FILES).expect(201)
    const app = await buildApp(catalog, options) // the app of `api` checks responses, which joins repeated headers
    try {
      const address = await app.listen({ host: '127.0.0.1', port: 0 })
      for (const format of ['txt', 'md', 'csv']) {
        const { headers } = await fetch(`${address}/v1/lists/one/load-order.${format}`)
        expect(headers.get('content-type')).toMatch(/^text\/[a-z]+; charset=utf-8$/)
      }
    } finally {
      await app.close()
    }
  })

  it('exist for revisions, of private ones only for their author', async ({ api, signIn }) => {
    const ann = `Bearer ${await signIn('Ann')}`
    await fillList(api.post('/v1/lists').set('Authorization', ann), { name: 'One' }, FILES).expect(201)
    const hidden = { name: 'One', private: '1' }
    await fillList(api.put('/v1/lists/one').set('Authorization', ann), hidden, { 'modlist.txt': '+Secret' }).expect(200)
    await fillList(
      api.put('/v1/lists/one').set('Authorization', ann),
      { name: 'One' },
      { 'modlist.txt': '+New' },
    ).expect(200)

    const first = await api.get('/v1/lists/one/revisions/1/load-order.csv').expect(200)
    expect(first.headers['content-disposition']).toBe('attachment; filename="one@1.csv"')
    for (const format of ['txt', 'md', 'csv']) {
      const path = `/v1/lists/one/revisions/2/load-order.${format}`
      expect((await api.get(path).set('Authorization', ann).expect(200)).text).toContain('Secret')
      await api.get(path).expect(404)
      await api.get(`/v1/lists/one/revisions/9/load-order.${format}`).expect(404)
      await api.get(`/v1/lists/nothing/load-order.${format}`).expect(404)
    }
  })
})
