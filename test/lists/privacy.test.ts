import { describe, expect } from 'vitest'
import { it } from '../support/history.ts'
import type { TestFixtures } from '../support/it.ts'
import { fillList } from '../support/requests/forms.ts'

/** Returns the slugs in a collection, requested with these headers. */
async function slugs(api: TestFixtures['api'], path: string, headers: Record<string, string> = {}) {
  const { body } = await api.get(path).set(headers).expect(200)
  return (body.data.lists ?? body.data).map(({ slug }: { slug: string }) => slug)
}

const COLLECTIONS = [
  '/v1/lists',
  '/v1/lists?page[size]=all',
  '/v1/lists?page[size]=900&sort=-updated',
  '/v1/lists?filter[author]=Ada',
  '/v1/lists?filter[game]=TESV Skyrim SE',
  '/v1/games/4',
]

describe('a private list', () => {
  it('is in no collection and no count, even for its author or once it has expired', async ({ ada, api, clock }) => {
    await fillList(api.post('/v1/lists').set(ada), { name: 'Hidden', private: '1' }).expect(201)
    await fillList(api.post('/v1/lists').set(ada), { name: 'Expired', private: '1', expires: '3h' }).expect(201)
    clock.advance(3 * 3_600_000)
    await fillList(api.post('/v1/lists').set(ada), { name: 'Shown' }).expect(201)

    for (const path of COLLECTIONS) {
      expect(await slugs(api, path)).toEqual(['shown'])
      expect(await slugs(api, path, ada)).toEqual(['shown'])
    }
    const { body: page } = await api.get('/v1/lists').expect(200)
    expect(page.meta.total).toBe(1)
    const { body: games } = await api.get('/v1/games').expect(200)
    expect(games.data.find(({ id }: { id: number }) => id === 4).lists_count).toBe(1)
  })

  it("is only in its author's GET /v1/compare and GET /v1/user/lists", async ({ ada, api, save, signIn }) => {
    await save({ private: '1' })
    await fillList(api.post('/v1/lists'), { name: 'Anonymous', private: '1' }).expect(201)
    const bob = { authorization: await signIn('Bob') }

    expect(await slugs(api, '/v1/compare')).toEqual([])
    for (const path of ['/v1/compare', '/v1/user/lists']) {
      expect(await slugs(api, path, bob)).toEqual([])
      expect(await slugs(api, path, ada)).toEqual(['my-list'])
    }
  })

  it('can be viewed, downloaded and compared by anyone with its slug', async ({ api, save }) => {
    await save({ private: '1' })
    await fillList(api.post('/v1/lists'), { name: 'Shown' }).expect(201)

    const { body } = await api.get('/v1/lists/my-list').expect(200)
    expect(body.data).toMatchObject({ private: true, author: { name: 'Ada' }, files: [{ clean_name: 'modlist.txt' }] })
    for (const path of ['files', 'files/modlist.txt', 'files/modlist.txt/raw', 'download'])
      await api.get(`/v1/lists/my-list/${path}`).expect(200)
    await api.get('/v1/compare/my-list/shown').expect(200)
    await api.get('/v1/compare?list1=shown&list2=my-list').expect(200)
  })

  it('appears in collections when an update makes it public, and disappears when one makes it private', async ({
    api,
    save,
  }) => {
    await save({ private: '1' })
    expect(await slugs(api, '/v1/lists')).toEqual([])
    await save({ private: '0' })
    expect(await slugs(api, '/v1/lists')).toEqual(['my-list'])
    await save({ private: '1' })
    expect(await slugs(api, '/v1/lists')).toEqual([])
  })
})
