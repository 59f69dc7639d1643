import { describe, expect } from 'vitest'
import { it } from '../support/history.ts'
import { fillList, MODLIST, ODD_NAMES } from '../support/requests/forms.ts'

describe('GET /v1/lists/{slug}/files/{name}', () => {
  it('returns a file by its clean name, as in the single-list view', async ({ api }) => {
    await fillList(api.post('/v1/lists'), {}, { 'modlist.txt': MODLIST, 'plugins.txt': 'a' })
    const { body } = await api.get('/v1/lists/my-list/files/modlist.txt').expect(200)
    const list = await api.get('/v1/lists/my-list')

    expect(body).toEqual({ data: list.body.data.files[0] })
    expect(body.data.content).toEqual(['+Unofficial Patch', '+Sky UI', '-Optional_separator'])
    expect(Object.keys(body.data)).toEqual(['name', 'clean_name', 'bytes', 'content', 'created', 'updated'])
  })

  it('finds a file by its clean name in any case and any Unicode form', async ({ api }) => {
    await fillList(api.post('/v1/lists'), {}, { 'ModList.txt': 'a', 'Größe.txt': 'b' })

    for (const [asked, name] of [
      ['MODLIST.TXT', 'ModList.txt'],
      ['modlist.txt', 'ModList.txt'],
      ['GRÖSSE.txt'.replace('SS', 'ß'), 'Größe.txt'],
      ['Größe.txt'.normalize('NFD'), 'Größe.txt'],
    ] as const) {
      const { body } = await api.get(`/v1/lists/my-list/files/${encodeURIComponent(asked)}`).expect(200)
      expect(body.data.clean_name).toBe(name)
    }
  })

  it.for(ODD_NAMES)('finds a file with the name %j', async (name, { api }) => {
    await fillList(api.post('/v1/lists'), {}, { [name]: name, 'modlist.txt': MODLIST })
    const { body } = await api.get('/v1/lists/my-list/files')

    for (const asked of [name, body.data[0].name]) {
      const found = await api.get(`/v1/lists/my-list/files/${encodeURIComponent(asked)}`).expect(200)
      expect(found.body.data).toMatchObject({ clean_name: name, content: [name] })
    }
  })

  it('returns 404 for a file that the list does not have, or no longer has', async ({ api, save }) => {
    await save()
    const { body } = await api.get('/v1/lists/my-list/files')
    await save({}, { 'new.txt': 'a' })

    const gone = [
      body.data[0].name,
      'modlist.txt',
      '..',
      '../new.txt',
      '..\\new.txt',
      '/new.txt',
      'new.txt/',
      '\0',
      '%',
    ]
    for (const name of gone) {
      // Clients resolve a bare `..` in a URL, so it is sent encoded, as part of a name.
      const path = encodeURIComponent(name === '..' ? '../' : name)
      await api.get(`/v1/lists/my-list/files/${path}`).expect(404, { message: 'File not found.' })
    }
  })
})
