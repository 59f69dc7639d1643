import { describe, expect } from 'vitest'
import { nexusDomain } from '../../src/games/nexus.ts'
import { GAMES, knownGame, LAST_FIXED_GAME } from '../../src/load-order/games.ts'
import { it } from '../support/it.ts'

describe('the games on Nexus Mods', () => {
  it('are known by the id and the name of every game of the catalog; only Zeus and Poseidon is not there', async ({
    db,
  }) => {
    const games = await db.game.findMany()
    expect(games).toHaveLength(31)
    expect(GAMES.slice(0, LAST_FIXED_GAME).map(({ id, name }) => ({ id, name }))).toEqual(
      games.map(({ id, name }) => ({ id, name })),
    )
    for (const { id, name } of games) {
      const domain = nexusDomain({ id })
      expect([name, domain]).toEqual([name, id === 27 ? null : expect.stringMatching(/^[a-z0-9]+$/)])
      expect([name, knownGame(name)?.domain, knownGame(String(id))?.domain]).toEqual([name, domain, domain])
    }
    expect(knownGame('A Game Of My Own')).toBeUndefined()
    expect(knownGame('')).toBeUndefined()
    expect(nexusDomain({ id: 34 })).toBeNull()
  })

  it.each([
    ['SkyrimSE', 'skyrimspecialedition'],
    ['Skyrim Special Edition', 'skyrimspecialedition'],
    ['Skyrim VR', 'skyrimspecialedition'],
    ['New Vegas', 'newvegas'],
    ['FalloutNV', 'newvegas'],
    ['TTW', 'newvegas'],
    ['Fallout4VR', 'fallout4'],
    ['EnderalSE', 'enderalspecialedition'],
    ['Dark Messiah of Might & Magic', 'darkmessiahofmightandmagic'],
    ['Mount & Blade II: Bannerlord', 'mountandblade2bannerlord'],
    ['The Witcher 3: Wild Hunt', 'witcher3'],
  ])('are known by the name that Mod Organizer has for them: %s', (name, domain) => {
    expect(knownGame(name)?.domain).toBe(domain)
  })

  it('are found by their domain; of several, the first one', () => expect(knownGame('newvegas')?.id).toBe(7))
})
