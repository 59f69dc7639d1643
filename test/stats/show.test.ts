import { expect } from 'vitest'
import { sweep } from '../../src/startup/sweep.ts'
import { countedRows } from '../support/database/statistics.ts'
import { it } from '../support/it.ts'
import { fillList } from '../support/requests/forms.ts'
import { freshStatistics } from '../support/requests/statistics.ts'

const HOUR = 3_600_000

it('GET /v1/stats counts lists, stored files and authors', async ({ api, catalog, clock, db, signIn }) => {
  const [ann, bob] = [await signIn('Ann'), await signIn('Bob')]
  await signIn('Without lists')
  const post = (token = '') => api.post('/v1/lists').set(token === '' ? {} : { Authorization: token })
  await fillList(post(ann), {}, { 'a.txt': '12345', 'b.txt': '123' }).expect(201)
  await fillList(post(ann), { name: 'Changed', game: '8' }, { 'a.txt': '12345', 'old.txt': '1234567' }).expect(201)
  await fillList(api.put('/v1/lists/changed').set('Authorization', ann), { game: '8' }, { 'a.txt': '12345' }).expect(
    200,
  )
  await fillList(post(), {}, { 'a.txt': '12345', 'c.txt': '12345' }).expect(201)
  await fillList(post(), { private: '1' }, { 'a.txt': '1' }).expect(201)
  await fillList(post(bob), { private: '1' }, { 'd.txt': '' }).expect(201)

  const statistics = await freshStatistics(catalog)
  const games: { id: number; lists_count: number }[] = statistics.lists.by_game
  expect({
    ...statistics,
    lists: { ...statistics.lists, by_game: games.filter((game) => game.lists_count > 0) },
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
    files: { total: 7, bytes: 5 + 3 + 5 + 5 + 5 + 1, deduplicated_bytes: 5 + 3 + 7 + 5 + 1 },
    authors: 1,
  })
  expect(statistics).toEqual(await countedRows(db, clock.now))
})

it('GET /v1/stats excludes a list once it expires, even before a sweep', async ({ api, catalog, clock, signIn }) => {
  const token = await signIn('Ann')
  const post = () => api.post('/v1/lists').set('Authorization', token)
  await fillList(post(), { expires: '3h' }, { 'a.txt': 'shared', 'b.txt': 'alone' }).expect(201)
  await fillList(post(), { private: '1', expires: '24h' }, { 'a.txt': 'shared', 'c.txt': 'private' }).expect(201)
  await fillList(api.post('/v1/lists'), { expires: 'perm' }, { 'd.txt': 'kept' }).expect(201)
  const numbers = async () => {
    const { lists, files, authors } = await freshStatistics(catalog)
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
  expect(await sweep(catalog)).toEqual({ lists: 2, files: 3 })
  expect(await numbers()).toEqual([1, 0, 1, 1, 4, 4, 0])
})

it('GET /v1/stats returns 304 to a client that has the statistics, until a number changes', async ({ api }) => {
  const { headers } = await api.get('/v1/stats').expect(200)
  const { etag = '' } = headers

  expect(etag).toMatch(/^"[\w-]+"$/)
  expect(headers['cache-control']).toBe('no-cache')
  await api.get('/v1/stats').set('If-None-Match', etag).expect(304, '')
  await api.head('/v1/stats').expect(200, undefined)
  await fillList(api.post('/v1/lists')).expect(201)
  const { body } = await api.get('/v1/stats').set('If-None-Match', etag).expect(200)
  expect(body.data.lists.by_game).toContainEqual({ id: 4, name: 'TESV Skyrim SE', lists_count: 1 })
})
