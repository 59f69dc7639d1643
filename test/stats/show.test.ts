import { describe, expect, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/db/client.ts'
import { foldCounts, sweep } from '../../src/lists/expiry/sweep.ts'
import { countCatalog } from '../../src/stats/queries.ts'
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

  it('reads no more rows from 20,000 lists than from few', async ({ api, catalog, db, signIn, url }) => {
    const token = await signIn('Ann')
    await fillList(api.post('/v1/lists').set('Authorization', token), { expires: '3h' }).expect(201)
    await db.$executeRaw`
      INSERT INTO files (hash, name, clean_name, bytes, content, created_at)
      SELECT sha256(n::text::bytea), n::text, n::text, 1, '', now() FROM generate_series(1, 20000) n`
    await db.$executeRaw`
      INSERT INTO lists (slug, slug_base, slug_number, name, private, created_at, updated_at, expires_at, game_id, author_id)
      SELECT 'n-' || n, 'n', n, 'n', n % 3 = 0, now(), now(), CASE WHEN n % 2 = 0 THEN '2030-01-01'::timestamptz END, 4,
        CASE WHEN n % 5 = 0 THEN (SELECT min(id) FROM users) END
      FROM generate_series(1, 20000) n`
    await db.$executeRaw`
      INSERT INTO list_files (list_id, position, file_id)
      SELECT lists.id, at, files.id + at FROM lists JOIN files ON files.name = slug_number::text, generate_series(0, 1) at
      WHERE slug_base = 'n' AND slug_number < 20000`
    await sweep({ ...catalog, clock: () => new Date(0) })
    const opened = openDatabase(url, { connections: 4 }) // of which one is for prepared reads
    onTestFinished(() => opened.$disconnect())
    const { pool } = opened
    const rowsRead = async () => {
      await pool.query('SELECT pg_stat_force_next_flush()')
      const { rows } = await pool.query(`
        SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read FROM pg_stat_user_tables
        WHERE relname <> 'games'`)
      return rows[0].read as number
    }
    await db.$executeRaw`VACUUM ANALYZE`
    const now = new Date(catalog.clock().getTime() + 4 * HOUR)

    const before = await rowsRead()
    const counts = await countCatalog(opened, now)
    expect((await rowsRead()) - before).toBeLessThan(200)
    expect(counts).toMatchObject({ privateLists: 6666, files: 39_998, authors: 1 })
  })
})
