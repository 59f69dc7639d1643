import { describe, expect } from 'vitest'
import { it } from '../support/it.ts'
import { fillList, MODLIST } from '../support/requests/forms.ts'

const HOUR = 3_600_000

describe('GET /v1/lists/{slug}/files', () => {
  it('returns the files in the order of the upload, without their content', async ({ api }) => {
    await fillList(api.post('/v1/lists'), {}, { 'plugins.txt': 'a', 'modlist.txt': MODLIST, 'a b.ini': '' }).expect(201)
    const { body } = await api.get('/v1/lists/my-list/files').expect(200)

    const created = '2026-11-20T08:30:00.123000Z'
    expect(body).toEqual({
      data: [
        {
          name: expect.stringMatching(/^[0-9a-f]{32}-plugins\.txt$/),
          clean_name: 'plugins.txt',
          bytes: 1,
          created,
          updated: created,
        },
        {
          name: expect.stringMatching(/^[0-9a-f]{32}-modlist\.txt$/),
          clean_name: 'modlist.txt',
          bytes: MODLIST.length,
          created,
          updated: created,
        },
        {
          name: expect.stringMatching(/^[0-9a-f]{32}-a b\.ini$/),
          clean_name: 'a b.ini',
          bytes: 0,
          created,
          updated: created,
        },
      ],
    })
    expect(Object.keys(body.data[0])).toEqual(['name', 'clean_name', 'bytes', 'created', 'updated'])
  })

  it('returns the same files as the single-list view, without their content', async ({ api }) => {
    await fillList(api.post('/v1/lists'))
    const { body } = await api.get('/v1/lists/my-list/files')
    const list = await api.get('/v1/lists/my-list')

    expect(list.body.data.files).toMatchObject(body.data)
  })

  it('shows the files of a private list to anyone with its slug', async ({ api }) => {
    const { body } = await fillList(api.post('/v1/lists'), { private: '1' }).expect(201)
    await api.get(`/v1/lists/${body.data.slug}/files`).expect(200)
  })

  it('returns 404 for a list that does not exist or has expired, and for an impossible slug', async ({
    api,
    clock,
  }) => {
    await fillList(api.post('/v1/lists'), { expires: '3h' })
    clock.advance(3 * HOUR - 1)
    await api.get('/v1/lists/my-list/files').expect(200)
    clock.advance(1)

    for (const slug of ['my-list', 'another', 'My%20List', '%00', '..%2f..%2fetc']) {
      const { body } = await api.get(`/v1/lists/${slug}/files`).expect(404)
      expect(body).toEqual({ message: 'List not found.' })
    }
  })

  it('answers HEAD and OPTIONS, and returns 405 with the allowed methods for DELETE', async ({ api }) => {
    await fillList(api.post('/v1/lists'))
    const { text, headers } = await api.get('/v1/lists/my-list/files')
    const head = await api.head('/v1/lists/my-list/files').expect(200)
    expect(head.headers['content-length']).toBe(headers['content-length'])
    expect(text.length).toBe(Number(headers['content-length']))

    const options = await api.options('/v1/lists/my-list/files').expect(204)
    expect(options.headers.allow).toBe('GET, HEAD, OPTIONS')
    const refused = await api.delete('/v1/lists/my-list/files').expect(405)
    expect(refused.headers.allow).toBe('GET, HEAD, OPTIONS')
    expect(refused.body).toEqual({ message: expect.any(String) })
  })
})
