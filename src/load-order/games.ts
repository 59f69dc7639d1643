import type { FileKind } from './reading/kind.ts'
import { ckan, ckanText, kerbalLog } from './reading/other-games/ckan.ts'
import { minecraftLog } from './reading/other-games/minecraft-log.ts'
import {
  curseInstance,
  curseManifest,
  curseNames,
  jarNames,
  modrinthIndex,
} from './reading/other-games/minecraft-packs.ts'
import { morrowind, openmw, openmwLog } from './reading/other-games/openmw.ts'
import { rimworld, rimworldList, rimworldLog, rimworldText, rimworldYaml } from './reading/other-games/rimworld.ts'
import { factorio, factorioLog, kenshi, palworld, witcher } from './reading/other-games/small-games.ts'
import { smapi } from './reading/other-games/smapi.ts'
import { bepInExLog, thunderstore, thunderstoreExport } from './reading/other-games/thunderstore.ts'
import { baldursGate, bannerlordReport, launcherData } from './reading/other-games/xml-modules.ts'
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

/** Returns a row of the table. */
const game = (id: number, name: string, domain: string | null, more: Partial<KnownGame> = {}): KnownGame => ({
  ...{ id, name, domain },
  ...more,
})

/**
 * The games that the program knows, by id. To support a new game, add a row, and a file with its kinds of files. If the
 * files of a list have the signs of several games, the last one of the table counts.
 */
