import { describe, expect } from 'vitest'
import { it } from '../../support/history.ts'
import { fillList } from '../../support/requests/forms.ts'
import { savedView } from '../support.ts'

const FULL = {
  version: '1',
  website: 'a.example',
  discord: 'b.example',
  readme: 'c.example',
  private: '1',
  expires: '3d',
}

describe('an update of /v1/lists/{slug}', () => {
  it('by POST with _method returns the new list like a create: without files, and with absolute links', async ({
    ada,
    api,
    clock,
    save,
  }) => {
    await save()
    clock.advance(60_000)
    const fields = { ...FULL, _method: 'PUT', name: 'New Name', game: '8', description: 'New' }
    const { text } = await fillList(api.post('/v1/lists/my-list').set(ada), fields).expect(200)
    const { body } = await api.get('/v1/lists/my-list').expect(200)

    expect(text).toBe(JSON.stringify({ data: savedView(body.data) }))
    expect(body.data).toMatchObject({
      ...FULL,
      name: 'New Name',
      description: 'New',
      private: true,
      expires: '2026-11-23T08:31:00.123000Z',
      created: '2026-11-20T08:30:00.123000Z',
      updated: '2026-11-20T08:31:00.123000Z',
    })
  })

  it.for([
    ['post', 'PUT'],
    ['post', 'put'],
    ['post', 'PATCH'],
    ['post', 'Patch'],
    ['put', undefined],
    ['put', 'DELETE'],
  ] as const)('by %s with _method %s replaces the list', async ([method, _method], { ada, api, save }) => {
    await save()
    const request = api[method]('/v1/lists/my-list').set(ada)
    await fillList(request, { _method, name: 'Other' }, { 'b.txt': 'b' }).expect(200)
    const { body } = await api.get('/v1/lists/my-list').expect(200)

    expect(body.data).toMatchObject({ name: 'Other', files: [{ clean_name: 'b.txt', content: ['b'] }] })
  })

  it('replaces all files, in the order of the upload, and keeps the stored row of an unchanged file', async ({
    api,
    save,
  }) => {
    await save({}, { 'a.txt': '1', 'b.txt': '2', 'c.txt': '3' })
    const { body: old } = await api.get('/v1/lists/my-list').expect(200)
    await save({}, { 'c.txt': '3', 'd.txt': '4', 'a.txt': 'new' })
    const { body } = await api.get('/v1/lists/my-list').expect(200)

    const [kept, ...changed] = body.data.files
    expect(kept).toEqual(old.data.files[2])
    expect(changed).toMatchObject([
      { clean_name: 'd.txt', content: ['4'], created: '2026-11-20T08:31:00.123000Z' },
      { clean_name: 'a.txt', content: ['new'], created: '2026-11-20T08:31:00.123000Z' },
    ])
  })

  it('keeps the slug if the name changes, and leaves the slug of the new name free', async ({ api, save }) => {
    await save()
    await save({ name: 'Other' })
    const { body } = await fillList(api.post('/v1/lists'), { name: 'Other' }).expect(201)

    expect(body.data.slug).toBe('other')
  })

  it('accepts the field names of older clients', async ({ ada, api, save }) => {
    await save()
    const older = { _method: 'PUT', game: undefined, game_id: '8', is_private: '1', expires_at: '3h' }
    const { body } = await fillList(api.post('/v1/lists/my-list').set(ada), older).expect(200)

    expect(body.data).toMatchObject({
      game: { name: 'Fallout 4' },
      private: true,
      expires: '2026-11-20T11:30:00.123000Z',
    })
  })
})
