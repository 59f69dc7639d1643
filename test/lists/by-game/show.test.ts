import { describe, expect } from 'vitest'
import { ascending, seedLists } from '../../support/database/rows.ts'
import { it } from '../../support/it.ts'

describe('GET /v1/games/{game}', () => {
  it('finds a game by its id, or by its name in any case', async ({ api }) => {
    const { body: all } = await api.get('/v1/games').expect(200)
    for (const { id, name } of all.data) {
      for (const key of [String(id), name, name.toUpperCase(), name.toLowerCase()]) {
        const { body } = await api.get(`/v1/games/${encodeURIComponent(key)}`).expect(200)
        expect(body).toEqual({ data: { id, name, lists: [] } })
      }
    }
  })

  it('returns 404 for an unknown game', async ({ api }) => {
    for (const key of [
      '0',
      '32',
      '4.0',
      '-4',
      '99999999999999999999',
      'Skyrim',
      'TESV%20Skyrim',
      '%20',
      'null',
      'TESV+Skyrim+SE',
    ]) {
      const { body } = await api.get(`/v1/games/${key}`).expect(404)
      expect(body).toEqual({ message: expect.stringContaining('not found') })
    }
  })

  it("returns all of the game's public lists, newest first", async ({ api, clock, db }) => {
    await seedLists(db, [
      ...ascending(502),
      { gameId: 8 },
      { private: true },
      { expiresAt: clock.now },
      { expiresAt: new Date(clock.now.getTime() + 1) },
    ])
    const { body } = await api.get('/v1/games/tesv%20skyrim%20se').expect(200)

    expect(Object.keys(body.data)).toEqual(['id', 'name', 'lists'])
    const slugs = body.data.lists.map((list: { slug: string }) => list.slug)
    expect(slugs).toEqual(['seed-506', ...Array.from({ length: 502 }, (_, index) => `seed-${502 - index}`)])
  })
})
