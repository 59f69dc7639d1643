import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'

const HOUR = 3_600_000

describe('a list that expires', () => {
  it('exists until the last millisecond of its lifetime, and not after that', async ({ api, clock }) => {
    await fillList(api.post('/v1/lists'), { expires: '3h' }).expect(201)

    clock.advance(3 * HOUR - 1)
    await api.get('/v1/lists/my-list').expect(200)
    clock.advance(1)
    await api.get('/v1/lists/my-list').expect(404)
  })

  it('disappears everywhere at once, before any sweep', async ({ api, clock, db, signIn }) => {
    const token = await signIn('Ada')
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' }), { expires: '3h' }).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Other', expires: 'perm' }).expect(201)
    clock.advance(3 * HOUR)

    await api.get('/v1/lists/my-list').expect(404)
    await api.head('/v1/lists/my-list').expect(404)
    await api.get('/v1/compare/my-list/other').expect(404)
    await api.get('/v1/compare/other/my-list').expect(404)
    const slugs = async (path: string) => {
      const { body } = await api.get(path).auth(token, { type: 'bearer' }).expect(200)
      return (body.data.lists ?? body.data).map(({ slug }: { slug: string }) => slug)
    }
    for (const path of ['/v1/lists', '/v1/lists?page[size]=all', '/v1/games/4', '/v1/compare']) {
      expect(await slugs(path)).toEqual(['other'])
    }
    expect(await slugs('/v1/user/lists')).toEqual([])
    expect((await api.get('/v1/lists').expect(200)).body.meta.total).toBe(1)
    const { body: games } = await api.get('/v1/games').expect(200)
    expect(games.data.find(({ id }: { id: number }) => id === 4).lists_count).toBe(1)
    expect(await db.list.count()).toBe(2)
  })

  it('gets a new expiry from an update, counted from the time of the update', async ({ api, clock, signIn }) => {
    const token = await signIn('Ada')
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' }), { expires: '3h' }).expect(201)
    clock.advance(2 * HOUR)
    const put = api.put('/v1/lists/my-list').auth(token, { type: 'bearer' })
    const { body } = await fillList(put, { expires: '3h' }).expect(200)

    expect(body.data.expires).toBe('2026-11-20T13:30:00.123000Z')
    clock.advance(3 * HOUR - 1)
    await api.get('/v1/lists/my-list').expect(200)
    await fillList(api.put('/v1/lists/my-list').auth(token, { type: 'bearer' })).expect(200)
    clock.advance(10_000 * HOUR)
    await api.get('/v1/lists/my-list').expect(200)
  })
})
