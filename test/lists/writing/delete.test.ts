import { describe, expect } from 'vitest'
import { sweep } from '../../../src/startup/sweep.ts'
import { it } from '../../support/history.ts'
import { fillList } from '../../support/requests/forms.ts'

// Refused deletes are tested in refused/change.test.ts.
describe('DELETE /v1/lists/{slug}', () => {
  it('returns 204 without a body; the list is gone everywhere, and a second delete returns 404', async ({
    ada,
    api,
    db,
    save,
  }) => {
    await save()
    const { text } = await api.delete('/v1/lists/my-list').set(ada).expect(204)

    expect(text).toBe('')
    expect(await db.list.count()).toBe(0)
    await api.get('/v1/lists/my-list').expect(404)
    expect((await api.get('/v1/lists').expect(200)).body.meta.total).toBe(0)
    await api.delete('/v1/lists/my-list').set(ada).expect(404)
  })

  it('leaves other lists complete, even those with the same files, like an update that removes the files', async ({
    ada,
    api,
    catalog,
    save,
  }) => {
    await save()
    await fillList(api.post('/v1/lists'), { name: 'Other' }).expect(201)
    const { body: before } = await api.get('/v1/lists/other').expect(200)
    await save({}, { 'b.txt': 'b' })
    expect((await api.get('/v1/lists/other').expect(200)).body).toEqual(before)
    await api.delete('/v1/lists/my-list').set(ada).expect(204)
    await sweep(catalog)

    expect((await api.get('/v1/lists/other').expect(200)).body).toEqual(before)
  })

  it('succeeds for one of ten concurrent requests, and returns 404 for the others', async ({ ada, api, db, save }) => {
    await save()
    const remove = () => api.delete('/v1/lists/my-list').set(ada)
    const answers = await Promise.all(Array.from({ length: 10 }, remove))

    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)])
    expect(await db.list.count()).toBe(0)
  })
})
