import { describe, expect } from 'vitest'
import { blockFile } from '../../../src/moderation/operator-service.ts'
import { storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/history.ts'
import { fillList } from '../../support/requests/forms.ts'

const restore = (number: number | string, slug = 'my-list') => `/v1/lists/${slug}/revisions/${number}/restore`

describe('POST /v1/lists/{slug}/revisions/{n}/restore', () => {
  it('makes a new revision with the fields and files of an older one, and a note that says which', async ({
    api,
    ada,
    save,
    clock,
  }) => {
    const old = { name: 'Old', version: '1', website: 'https://example.com/old', description: 'As it was' }
    await save(old, { 'modlist.txt': '+A\n', 'skyrim.ini': '[s]\n' })
    await fillList(
      api.put('/v1/lists/old').set(ada),
      { name: 'New', version: '2', game: '3' },
      { 'plugins.txt': '*b.esp\n' },
    ).expect(200)
    clock.advance(60_000)
    const { body, headers } = await api.post(restore(1, 'old')).set(ada).expect(200)

    expect(body.data).toMatchObject({ ...old, slug: 'old', updated: '2026-11-20T08:31:00.123000Z' })
    expect(headers.etag).toBe((await api.get('/v1/lists/old')).headers.etag)
    const { data: revisions } = (await api.get('/v1/lists/old/revisions').expect(200)).body
    expect(revisions).toMatchObject([
      { revision: 3, version: '1', note: 'Restores version 1.' },
      { revision: 2, version: '2' },
      { revision: 1, version: '1' },
    ])
    expect(revisions[0].files).toEqual(revisions[2].files)
    const found = await api.get('/v1/lists?filter[search]=old').expect(200)
    expect(found.body.meta.total).toBe(1)
  })

  it('keeps the visibility and the expiry of the list, so that nothing becomes public', async ({ api, ada, save }) => {
    await save({ expires: 'perm' })
    await save({ private: '1', expires: '1w', version: '2' })
    const { body } = await api.post(restore(1)).set(ada).expect(200)
    expect(body.data).toMatchObject({ version: null, private: true, expires: '2026-11-27T08:31:00.123000Z' })
  })

  it('changes nothing if the list has these fields and files already', async ({ api, ada, db, save }) => {
    await save({ version: '1' })
    await save({ version: '2' })
    await api.post(restore(1)).set(ada).expect(200)
    const before = await storedRows(db)
    await api.post(restore(1)).set(ada).expect(200)
    await api.post(restore(3)).set(ada).expect(200)
    expect(await storedRows(db)).toEqual(before)
  })

  it('refuses what is no revision, an outdated If-Match and files that were taken down', async ({
    api,
    ada,
    catalog,
    db,
    save,
  }) => {
    await save({ version: '1' }, { 'modlist.txt': '+Taken down\n' })
    const { etag = '' } = (await api.get('/v1/lists/my-list').expect(200)).headers
    await save({ version: '2' })
    await blockFile({ ...catalog }, { name: 'x', content: Buffer.from('+Taken down\n') }, 'spam')
    const before = await storedRows(db)

    for (const number of [0, 3, '1x', '-1']) await api.post(restore(number)).set(ada).expect(404)
    await api
      .post(restore(1))
      .set({ ...ada, 'if-match': etag })
      .expect(412)
    const { body } = await api.post(restore(1)).set(ada).expect(422)
    expect(body.errors).toEqual({ revision: ['This file of the revision was taken down: modlist.txt'] })
    expect(await storedRows(db)).toEqual(before)
  })
})
