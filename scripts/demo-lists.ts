// The lists that `npm run demo` uploads.

/** Mods by group. */
export type Mods = Record<string, readonly string[]>

const SKYRIM: Mods = {
  Utilities: ['SKSE64', 'Address Library for SKSE Plugins', 'SkyUI', 'powerofthree’s Tweaks', 'ConsoleUtilSSE NG'],
  Fixes: ['Unofficial Skyrim Special Edition Patch', 'SSE Engine Fixes', 'Bug Fixes SSE', 'Scrambled Bugs'],
  Visuals: ['SMIM', 'Skyland AIO', 'Cathedral Weathers', 'Enhanced Lights and FX', 'Ruins Clutter Improved'],
  Survival: ['Campfire', 'Frostfall', 'iNeed', 'Sunhelm Survival'],
  Quests: ['Legacy of the Dragonborn', 'Interesting NPCs', 'The Forgotten City', 'Wyrmstooth'],
}
const FALLOUT: Mods = {
  Utilities: ['F4SE', 'Address Library for F4SE Plugins', 'Mod Configuration Menu', 'Buffout 4'],
  Fixes: ['Unofficial Fallout 4 Patch', 'High FPS Physics Fix', 'PRP'],
  Settlements: ['Place Everywhere', 'Sim Settlements 2', 'Homemaker'],
}
const STARFIELD: Mods = {
  Utilities: ['SFSE', 'Address Library for SFSE Plugins', 'Plugins.txt Enabler'],
  Interface: ['StarUI Inventory', 'StarUI HUD', 'Compact Crew Menu'],
}
const JARS: Mods = { Mods: ['sodium-fabric-0.5.3', 'lithium-fabric-0.11.2', 'modmenu-7.1.0'] }

/** A list of the demo. */
export interface Demo {
  name: string
  /** The id or the name of the game. */
  game: number | string
  description: string
  author?: string
  expires?: '3d' | '1w'
  mods: Mods
  /** Mods of the list that are switched off. */
  off?: readonly string[]
  settings?: string
  /** Later versions, oldest first. */
  updates?: readonly { version: string; mods: Mods; off?: readonly string[] }[]
}

const without = (mods: Mods, ...names: string[]): Mods =>
  Object.fromEntries(Object.entries(mods).map(([group, all]) => [group, all.filter((name) => !names.includes(name))]))

const ini = (width: number) => `[Display]\r\niSize W=${width}\r\niSize H=${(width * 9) / 16}\r\nbFull Screen=0\r\n`

export const LISTS: readonly Demo[] = [
  {
    name: 'Northern Roads',
    game: 4,
    author: 'Vilja',
    description: 'A calm survival list for a first playthrough. Guide: https://example.com/northern-roads',
    mods: without(SKYRIM, 'Frostfall', 'Wyrmstooth'),
    settings: ini(1920),
    updates: [
      { version: '1.1', mods: without(SKYRIM, 'Wyrmstooth') },
      { version: '1.2', mods: SKYRIM, off: ['Enhanced Lights and FX'] },
    ],
  },
  {
    name: 'It crashes at the start',
    game: 4,
    expires: '1w',
    description: 'Crash to desktop after the logo since yesterday. What did I break?',
    mods: { ...without(SKYRIM, 'Address Library for SKSE Plugins', 'SSE Engine Fixes'), Trial: ['Lively Trees'] },
    off: ['SkyUI'],
    settings: ini(2560),
  },
  {
    name: 'It works again',
    game: 4,
    expires: '1w',
    description: 'The same profile after an evening of tidying.',
    mods: SKYRIM,
    settings: ini(1920),
  },
  {
    name: 'Quiet Skyrim',
    game: 4,
    author: 'Ingrid',
    description: 'Visuals only.',
    mods: { Visuals: SKYRIM.Visuals ?? [] },
  },
  {
    name: 'Dragonborn Museum',
    game: 4,
    author: 'Ingrid',
    description: 'Everything for the museum.',
    mods: SKYRIM,
    off: ['iNeed'],
  },
  { name: 'VR basics', game: 5, description: 'The smallest set for VR.', mods: { Fixes: SKYRIM.Fixes ?? [] } },
  {
    name: 'Sanctuary Builder',
    game: 8,
    author: 'Preston',
    description: 'Settlements first.',
    mods: without(FALLOUT, 'Homemaker'),
    updates: [{ version: '2.0', mods: FALLOUT, off: ['Place Everywhere'] }],
  },
  { name: 'My List', game: 8, expires: '3d', description: '', mods: FALLOUT },
  { name: 'My List', game: 8, expires: '3d', description: '', mods: without(FALLOUT, 'PRP') },
  {
    name: 'Stable Wasteland',
    game: 7,
    author: 'Preston',
    description: 'Fixes only.',
    mods: { Fixes: ['NVSE', 'JIP LN NVSE', 'YUP'] },
  },
  {
    name: 'Our server',
    game: 'Minecraft',
    author: 'Alex',
    description: 'The mods of our server. Yours should be the same.',
    mods: without(JARS, 'modmenu-7.1.0'),
    updates: [{ version: '1.1', mods: JARS }],
  },
  { name: 'Starter pack', game: 30, author: 'Vilja', description: 'Interface and nothing else.', mods: STARFIELD },
  {
    name: 'Starfield, day one',
    game: 30,
    expires: '1w',
    description: 'Before the update.',
    mods: without(STARFIELD, 'StarUI HUD'),
  },
]
