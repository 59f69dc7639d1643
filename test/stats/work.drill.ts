import { describe, expect, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/db/client.ts'
import { sweep } from '../../src/lists/expiry/sweep.ts'
import { countCatalog } from '../../src/stats/queries.ts'
import { it } from '../support/it.ts'
import { fillList } from '../support/requests/forms.ts'

const HOUR = 3_600_000

describe('GET /v1/stats', () => {
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
