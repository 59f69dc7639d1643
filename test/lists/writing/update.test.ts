import { describe, expect } from 'vitest'
import { issueToken } from '../../../src/accounts/tokens/service.ts'
import { it } from '../../support/it.ts'
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
    api,
    clock,
    signIn,
  }) => {
    const token = await signIn('Ada', { verified: true })
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' })).expect(201)
    clock.advance(60_000)
    const fields = { ...FULL, _method: 'PUT', name: 'New Name', game: '8', description: 'New' }
    const { text } = await fillList(api.post('/v1/lists/my-list').auth(token, { type: 'bearer' }), fields).expect(200)
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
  ] as const)('by %s with _method %s replaces the list', async ([method, _method], { api, signIn }) => {
    const token = await signIn('Ada')
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' })).expect(201)
    const request = api[method]('/v1/lists/my-list').auth(token, { type: 'bearer' })
    await fillList(request, { _method, name: 'Other' }, { 'b.txt': 'b' }).expect(200)
    const { body } = await api.get('/v1/lists/my-list').expect(200)

    expect(body.data).toMatchObject({ name: 'Other', files: [{ clean_name: 'b.txt', content: ['b'] }] })
  })

  it('replaces all files, in the order of the upload, and keeps the stored row of an unchanged file', async ({
    api,
    clock,
    signIn,
  }) => {
    const token = await signIn('Ada')
    const before = { 'a.txt': '1', 'b.txt': '2', 'c.txt': '3' }
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' }), {}, before).expect(201)
    const { body: old } = await api.get('/v1/lists/my-list').expect(200)
    clock.advance(60_000)
    const after = { 'c.txt': '3', 'd.txt': '4', 'a.txt': 'new' }
    await fillList(api.put('/v1/lists/my-list').auth(token, { type: 'bearer' }), {}, after).expect(200)
    const { body } = await api.get('/v1/lists/my-list').expect(200)

    const [kept, ...changed] = body.data.files
    expect(kept).toEqual(old.data.files[2])
    expect(changed).toMatchObject([
      { clean_name: 'd.txt', content: ['4'], created: '2026-11-20T08:31:00.123000Z' },
      { clean_name: 'a.txt', content: ['new'], created: '2026-11-20T08:31:00.123000Z' },
    ])
  })

  it('does not change other lists that have the removed files', async ({ api, signIn }) => {
    const token = await signIn('Ada')
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' })).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Other' }).expect(201)
    const { body: before } = await api.get('/v1/lists/other').expect(200)
    await fillList(api.put('/v1/lists/my-list').auth(token, { type: 'bearer' }), {}, { 'b.txt': 'b' }).expect(200)

    expect((await api.get('/v1/lists/other').expect(200)).body).toEqual(before)
  })

  it('keeps the slug if the name changes, and leaves the slug of the new name free', async ({ api, signIn }) => {
    const token = await signIn('Ada')
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' })).expect(201)
    await fillList(api.put('/v1/lists/my-list').auth(token, { type: 'bearer' }), { name: 'Other' }).expect(200)
    const { body } = await fillList(api.post('/v1/lists'), { name: 'Other' }).expect(201)

    expect(body.data.slug).toBe('other')
  })

  it('accepts old field names, and an Authorization header that is only the token', async ({ api, signIn }) => {
    const token = await signIn('Ada')
    await fillList(api.post('/v1/lists').set('Authorization', token)).expect(201)
    const older = { _method: 'PUT', game: undefined, game_id: '8', is_private: '1', expires_at: '3h' }
    const { body } = await fillList(api.post('/v1/lists/my-list').set('Authorization', token), older).expect(200)

    expect(body.data).toMatchObject({
      game: { name: 'Fallout 4' },
      private: true,
      expires: '2026-11-20T11:30:00.123000Z',
    })
  })

  it('requires only the ability update', async ({ api, catalog, signIn }) => {
    const all = await signIn('Ada')
    await fillList(api.post('/v1/lists').auth(all, { type: 'bearer' })).expect(201)
    const token = await issueToken(catalog, { user: 'Ada', abilities: ['update'], label: null, lifetime: null })

    await fillList(api.put('/v1/lists/my-list').auth(token, { type: 'bearer' })).expect(200)
  })
})
