import { describe, expect } from 'vitest'
import { it } from '../support/it.ts'
import { fillList, MODLIST } from '../support/requests/forms.ts'

const HOUR = 3_600_000

describe('GET /v1/lists/{slug}/files', () => {
  it('returns the files in the order of the upload, without their content', async ({ api }) => {
    await fillList(api.post('/v1/lists'), {}, { 'plugins.txt': 'a', 'modlist.txt': MODLIST, 'a b.ini': '' }).expect(201)
    const { body } = await api.get('/v1/lists/my-list/files').expect(200)

    const created = '2026-11-20T08:30:00.123000Z'
    const file = (name: string, bytes: number) => {
      return {
        name: expect.stringMatching(`^[0-9a-f]{32}-${name}$`),
        clean_name: name,
        bytes,
        created,
        updated: created,
      }
    }
    expect(body).toEqual({ data: [file('plugins.txt', 1), file('modlist.txt', MODLIST.length), file('a b.ini', 0)] })
    expect(Object.keys(body.data[0])).toEqual(['name', 'clean_name', 'bytes', 'created', 'updated'])
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
})
