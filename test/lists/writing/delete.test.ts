import { describe, expect } from 'vitest'
import { sweep } from '../../../src/upkeep/sweep.ts'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'

// Refused deletes are tested in refused/change.test.ts.
describe('DELETE /v1/lists/{slug}', () => {
  it('returns 204 without a body; the list is gone everywhere, and a second delete returns 404', async ({
    api,
    db,
    signIn,
  }) => {
    const token = await signIn('Ada', { abilities: ['create', 'delete'] })
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' })).expect(201)
    const { text } = await api.delete('/v1/lists/my-list').auth(token, { type: 'bearer' }).expect(204)

    expect(text).toBe('')
    expect(await db.list.count()).toBe(0)
    await api.get('/v1/lists/my-list').expect(404)
    expect((await api.get('/v1/lists').expect(200)).body.meta.total).toBe(0)
    await api.delete('/v1/lists/my-list').auth(token, { type: 'bearer' }).expect(404)
  })

  it('leaves other lists complete, even those with the same files', async ({ api, catalog, signIn }) => {
    const token = await signIn('Ada')
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' })).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Other' }).expect(201)
    const { body: before } = await api.get('/v1/lists/other').expect(200)
    await api.delete('/v1/lists/my-list').auth(token, { type: 'bearer' }).expect(204)
    await sweep(catalog)

    expect((await api.get('/v1/lists/other').expect(200)).body).toEqual(before)
  })

  it('succeeds for one of ten concurrent requests, and returns 404 for the others', async ({ api, db, signIn }) => {
    const token = await signIn('Ada')
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' })).expect(201)
    const remove = () => api.delete('/v1/lists/my-list').auth(token, { type: 'bearer' })
    const answers = await Promise.all(Array.from({ length: 10 }, remove))

    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)])
    expect(await db.list.count()).toBe(0)
  })
})
