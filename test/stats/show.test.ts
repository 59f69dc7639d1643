import { describe, expect } from 'vitest'
import { foldCounts, sweep } from '../../src/lists/expiry/sweep.ts'
import { countedRows } from '../support/database/statistics.ts'
import { it } from '../support/it.ts'
import { fillList } from '../support/requests/forms.ts'

const HOUR = 3_600_000

describe('GET /v1/stats', () => {
  it('counts nothing in an empty catalog', async ({ api }) => {
    const { body } = await api.get('/v1/stats').expect(200)

    expect(body.data).toEqual({
      lists: { total: 0, private: 0, anonymous: 0, by_game: expect.any(Array) },
      files: { total: 0, bytes: 0, deduplicated_bytes: 0 },
      authors: 0,
    })
    expect(body.data.lists.by_game).toEqual((await api.get('/v1/games')).body.data)
  })

  it('counts lists, each file as often as lists have it and once, and the users who have a public list', async ({
    api,
    signIn,
  }) => {
    const [ann, bob] = [await signIn('Ann'), await signIn('Bob')]
    await signIn('Without lists')
    const post = (token = '') => api.post('/v1/lists').set(token === '' ? {} : { Authorization: token })
    await fillList(post(ann), {}, { 'a.txt': '12345', 'b.txt': '123' }).expect(201)
    await fillList(post(ann), { game: '8' }, { 'a.txt': '12345' }).expect(201)
    await fillList(post(), {}, { 'a.txt': '12345', 'c.txt': '12345' }).expect(201)
    await fillList(post(), { private: '1' }, { 'a.txt': '1' }).expect(201)
    await fillList(post(bob), { private: '1' }, { 'd.txt': '' }).expect(201)

    const { body } = await api.get('/v1/stats').expect(200)
    const games: { id: number; lists_count: number }[] = body.data.lists.by_game
    expect({
      ...body.data,
      lists: { ...body.data.lists, by_game: games.filter((game) => game.lists_count > 0) },
    }).toEqual({
      lists: {
        total: 5,
        private: 2,
        anonymous: 2,
        by_game: [
          { id: 8, name: 'Fallout 4', lists_count: 1 },
          { id: 4, name: 'TESV Skyrim SE', lists_count: 2 },
        ],
      },
      files: { total: 7, bytes: 5 + 3 + 5 + 5 + 5 + 1, deduplicated_bytes: 5 + 3 + 5 + 1 },
      authors: 1,
    })
  })

  it('leaves out at its moment what expires, private lists and files too, whenever it is swept', async ({
    api,
    catalog,
    clock,
    db,
    signIn,
  }) => {
    const token = await signIn('Ann')
    const post = () => api.post('/v1/lists').set('Authorization', token)
    await fillList(post(), { expires: '3h' }, { 'a.txt': 'shared', 'b.txt': 'alone' }).expect(201)
    await fillList(post(), { private: '1', expires: '24h' }, { 'a.txt': 'shared', 'c.txt': 'private' }).expect(201)
    await fillList(api.post('/v1/lists'), { expires: 'perm' }, { 'd.txt': 'kept' }).expect(201)
    const numbers = async () => {
      const { lists, files, authors } = (await api.get('/v1/stats').expect(200)).body.data
      return [lists.total, lists.private, lists.anonymous, files.total, files.bytes, files.deduplicated_bytes, authors]
    }
    const all = [3, 1, 1, 5, 28, 22, 1]

    expect(await numbers()).toEqual(all)
    clock.advance(3 * HOUR - 1)
    expect(await numbers()).toEqual(all)
    clock.advance(1)
    expect(await numbers()).toEqual([2, 1, 1, 3, 17, 17, 0])
    clock.advance(21 * HOUR)
    expect(await numbers()).toEqual([1, 0, 1, 1, 4, 4, 0])
    await foldCounts({ db })
    expect(await numbers()).toEqual([1, 0, 1, 1, 4, 4, 0])
    expect(await sweep(catalog)).toEqual({ lists: 2, files: 3 })
    expect(await numbers()).toEqual([1, 0, 1, 1, 4, 4, 0])
  })

  it('names nobody, and no private list', async ({ api, signIn }) => {
    const token = await signIn('Somebody')
    await fillList(api.post('/v1/lists').set('Authorization', token), { name: 'Secret', private: '1' }).expect(201)

    const { text, body } = await api.get('/v1/stats').expect(200)
    expect(text).not.toMatch(/somebody|secret|modlist/i)
    expect(body.data.authors).toBe(0)
    expect(body.data.lists.by_game.some((game: { lists_count: number }) => game.lists_count > 0)).toBe(false)
  })

  it('is not sent again to a client that has it, until a number changes', async ({ api }) => {
    const { headers } = await api.get('/v1/stats').expect(200)
    const { etag = '' } = headers

    expect(etag).toMatch(/^"[\w-]+"$/)
    expect(headers['cache-control']).toBe('no-cache')
    await api.get('/v1/stats').set('If-None-Match', etag).expect(304, '')
    await api.head('/v1/stats').expect(200, undefined)
    await fillList(api.post('/v1/lists')).expect(201)
    const { body } = await api.get('/v1/stats').set('If-None-Match', etag).expect(200)
    expect(body.data.lists.total).toBe(1)
  })

  it('is right after whole tables were emptied, and files that are left without lists are swept', async ({
    api,
    catalog,
    db,
    signIn,
  }) => {
    const token = await signIn('Ann')
    await fillList(api.post('/v1/lists').set('Authorization', token)).expect(201)
    await fillList(api.post('/v1/lists'), { private: '1' }, { 'a.txt': 'a' }).expect(201)
    const expectExact = async () =>
      expect((await api.get('/v1/stats')).body.data).toEqual(await countedRows(db, catalog.clock()))

    await db.$executeRaw`TRUNCATE list_files`
    await expectExact()
    await foldCounts({ db })
    await expectExact()
    expect(await sweep(catalog)).toEqual({ lists: 0, files: 2 })
    await fillList(api.post('/v1/lists').set('Authorization', token)).expect(201)
    await foldCounts({ db })
    await db.$executeRaw`TRUNCATE lists CASCADE`
    await expectExact()
    await fillList(api.post('/v1/lists').set('Authorization', token)).expect(201)
    await expectExact()
    expect((await api.get('/v1/stats')).body.data).toMatchObject({ lists: { total: 1 }, authors: 1 })
  })
})
