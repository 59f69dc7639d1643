import { describe, expect } from 'vitest'
import { seedLists } from '../../support/database/rows.ts'
import { it } from '../../support/it.ts'

/** All games in the order of the response. Ids and names must never change, because clients contain them. */
const GAMES: [id: number, name: string][] = [
  [11, 'Cyberpunk 2077'],
  [13, 'Dark Messiah of Might & Magic'],
  [14, 'Dark Souls'],
  [12, 'Darkest Dungeon'],
  [15, 'Dragon Age II'],
  [16, 'Dragon Age: Origins'],
  [17, 'Dungeon Siege II'],
  [28, 'Enderal'],
  [29, 'Enderal SE'],
  [6, 'Fallout 3'],
  [8, 'Fallout 4'],
  [9, 'Fallout 4 VR'],
  [7, 'Fallout New Vegas'],
  [18, 'Kerbal Space Program'],
  [19, 'Kingdom Come: Deliverance'],
  [20, "Mirror's Edge"],
  [21, 'Mount & Blade II: Bannerlord'],
  [22, "No Man's Sky"],
  [23, 'STALKER Anomaly'],
  [30, 'Starfield'],
  [24, 'Stardew Valley'],
  [10, 'Tale of Two Wastelands'],
  [1, 'TESIII Morrowind'],
  [2, 'TESIV Oblivion'],
  [3, 'TESV Skyrim LE'],
  [4, 'TESV Skyrim SE'],
  [5, 'TESV Skyrim VR'],
  [25, 'The Binding of Isaac: Rebirth'],
  [26, 'The Witcher 3: Wild Hunt'],
  [31, 'The Witcher: Enhanced Edition'],
  [27, 'Zeus and Poseidon'],
]

describe('GET /v1/games', () => {
  it('returns the 31 games by name, with the documented keys', async ({ api }) => {
    const { body } = await api.get('/v1/games').expect(200)

    const inOrder = [...GAMES].sort(([, a], [, b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    expect(JSON.stringify(body)).toBe(
      JSON.stringify({ data: inOrder.map(([id, name]) => ({ id, name, lists_count: 0 })) }),
    )
  })

  it('counts only public lists that have not expired', async ({ api, clock, db }) => {
    const soon = new Date(clock.now.getTime() + 1)
    await seedLists(db, [
      { gameId: 4 },
      { gameId: 4, expiresAt: soon },
      { gameId: 4, expiresAt: clock.now },
      { gameId: 4, private: true },
      { gameId: 31 },
      { gameId: 8, private: true },
    ])
    const counts = async () => {
      const { body } = await api.get('/v1/games').expect(200)
      const games: { id: number; lists_count: number }[] = body.data
      return Object.fromEntries(
        games.filter((game) => game.lists_count !== 0).map((game) => [game.id, game.lists_count]),
      )
    }

    expect(await counts()).toEqual({ 4: 2, 31: 1 })
    clock.advance(1)
    expect(await counts()).toEqual({ 4: 1, 31: 1 })
  })
})
