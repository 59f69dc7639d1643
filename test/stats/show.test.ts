import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { sweep } from '../../src/upkeep/sweep.ts'
import { query } from '../support/database/query.ts'
import { countedRows } from '../support/database/statistics.ts'
import { it } from '../support/it.ts'
import { fillList } from '../support/requests/forms.ts'
import { freshStatistics } from '../support/requests/statistics.ts'
import { get, serve } from '../support/requests/wire.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

it('GET /v1/stats returns zeros for an empty catalog', async ({ api, catalog }) => {
  const statistics = await freshStatistics(catalog)

  expect(statistics).toEqual({
    lists: { total: 0, private: 0, anonymous: 0, by_game: expect.any(Array) },
    files: { total: 0, bytes: 0, deduplicated_bytes: 0 },
    authors: 0,
  })
  expect(statistics.lists.by_game).toEqual((await api.get('/v1/games')).body.data)
})

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

it('GET /v1/stats counts public lists exactly, and all else a minute late', async ({ api, catalog, clock, signIn }) => {
  const port = await serve(catalog)
  const token = await signIn('Ann')
  const shown = async () => {
    const { data, meta } = JSON.parse((await get(port, '/v1/stats')).text)
    const { lists, files, authors } = data
    const skyrim = lists.by_game.find(({ id }: { id: number }) => id === 4).lists_count
    return [meta.counted_at, skyrim, lists.total, lists.private, files.total, authors]
  }
  expect(await shown()).toEqual(['2026-11-20T08:30:00.123000Z', 0, 0, 0, 0, 0])

  await fillList(api.post('/v1/lists').set('Authorization', token)).expect(201)
  await fillList(api.post('/v1/lists'), { private: '1' }).expect(201)
  expect(await shown()).toEqual(['2026-11-20T08:30:00.123000Z', 1, 1, 0, 0, 0])
  clock.advance(MINUTE - 1)
  expect(await shown()).toEqual(['2026-11-20T08:30:00.123000Z', 1, 1, 0, 0, 0])
  clock.advance(1)
  expect(await shown()).toEqual(['2026-11-20T08:31:00.123000Z', 1, 2, 1, 2, 1])
})

it('GET /v1/stats counts once for all requests that arrive during a count', async ({ catalog, db: _, url }) => {
  const port = await serve(catalog)
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('BEGIN; LOCK revision_files IN ACCESS EXCLUSIVE MODE')
  const paths = ['/v1/stats', '/v1/stats?a', '/v1/stats?b', '/v1/stats?c']
  const answers = Promise.all(paths.map((path) => get(port, path)))
  const waiting = `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  await expect.poll(() => query(url, waiting)).toHaveLength(1)
  expect((await get(port, '/v1/lists')).status).toBe(200) // a second count would have started by now
  expect(await query(url, waiting)).toHaveLength(1)
  await holder.query('ROLLBACK')

  expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

it('GET /v1/stats never contains a user name or the name of a private list', async ({ api, catalog, signIn }) => {
  const token = await signIn('Somebody')
  await fillList(api.post('/v1/lists').set('Authorization', token), { name: 'Secret', private: '1' }).expect(201)

  const statistics = await freshStatistics(catalog)
  expect(JSON.stringify(statistics)).not.toMatch(/somebody|secret|modlist/i)
  expect(statistics.authors).toBe(0)
  expect(statistics.lists.by_game.some((game: { lists_count: number }) => game.lists_count > 0)).toBe(false)
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
