import { describe, expect } from 'vitest'
import { it } from '../../support/history.ts'
import { fillList } from '../../support/requests/forms.ts'

const HOUR = 3_600_000

describe('a list that expires', () => {
  it('disappears everywhere at the end of its lifetime, also from cached responses, before any sweep', async ({
    ada,
    api,
    clock,
    db,
    save,
  }) => {
    await save({ expires: '3h' })
    await fillList(api.post('/v1/lists'), { name: 'Other', expires: 'perm' }).expect(201)
    const slugs = async (path: string) => {
      const { body } = await api.get(path).set(ada).expect(200)
      return (body.data.lists ?? body.data).map(({ slug }: { slug: string }) => slug)
    }
    const expectEverywhere = async (expected: string[]) => {
      for (const path of ['/v1/lists', '/v1/lists?page[size]=all', '/v1/games/4', '/v1/compare']) {
        expect(await slugs(path)).toEqual(expected)
      }
      expect((await api.get('/v1/lists').expect(200)).body.meta.total).toBe(expected.length)
      const { body: games } = await api.get('/v1/games').expect(200)
      expect(games.data.find(({ id }: { id: number }) => id === 4).lists_count).toBe(expected.length)
    }
    clock.advance(3 * HOUR - 1)
    await expectEverywhere(['other', 'my-list'])
    expect(await slugs('/v1/user/lists')).toEqual(['my-list'])
    await api.get('/v1/lists/my-list').expect(200)

    clock.advance(1)
    await expectEverywhere(['other'])
    expect(await slugs('/v1/user/lists')).toEqual([])
    await api.get('/v1/lists/my-list').expect(404)
    await api.head('/v1/lists/my-list').expect(404)
    await api.get('/v1/compare/my-list/other').expect(404)
    await api.get('/v1/compare/other/my-list').expect(404)
    expect(await db.list.count()).toBe(2)
  })

  it('gets a new expiry from an update, counted from the time of the update', async ({ ada, api, clock, save }) => {
    await save({ expires: '3h' })
    clock.advance(2 * HOUR)
    const { expires } = await save({ expires: '3h' })

    expect(expires).toBe('2026-11-20T13:31:00.123000Z')
    clock.advance(3 * HOUR - 1)
    await fillList(api.put('/v1/lists/my-list').set(ada)).expect(200)
    clock.advance(10_000 * HOUR)
    await api.get('/v1/lists/my-list').expect(200)
  })
})
