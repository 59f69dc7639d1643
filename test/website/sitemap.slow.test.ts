import { describe, expect } from 'vitest'
import { query } from '../support/database/query.ts'
import { it } from '../support/it.ts'

describe('the sitemap of more than 50,000 lists', () => {
  it('is an index of parts with at most 50,000 lists each', async ({ api, db, signIn, url }) => {
    await signIn('Ada')
    const { id } = await db.user.findFirstOrThrow()
    await query(
      url,
      `INSERT INTO lists (slug, slug_base, slug_number, name, private, created_at, updated_at, game_id, author_id)
       SELECT 'n-' || n, 'n', n, 'N', n > 50001, now(), now(), 4, $1 FROM generate_series(1, 50002) n`,
      [id],
    )
    const locations = async (path: string) =>
      ((await api.get(path).expect(200)).text.match(/(?<=<loc>)[^<]*/g) ?? []) as string[]
    const parts = ['/sitemap/1', '/sitemap/2']
    expect(await locations('/sitemap.xml')).toEqual(parts.map((path) => `https://www.example.com${path}`))
    const lists = await Promise.all(parts.map(locations))
    expect(lists.map(({ length }) => length)).toEqual([50_000, 1])
    expect(lists[1]).toEqual(['https://www.example.com/lists/n-50001'])
    await api.get('/sitemap/3').expect(404)
  })
})
