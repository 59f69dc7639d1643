import type { ProfileFile } from '../../../lists/writing/profile/profile.ts'
import { GAMES } from '../../../load-order/games.ts'
import { logKindOf } from '../../../load-order/reading/read.ts'
import { textIn } from './logs.ts'

/** Guesses a profile's game. Returns its name, its id if only addresses of Nexus Mods reveal it, or undefined. */
export function guessGame(files: readonly Pick<ProfileFile, 'name' | 'content'>[]): string | undefined {
  const startsOf = (kind: RegExp) =>
    files
      .filter(({ name }) => kind.test(name))
      .map(({ content }) => new TextDecoder().decode(content.subarray(0, 2 ** 18)).replaceAll('\r', ''))
  const text = [...files.map(({ name }) => name), ...startsOf(/^(plugins|loadorder)\.txt$/i)].join('\n')
  const found = GAMES.findLast(({ files: signs = [] }) => signs.length > 0 && signs.every((sign) => sign.test(text)))
  return (
    found?.name ??
    startsOf(/^collection\.json$|\.csv$/i).map(gameOfAddresses)[0] ??
    files.map(({ content }) => gameOfLog(textIn(content))).find((game) => game !== undefined)
  )
}

const gameOfLog = (text: string): string | undefined =>
  logKindOf(text) === null ? undefined : GAMES.findLast(({ log }) => log?.test(text))?.name

const gameOfAddresses = (text: string): string | undefined => {
  const domain = /(?:"domainName"\s*:\s*"|nexusmods\.com\/)(\w+)/.exec(text)?.[1]
  return GAMES.find((game) => game.domain !== null && game.domain === domain)?.id.toString()
}

/** Folder names that every installation of a mod manager has. */
const COMMON = /^(default|profiles?)$/i

/** Guesses a list's name from its folder's path: the last folder name that is not a common one. */
export const guessName = (path: readonly string[]): string => path.findLast((name) => !COMMON.test(name)) ?? 'My list'
