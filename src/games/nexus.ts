/**
 * The games of the catalog on Nexus Mods, by id: the game in the site's addresses (null if the site does not have it),
 * then other names that Mod Organizer has for the game, without spaces and in lower case. They come from
 * `gameNexusName` and `gameShortName` of Mod Organizer's plugins for games, and from the site's own addresses.
 */
const GAMES: Readonly<Record<number, readonly [domain: string | null, ...names: string[]]>> = {
  1: ['morrowind'],
  2: ['oblivion'],
  3: ['skyrim'],
  4: ['skyrimspecialedition', 'skyrimse'],
  5: ['skyrimspecialedition', 'skyrimvr'],
  6: ['fallout3'],
  7: ['newvegas', 'falloutnv'],
  8: ['fallout4'],
  9: ['fallout4', 'fallout4vr'],
  10: ['newvegas', 'ttw'],
  11: ['cyberpunk2077'],
  12: ['darkestdungeon'],
  13: ['darkmessiahofmightandmagic'],
  14: ['darksouls'],
  15: ['dragonage2'],
  16: ['dragonage', 'dragonageorigins'],
  17: ['dungeonsiegeii'],
  18: ['kerbalspaceprogram'],
  19: ['kingdomcomedeliverance'],
  20: ['mirrorsedge'],
  21: ['mountandblade2bannerlord', 'mountandblade2'],
  22: ['nomanssky'],
  23: ['stalkeranomaly'],
  24: ['stardewvalley'],
  25: ['thebindingofisaacrebirth'],
  26: ['witcher3', 'thewitcher3wildhunt'],
  27: [null],
  28: ['enderal'],
  29: ['enderalspecialedition', 'enderalse'],
  30: ['starfield'],
  31: ['witcher', 'thewitcherenhancededition'],
}

/** Returns the domain of a game of the catalog; null if the site does not have it. */
export const nexusDomain = (gameId: number): string | null => GAMES[gameId]?.[0] ?? null

/** Returns the domain of a game by what Mod Organizer calls it ("SkyrimSE"); null if the name is not known. */
export function nexusDomainByName(name: string): string | null {
  const wanted = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return Object.values(GAMES).find((game) => game.includes(wanted))?.[0] ?? null
}
