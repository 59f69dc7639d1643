import type { FileKind } from './reading/kind.ts'
import { baldursGate } from './reading/other-games/baldurs-gate.ts'
import { ckan, ckanText, kerbalLog } from './reading/other-games/ckan.ts'
import { factorio, factorioLog } from './reading/other-games/factorio.ts'
import { bannerlordReport, launcherData } from './reading/other-games/launcher-data.ts'
import { minecraftLog } from './reading/other-games/minecraft-log.ts'
import {
  curseInstance,
  curseManifest,
  curseNames,
  jarNames,
  modrinthIndex,
} from './reading/other-games/minecraft-packs.ts'
import { witcher } from './reading/other-games/mods-settings.ts'
import { morrowind, openmw, openmwLog } from './reading/other-games/openmw.ts'
import { kenshi, palworld } from './reading/other-games/plain-lists.ts'
import { rimworld, rimworldList, rimworldLog, rimworldText, rimworldYaml } from './reading/other-games/rimworld.ts'
import { smapi } from './reading/other-games/smapi.ts'
import { bepInExLog, thunderstore, thunderstoreExport } from './reading/other-games/thunderstore.ts'
import type { PluginForm } from './reading/plugins.ts'

/** A game that the program knows. */
export interface KnownGame {
  id: number
  name: string
  /** The game in addresses of Nexus Mods; null if the site does not have it. */
  domain: string | null
  /** Other names, such as those in Mod Organizer (`gameName`, `gameShortName` and `gameNexusName` of its plugins for games). */
  aliases?: readonly string[]
  /** Patterns that together recognize the game, in the names of a list's files and the lines of its plugins.txt and loadorder.txt. */
  files?: readonly RegExp[]
  /** Recognizes the game in a crash log. */
  log?: RegExp
  /** How plugins.txt says which plugins are on; for other games, its content decides. */
  form?: 'asterisks' | 'presence'
  /** Whether the game loads plugins by the dates of their files instead of a list. */
  isByDate?: true
  /** The kinds of files that only such games have, the first of which wins. */
  kinds?: readonly FileKind[]
}

/** The last id of the games that every catalog has. Operators can add the other games of the table, and any others. */
export const LAST_FIXED_GAME = 31

const BEP_IN_EX = [thunderstoreExport, thunderstore, bepInExLog]

/**
 * The games that the program knows, by id. To support a new game, add a row, and a file with its kinds of files. If the
 * files of a list have the signs of several games, the last one of the table counts.
 */
