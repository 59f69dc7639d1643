interface NexusGame {
  /** The game in addresses of Nexus Mods; null if the site does not have it. */
  domain: string | null
  /** What Mod Organizer calls the game, in `gameName` of meta.ini and ModOrganizer.ini. */
  names: readonly string[]
}

/**
 * The games of the catalog on Nexus Mods, by id. The domains are those of Mod Organizer's game plugins
 * (`gameNexusName`) and of the site's own addresses.
 */
const GAMES: Readonly<Record<number, NexusGame>> = {
  1: { domain: 'morrowind', names: ['Morrowind'] },
  2: { domain: 'oblivion', names: ['Oblivion'] },
  3: { domain: 'skyrim', names: ['Skyrim'] },
  4: { domain: 'skyrimspecialedition', names: ['SkyrimSE', 'Skyrim Special Edition'] },
  5: { domain: 'skyrimspecialedition', names: ['SkyrimVR', 'Skyrim VR'] },
  6: { domain: 'fallout3', names: ['Fallout3', 'Fallout 3'] },
  7: { domain: 'newvegas', names: ['FalloutNV', 'New Vegas'] },
  8: { domain: 'fallout4', names: ['Fallout4', 'Fallout 4'] },
  9: { domain: 'fallout4', names: ['Fallout4VR', 'Fallout 4 VR'] },
  10: { domain: 'newvegas', names: ['TTW'] },
  11: { domain: 'cyberpunk2077', names: ['Cyberpunk2077', 'Cyberpunk 2077'] },
  12: { domain: 'darkestdungeon', names: ['DarkestDungeon', 'Darkest Dungeon'] },
  13: { domain: 'darkmessiahofmightandmagic', names: ['DarkMessiahOfMightAndMagic'] },
  14: { domain: 'darksouls', names: ['DarkSouls', 'Dark Souls'] },
  15: { domain: 'dragonage2', names: ['DragonAge2', 'Dragon Age 2'] },
  16: { domain: 'dragonage', names: ['DragonAge', 'Dragon Age: Origins'] },
  17: { domain: 'dungeonsiegeii', names: ['DungeonSiegeII'] },
  18: { domain: 'kerbalspaceprogram', names: ['KerbalSpaceProgram'] },
  19: { domain: 'kingdomcomedeliverance', names: ['KingdomComeDeliverance'] },
  20: { domain: 'mirrorsedge', names: ['MirrorsEdge'] },
  21: { domain: 'mountandblade2bannerlord', names: ['MountAndBlade2Bannerlord', 'MountAndBlade2'] },
  22: { domain: 'nomanssky', names: ['NoMansSky'] },
  23: { domain: 'stalkeranomaly', names: ['StalkerAnomaly'] },
  24: { domain: 'stardewvalley', names: ['StardewValley', 'Stardew Valley'] },
  25: { domain: 'thebindingofisaacrebirth', names: ['TheBindingOfIsaacRebirth'] },
  26: { domain: 'witcher3', names: ['Witcher3'] },
  27: { domain: null, names: ['ZeusAndPoseidon'] },
  28: { domain: 'enderal', names: ['Enderal'] },
  29: { domain: 'enderalspecialedition', names: ['EnderalSE', 'Enderal Special Edition'] },
  30: { domain: 'starfield', names: ['Starfield'] },
  31: { domain: 'witcher', names: ['Witcher'] },
}

/** Returns the domain of a game of the catalog; null if the site does not have it. */
export const nexusDomain = (gameId: number): string | null => GAMES[gameId]?.domain ?? null

/** Returns the domain of a game by what Mod Organizer calls it, in any case; null if that is not known. */
export const nexusDomainByName = (name: string): string | null =>
  Object.values(GAMES).find(({ names }) => names.some((known) => known.toLowerCase() === name.toLowerCase()))?.domain ??
  null
