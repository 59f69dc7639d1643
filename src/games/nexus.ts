/**
 * The games that every catalog has, on Nexus Mods, by id: the game in the site's addresses (null if the site does not have it),
 * then other names of the game, as the catalog and Mod Organizer write it, with letters and digits only. Mod Organizer's
 * names come from `gameName`, `gameShortName` and `gameNexusName` of its plugins for games.
 */
const GAMES: Readonly<Record<number, readonly [domain: string | null, ...names: string[]]>> = {
  1: ['morrowind', 'tesiiimorrowind'],
  2: ['oblivion', 'tesivoblivion'],
  3: ['skyrim', 'tesvskyrimle'],
  4: ['skyrimspecialedition', 'skyrimse', 'tesvskyrimse'],
  5: ['skyrimspecialedition', 'skyrimvr', 'tesvskyrimvr'],
  6: ['fallout3'],
  7: ['newvegas', 'falloutnv', 'falloutnewvegas'],
  8: ['fallout4'],
  9: ['fallout4', 'fallout4vr'],
  10: ['newvegas', 'ttw', 'taleoftwowastelands'],
  11: ['cyberpunk2077'],
  12: ['darkestdungeon'],
  13: ['darkmessiahofmightandmagic', 'darkmessiahofmightmagic'],
  14: ['darksouls'],
  15: ['dragonage2', 'dragonageii'],
  16: ['dragonage', 'dragonageorigins'],
  17: ['dungeonsiegeii'],
  18: ['kerbalspaceprogram'],
  19: ['kingdomcomedeliverance'],
  20: ['mirrorsedge'],
  21: ['mountandblade2bannerlord', 'mountbladeiibannerlord'],
  22: ['nomanssky'],
  23: ['stalkeranomaly'],
  24: ['stardewvalley'],
  25: ['thebindingofisaacrebirth'],
  26: ['witcher3', 'thewitcher3wildhunt'],
  27: [null, 'zeusandposeidon'],
  28: ['enderal'],
  29: ['enderalspecialedition', 'enderalse'],
  30: ['starfield'],
  31: ['witcher', 'thewitcherenhancededition'],
}

/** The last id of the games that every catalog has. Games that an operator adds have higher ids. */
export const LAST_FIXED_GAME = 31

/** Matches the form of a domain. */
export const NEXUS_DOMAIN = /^[a-z0-9]{1,100}$/

/** What the domain of a game depends on. `nexusDomain` is that of an added game; the API does not show it. */
export interface GameOnNexus {
  id: number
  nexusDomain?: string | null
}

/** Returns the domain of a game; null if the site does not have the game, or if its domain is unknown. */
export const nexusDomain = (game: GameOnNexus): string | null => GAMES[game.id]?.[0] ?? game.nexusDomain ?? null

/**
 * Returns the domain of a game by its id, or by its name in the catalog or in Mod Organizer ("SkyrimSE"); null if the
 * site does not have the game, undefined if the game is unknown.
 */
export function findNexusDomain(nameOrId: string): string | null | undefined {
  const wanted = nameOrId.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return Object.entries(GAMES).find(([id, names]) => id === wanted || names.includes(wanted))?.[1][0]
}

/** Returns the id of the first game with a domain. */
export function gameOfNexusDomain(domain: string): number | undefined {
  const id = Object.keys(GAMES).find((id) => GAMES[Number(id)]?.[0] === domain)
  return id === undefined ? undefined : Number(id)
}