export const GAMES: readonly KnownGame[] = [
  {
    id: 1,
    name: 'TESIII Morrowind',
    domain: 'morrowind',
    files: [/^\*?morrowind\.(ini|esm)$|^openmw\.cfg$/im],
    form: 'presence',
    isByDate: true,
    log: /OpenMW version|Loading content file/,
    kinds: [openmw, morrowind, openmwLog],
  },
  {
    id: 2,
    name: 'TESIV Oblivion',
    domain: 'oblivion',
    files: [/^\*?oblivion\w*\.(ini|esm)$/im],
    form: 'presence',
    isByDate: true,
  },
  { id: 3, name: 'TESV Skyrim LE', domain: 'skyrim', files: [/^skyrim\w*\.(ini|esm)$/im], form: 'presence' },
  {
    id: 4,
    name: 'TESV Skyrim SE',
    domain: 'skyrimspecialedition',
    aliases: ['SkyrimSE'],
    files: [/^skyrim\w*\.(ini|esm|ccc)$/im, /^skyrim\.ccc$|^\*.*\.es[mpl]$|^.*\.esl$/im],
    log: /Skyrim ?S{1,2}E v\d|SkyrimSE\.exe|\] {0,5}Skyrim\.esm/i,
    form: 'asterisks',
  },
  {
    id: 5,
    name: 'TESV Skyrim VR',
    domain: 'skyrimspecialedition',
    aliases: ['Skyrim VR'],
    files: [/^\*?skyrimvr\.(ini|esm)$/im],
    log: /Skyrim ?VR v\d|SkyrimVR\.(?:exe|esm)/i,
    form: 'asterisks',
  },
  {
    id: 6,
    name: 'Fallout 3',
    domain: 'fallout3',
    files: [/^\*?fallout3\.esm$/im],
    form: 'presence',
    isByDate: true,
  },
  {
    id: 7,
    name: 'Fallout New Vegas',
    domain: 'newvegas',
    aliases: ['FalloutNV'],
    files: [/^\*?falloutnv\.(esm|ini)$/im],
    log: /FalloutNV(?:\.(?:exe|esm)| {1,40}\(0x)/i,
    form: 'presence',
    isByDate: true,
  },
  {
    id: 8,
    name: 'Fallout 4',
    domain: 'fallout4',
    files: [/^\*?fallout4\w*\.(ini|esm|ccc)$/im],
    log: /Fallout 4 v\d|Fallout4\.(?:exe|esm)/i,
    form: 'asterisks',
  },
  {
    id: 9,
    name: 'Fallout 4 VR',
    domain: 'fallout4',
    files: [/^\*?fallout4_?vr\w*\.(ini|esm)$/im],
    log: /Fallout4(?:VR\.exe|_VR\.esm)/i,
    form: 'asterisks',
  },
  {
    id: 10,
    name: 'Tale of Two Wastelands',
    domain: 'newvegas',
    aliases: ['TTW'],
    files: [/^\*?(taleoftwowastelands|ttw\w*)\.(ini|esm)$/im],
    form: 'presence',
    isByDate: true,
  },
  { id: 11, name: 'Cyberpunk 2077', domain: 'cyberpunk2077' },
  { id: 12, name: 'Darkest Dungeon', domain: 'darkestdungeon' },
  {
    id: 13,
    name: 'Dark Messiah of Might & Magic',
    domain: 'darkmessiahofmightandmagic',
  },
  { id: 14, name: 'Dark Souls', domain: 'darksouls' },
  { id: 15, name: 'Dragon Age II', domain: 'dragonage2' },
  { id: 16, name: 'Dragon Age: Origins', domain: 'dragonage' },
  { id: 17, name: 'Dungeon Siege II', domain: 'dungeonsiegeii' },
  {
    id: 18,
    name: 'Kerbal Space Program',
    domain: 'kerbalspaceprogram',
    files: [/\.ckan$/im],
    log: /Kerbal Space Program|Mod DLLs found/,
    kinds: [ckan, ckanText, kerbalLog],
  },
  { id: 19, name: 'Kingdom Come: Deliverance', domain: 'kingdomcomedeliverance' },
  { id: 20, name: "Mirror's Edge", domain: 'mirrorsedge' },
  {
    id: 21,
    name: 'Mount & Blade II: Bannerlord',
    domain: 'mountandblade2bannerlord',
    files: [/^launcherdata\.xml$/im],
    log: /Modules Information:/,
    kinds: [launcherData, bannerlordReport],
  },
  { id: 22, name: "No Man's Sky", domain: 'nomanssky' },
  { id: 23, name: 'STALKER Anomaly', domain: 'stalkeranomaly' },
  {
    id: 24,
    name: 'Stardew Valley',
    domain: 'stardewvalley',
    files: [/^smapi.*\.(txt|log)$/im],
    log: /^\[(?:[^\]\r\n]{0,40}\s)?SMAPI\]/m,
    kinds: [smapi],
  },
  { id: 25, name: 'The Binding of Isaac: Rebirth', domain: 'thebindingofisaacrebirth' },
  {
    id: 26,
    name: 'The Witcher 3: Wild Hunt',
    domain: 'witcher3',
    files: [/^mods\.settings$/im],
    kinds: [witcher],
  },
  { id: 27, name: 'Zeus and Poseidon', domain: null },
  { id: 28, name: 'Enderal', domain: 'enderal', files: [/^\*?enderal.*\.(ini|es[mp])$/im], form: 'presence' },
  {
    id: 29,
    name: 'Enderal SE',
    domain: 'enderalspecialedition',
    files: [/^\*?enderal.*\.(ini|es[mp])$/im, /^\*.*\.es[mpl]$/im],
    log: /\] {0,5}Enderal[^\r\n]{0,40}\.es[mp]/i,
    form: 'asterisks',
  },
  {
    id: 30,
    name: 'Starfield',
    domain: 'starfield',
    files: [/^\*?starfield\w*\.(ini|esm|ccc)$/im],
    log: /Starfield\.(?:exe|esm)/i,
    form: 'asterisks',
  },
  { id: 31, name: 'The Witcher: Enhanced Edition', domain: 'witcher' },
  {
    id: 32,
    name: "Baldur's Gate 3",
    domain: 'baldursgate3',
    files: [/^modsettings\.lsx$/im],
    kinds: [baldursGate],
  },
  {
    id: 33,
    name: 'Oblivion Remastered',
    domain: 'oblivionremastered',
    files: [/^\*?altar\w*\.(ini|es[mp])$/im],
    form: 'presence',
  },
  {
    id: 34,
    name: 'Minecraft',
    domain: 'minecraft',
    log: /Minecraft Crash Report|net\.minecraft|[Mm]inecraft (?:Version|server|\d)|fabricloader|quilt_loader|FML/,
    files: [/^modrinth\.index\.json$|^minecraftinstance\.json$|^modlist\.html$/im],
    kinds: [modrinthIndex, curseInstance, curseManifest, curseNames, jarNames, minecraftLog],
  },
  {
    id: 35,
    name: 'RimWorld',
    domain: 'rimworld',
    files: [/^modsconfig\.xml$|\.rml$/im],
    log: /RimWorld|Loading game from file/,
    kinds: [rimworld, rimworldList, rimworldText, rimworldYaml, rimworldLog],
  },
  {
    id: 36,
    name: 'Factorio',
    domain: 'factorio',
    files: [/^mod-list\.json$/im],
    log: /Factorio/,
    kinds: [factorio, factorioLog],
  },
  { id: 37, name: 'Lethal Company', domain: 'lethalcompany', log: / - Lethal Company/, kinds: BEP_IN_EX },
  { id: 38, name: 'Valheim', domain: 'valheim', log: / - valheim/i, kinds: BEP_IN_EX },
  { id: 39, name: 'R.E.P.O.', domain: 'repo', log: / - R\.?E\.?P\.?O/, kinds: BEP_IN_EX },
  { id: 40, name: 'Conan Exiles', domain: 'conanexiles' },
  { id: 41, name: 'Kenshi', domain: 'kenshi', files: [/^mods\.cfg$/im], kinds: [kenshi] },
  { id: 42, name: 'Palworld', domain: 'palworld', files: [/^palmodsettings\.ini$/im], kinds: [palworld] },
]

const wordOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Returns a game by its id, by its word on Nexus Mods, or by its name here or in Mod Organizer, such as "SkyrimSE". */
export function knownGame(nameOrId: string): KnownGame | undefined {
  const wanted = wordOf(nameOrId)
  return GAMES.find(
    ({ id, name, domain, aliases = [] }) =>
      String(id) === nameOrId.trim() ||
      wanted === domain ||
      [name, ...aliases].some((other) => wanted !== '' && wanted === wordOf(other)),
  )
}

/** Reports whether the games of a domain have a property. Games in VR share their domains. */
const hasGame = (domain: string | null | undefined, is: (game: KnownGame) => boolean): boolean =>
  domain != null && GAMES.some((game) => game.domain === domain && is(game))

/** Reports whether a game loads plugins by the dates of their files instead of a list. */
export const loadsByDate = (domain: string | null): boolean => hasGame(domain, ({ isByDate }) => isByDate === true)

/** Returns what decides about the form of plugins.txt in lists of a game; `undefined` is an unknown game. */
export function pluginFormOf(domain: string | null | undefined): PluginForm {
  if (domain === undefined) return 'guess'
  return hasGame(domain, ({ form }) => form === 'asterisks') ? 'asterisks' : 'content'
}
