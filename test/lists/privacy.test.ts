import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { it } from '../support/it.ts'
import { fillList } from '../support/requests/forms.ts'

type Api = ReturnType<typeof supertest>

/** Returns the slugs in a collection, requested with a token or without one. */
async function slugs(api: Api, path: string, token = '') {
  const request = api.get(path)
  const { body } = await (token === '' ? request : request.auth(token, { type: 'bearer' })).expect(200)
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
  it('is in no collection and no count, even for its author', async ({ api, signIn }) => {
    const token = await signIn('Ada')
    const create = (fields: Record<string, string>) =>
      fillList(api.post('/v1/lists').auth(token, { type: 'bearer' }), fields).expect(201)
    await create({ name: 'Hidden', private: '1' })
    await create({ name: 'Shown' })

    for (const path of COLLECTIONS) {
      expect(await slugs(api, path)).toEqual(['shown'])
      expect(await slugs(api, path, token)).toEqual(['shown'])
    }
    const { body: page } = await api.get('/v1/lists').expect(200)
    expect(page.meta.total).toBe(1)
    const { body: games } = await api.get('/v1/games').expect(200)
    expect(games.data.find(({ id }: { id: number }) => id === 4).lists_count).toBe(1)
  })

  it("is only in its author's GET /v1/compare and GET /v1/user/lists", async ({ api, signIn }) => {
    const ada = await signIn('Ada')
    const bob = await signIn('Bob')
    const request = api.post('/v1/lists').auth(ada, { type: 'bearer' })
    const { body } = await fillList(request, { name: 'Hidden', private: '1' }).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Anonymous', private: '1' }).expect(201)

    expect(await slugs(api, '/v1/compare')).toEqual([])
    expect(await slugs(api, '/v1/compare', bob)).toEqual([])
    expect(await slugs(api, '/v1/compare', ada)).toEqual([body.data.slug])
    expect(await slugs(api, '/v1/user/lists', bob)).toEqual([])
    expect(await slugs(api, '/v1/user/lists', ada)).toEqual([body.data.slug])
  })

  it('can be viewed, downloaded and compared by anyone with its slug', async ({ api, signIn }) => {
    const token = await signIn('Ada')
    const post = api.post('/v1/lists').auth(token, { type: 'bearer' })
    const { slug } = (await fillList(post, { name: 'Hidden', private: '1' }).expect(201)).body.data
    await fillList(api.post('/v1/lists'), { name: 'Shown' }).expect(201)

    const { body } = await api.get(`/v1/lists/${slug}`).expect(200)
    expect(body.data).toMatchObject({ private: true, author: { name: 'Ada' }, files: [{ clean_name: 'modlist.txt' }] })
    for (const path of ['files', 'files/modlist.txt', 'files/modlist.txt/raw', 'download'])
      await api.get(`/v1/lists/${slug}/${path}`).expect(200)
    await api.get(`/v1/compare/${slug}/shown`).expect(200)
    await api.get(`/v1/compare?list1=shown&list2=${slug}`).expect(200)
  })

  it('appears in collections when an update makes it public, and disappears when one makes it private', async ({
    api,
    signIn,
  }) => {
    const token = await signIn('Ada')
    const created = await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' }), { private: '1' }).expect(201)
    const { slug } = created.body.data
    const put = (isPrivate: string) =>
      fillList(api.put(`/v1/lists/${slug}`).auth(token, { type: 'bearer' }), { private: isPrivate }).expect(200)

    expect(await slugs(api, '/v1/lists')).toEqual([])
    await put('0')
    expect(await slugs(api, '/v1/lists')).toEqual([slug])
    await put('1')
    expect(await slugs(api, '/v1/lists')).toEqual([])
  })
})
