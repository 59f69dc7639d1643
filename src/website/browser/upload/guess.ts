import { gameOfNexusDomain } from '../../../games/nexus.ts'
import type { ProfileFile } from '../../../lists/writing/profile/profile.ts'
import { logKindOf } from '../../../load-order/reading/read.ts'
import { textIn } from './logs.ts'

/** Signs of games in file names, plugins.txt and loadorder.txt. The first game with all its signs wins. */
const SIGNS: readonly [game: string, ...signs: RegExp[]][] = [
  ['Starfield', /^\*?starfield\w*\.(ini|esm|ccc)$/im],
  ['Tale of Two Wastelands', /^\*?(taleoftwowastelands|ttw\w*)\.(ini|esm)$/im],
  ['Fallout New Vegas', /^\*?falloutnv\.(esm|ini)$/im],
  ['Fallout 4 VR', /^\*?fallout4_?vr\w*\.(ini|esm)$/im],
  ['Fallout 4', /^\*?fallout4\w*\.(ini|esm|ccc)$/im],
  ['Fallout 3', /^\*?fallout3\.esm$/im],
  ['Enderal SE', /^\*?enderal.*\.(ini|es[mp])$/im, /^\*.*\.es[mpl]$/im],
  ['Enderal', /^\*?enderal.*\.(ini|es[mp])$/im],
  ['TESV Skyrim VR', /^\*?skyrimvr\.(ini|esm)$/im],
  ['TESV Skyrim SE', /^skyrim\w*\.(ini|esm|ccc)$/im, /^skyrim\.ccc$|^\*.*\.es[mpl]$|^.*\.esl$/im],
  ['TESV Skyrim LE', /^skyrim\w*\.(ini|esm)$/im],
  ['TESIV Oblivion', /^\*?oblivion\w*\.(ini|esm)$/im],
  ['TESIII Morrowind', /^\*?morrowind\.(ini|esm)$|^openmw\.cfg$/im],
  ['Mount & Blade II: Bannerlord', /^launcherdata\.xml$/im],
  ['The Witcher 3: Wild Hunt', /^mods\.settings$/im],
  ['Stardew Valley', /^smapi.*\.(txt|log)$/im],
  ['Kerbal Space Program', /\.ckan$/im],
]

/** Guesses a profile's game. Returns its name, its id if only addresses of Nexus Mods reveal it, or undefined. */
export function guessGame(files: readonly Pick<ProfileFile, 'name' | 'content'>[]): string | undefined {
  const startsOf = (kind: RegExp) =>
    files
      .filter(({ name }) => kind.test(name))
      .map(({ content }) => new TextDecoder().decode(content.subarray(0, 2 ** 18)).replaceAll('\r', ''))
  const text = [...files.map(({ name }) => name), ...startsOf(/^(plugins|loadorder)\.txt$/i)].join('\n')
  const found = SIGNS.find(([, ...signs]) => signs.every((sign) => sign.test(text)))?.[0]
  return (
    found ??
    startsOf(/^collection\.json$|\.csv$/i).map(gameOfAddresses)[0] ??
    files.map(({ content }) => gameOfLog(textIn(content))).find((game) => game !== undefined)
  )
}

/** Signs of games in crash logs: how loggers name the game, its program, and its first plugin. The first game wins. */
const SIGNS_IN_LOGS: readonly [game: string, sign: RegExp][] = [
  ['Starfield', /Starfield\.(?:exe|esm)/i],
  ['Fallout 4 VR', /Fallout4(?:VR\.exe|_VR\.esm)/i],
  ['Fallout 4', /Fallout 4 v\d|Fallout4\.(?:exe|esm)/i],
  ['Fallout New Vegas', /FalloutNV\.(?:exe|esm)/i],
  ['Enderal SE', /\] {0,5}Enderal[^\r\n]{0,40}\.es[mp]/i],
  ['TESV Skyrim VR', /Skyrim ?VR v\d|SkyrimVR\.(?:exe|esm)/i],
  ['TESV Skyrim SE', /Skyrim ?S{1,2}E v\d|SkyrimSE\.exe|\] {0,5}Skyrim\.esm/i],
]

function gameOfLog(text: string): string | undefined {
  const kind = logKindOf(text)
  if (kind === null) return undefined
  return kind === 'SMAPI' ? 'Stardew Valley' : SIGNS_IN_LOGS.find(([, sign]) => sign.test(text))?.[0]
}

const gameOfAddresses = (text: string): string | undefined =>
  gameOfNexusDomain(/(?:"domainName"\s*:\s*"|nexusmods\.com\/)(\w+)/.exec(text)?.[1] ?? '')?.toString()

/** Folder names that every installation of a mod manager has. */
const COMMON = /^(default|profiles?)$/i

/** Guesses a list's name from its folder's path: the last folder name that is not a common one. */
export const guessName = (path: readonly string[]): string => path.findLast((name) => !COMMON.test(name)) ?? 'My list'
