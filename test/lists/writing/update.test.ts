import { describe, expect } from 'vitest'
import { it } from '../../support/history.ts'
import { fillList } from '../../support/requests/forms.ts'

describe('an update of /v1/lists/{slug}', () => {
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
})
