import { describe, expect } from 'vitest'
import { findNexusDomain, gameOfNexusDomain, nexusDomain } from '../../src/games/nexus.ts'
import { it } from '../support/it.ts'

describe('the games on Nexus Mods', () => {
  it('are known by the id and the name of every game of the catalog; only Zeus and Poseidon is not there', async ({
    db,
  }) => {
    const games = await db.game.findMany()
    expect(games).toHaveLength(31)
    for (const { id, name } of games) {
      const domain = nexusDomain({ id })
      expect([name, domain]).toEqual([name, id === 27 ? null : expect.stringMatching(/^[a-z0-9]+$/)])
      expect([name, findNexusDomain(name), findNexusDomain(String(id))]).toEqual([name, domain, domain])
    }
    expect(findNexusDomain('Palworld')).toBeUndefined()
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
    expect(findNexusDomain(name)).toBe(domain)
  })

  it('are found by their domain; of several, the first one', () => {
    expect(gameOfNexusDomain('newvegas')).toBe(7)
    expect(gameOfNexusDomain('palworld')).toBeUndefined()
  })
})