export const GAMES: readonly KnownGame[] = [
  game(1, 'TESIII Morrowind', 'morrowind', {
    files: [/^\*?morrowind\.(ini|esm)$|^openmw\.cfg$/im],
    form: 'presence',
    isByDate: true,
    log: /OpenMW version|Loading content file/,
    kinds: [openmw, morrowind, openmwLog],
  }),
  game(2, 'TESIV Oblivion', 'oblivion', { files: [/^\*?oblivion\w*\.(ini|esm)$/im], form: 'presence', isByDate: true }),
  game(3, 'TESV Skyrim LE', 'skyrim', { files: [/^skyrim\w*\.(ini|esm)$/im], form: 'presence' }),
  game(4, 'TESV Skyrim SE', 'skyrimspecialedition', {
    aliases: ['SkyrimSE'],
    files: [/^skyrim\w*\.(ini|esm|ccc)$/im, /^skyrim\.ccc$|^\*.*\.es[mpl]$|^.*\.esl$/im],
    log: /Skyrim ?S{1,2}E v\d|SkyrimSE\.exe|\] {0,5}Skyrim\.esm/i,
    form: 'asterisks',
  }),
  game(5, 'TESV Skyrim VR', 'skyrimspecialedition', {
    aliases: ['Skyrim VR'],
    files: [/^\*?skyrimvr\.(ini|esm)$/im],
    log: /Skyrim ?VR v\d|SkyrimVR\.(?:exe|esm)/i,
    form: 'asterisks',
  }),
  game(6, 'Fallout 3', 'fallout3', { files: [/^\*?fallout3\.esm$/im], form: 'presence', isByDate: true }),
  game(7, 'Fallout New Vegas', 'newvegas', {
    aliases: ['FalloutNV'],
    files: [/^\*?falloutnv\.(esm|ini)$/im],
    log: /FalloutNV(?:\.(?:exe|esm)| {1,40}\(0x)/i,
    form: 'presence',
    isByDate: true,
  }),
  game(8, 'Fallout 4', 'fallout4', {
    files: [/^\*?fallout4\w*\.(ini|esm|ccc)$/im],
    log: /Fallout 4 v\d|Fallout4\.(?:exe|esm)/i,
    form: 'asterisks',
  }),
  game(9, 'Fallout 4 VR', 'fallout4', {
    files: [/^\*?fallout4_?vr\w*\.(ini|esm)$/im],
    log: /Fallout4(?:VR\.exe|_VR\.esm)/i,
    form: 'asterisks',
  }),
  game(10, 'Tale of Two Wastelands', 'newvegas', {
    aliases: ['TTW'],
    files: [/^\*?(taleoftwowastelands|ttw\w*)\.(ini|esm)$/im],
    form: 'presence',
    isByDate: true,
  }),
  game(11, 'Cyberpunk 2077', 'cyberpunk2077'),
  game(12, 'Darkest Dungeon', 'darkestdungeon'),
  game(13, 'Dark Messiah of Might & Magic', 'darkmessiahofmightandmagic'),
  game(14, 'Dark Souls', 'darksouls'),
  game(15, 'Dragon Age II', 'dragonage2'),
  game(16, 'Dragon Age: Origins', 'dragonage'),
  game(17, 'Dungeon Siege II', 'dungeonsiegeii'),
  game(18, 'Kerbal Space Program', 'kerbalspaceprogram', {
    files: [/\.ckan$/im],
    log: /Kerbal Space Program|Mod DLLs found/,
    kinds: [ckan, ckanText, kerbalLog],
  }),
  game(19, 'Kingdom Come: Deliverance', 'kingdomcomedeliverance'),
  game(20, "Mirror's Edge", 'mirrorsedge'),
  game(21, 'Mount & Blade II: Bannerlord', 'mountandblade2bannerlord', {
    files: [/^launcherdata\.xml$/im],
    log: /Modules Information:/,
    kinds: [launcherData, bannerlordReport],
  }),
  game(22, "No Man's Sky", 'nomanssky'),
  game(23, 'STALKER Anomaly', 'stalkeranomaly'),
  game(24, 'Stardew Valley', 'stardewvalley', {
    files: [/^smapi.*\.(txt|log)$/im],
    log: /^\[(?:[^\]\r\n]{0,40}\s)?SMAPI\]/m,
    kinds: [smapi],
  }),
  game(25, 'The Binding of Isaac: Rebirth', 'thebindingofisaacrebirth'),
  game(26, 'The Witcher 3: Wild Hunt', 'witcher3', { files: [/^mods\.settings$/im], kinds: [witcher] }),
  game(27, 'Zeus and Poseidon', null),
  game(28, 'Enderal', 'enderal', { files: [/^\*?enderal.*\.(ini|es[mp])$/im], form: 'presence' }),
  game(29, 'Enderal SE', 'enderalspecialedition', {
    files: [/^\*?enderal.*\.(ini|es[mp])$/im, /^\*.*\.es[mpl]$/im],
    log: /\] {0,5}Enderal[^\r\n]{0,40}\.es[mp]/i,
    form: 'asterisks',
  }),
  game(30, 'Starfield', 'starfield', {
    files: [/^\*?starfield\w*\.(ini|esm|ccc)$/im],
    log: /Starfield\.(?:exe|esm)/i,
    form: 'asterisks',
  }),
  game(31, 'The Witcher: Enhanced Edition', 'witcher'),
  game(32, "Baldur's Gate 3", 'baldursgate3', { files: [/^modsettings\.lsx$/im], kinds: [baldursGate] }),
  game(33, 'Oblivion Remastered', 'oblivionremastered', { files: [/^\*?altar\w*\.(ini|es[mp])$/im], form: 'presence' }),
  game(34, 'Minecraft', 'minecraft', {
    log: /Minecraft Crash Report|net\.minecraft|[Mm]inecraft (?:Version|server|\d)|fabricloader|quilt_loader|FML/,
    files: [/^modrinth\.index\.json$|^minecraftinstance\.json$|^modlist\.html$/im],
    kinds: [modrinthIndex, curseInstance, curseManifest, curseNames, jarNames, minecraftLog],
  }),
  game(35, 'RimWorld', 'rimworld', {
    files: [/^modsconfig\.xml$|\.rml$/im],
    log: /RimWorld|Loading game from file/,
    kinds: [rimworld, rimworldList, rimworldText, rimworldYaml, rimworldLog],
  }),
  game(36, 'Factorio', 'factorio', { files: [/^mod-list\.json$/im], log: /Factorio/, kinds: [factorio, factorioLog] }),
  game(37, 'Lethal Company', 'lethalcompany', { log: / - Lethal Company/, kinds: BEP_IN_EX }),
  game(38, 'Valheim', 'valheim', { log: / - valheim/i, kinds: BEP_IN_EX }),
  game(39, 'R.E.P.O.', 'repo', { log: / - R\.?E\.?P\.?O/, kinds: BEP_IN_EX }),
  game(40, 'Conan Exiles', 'conanexiles'),
  game(41, 'Kenshi', 'kenshi', { files: [/^mods\.cfg$/im], kinds: [kenshi] }),
  game(42, 'Palworld', 'palworld', { files: [/^palmodsettings\.ini$/im], kinds: [palworld] }),
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
