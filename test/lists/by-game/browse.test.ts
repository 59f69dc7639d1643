import { expect } from 'vitest'
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
  [24, 'Stardew Valley'],
  [30, 'Starfield'],
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

it('GET /v1/games returns the 31 games by name, with the documented keys', async ({ api }) => {
  const { body } = await api.get('/v1/games').expect(200)

  expect(JSON.stringify(body)).toBe(JSON.stringify({ data: GAMES.map(([id, name]) => ({ id, name, lists_count: 0 })) }))
})
