import { GAMES } from '../../../load-order/games.ts'
import { logKindOf } from '../../../load-order/reading/read.ts'
import { utf16Label } from '../../../text/binary.ts'

/** Returns the text of a file as far as signs of games need it: a wrong code page does not matter. */
export const textIn = (content: Uint8Array): string => new TextDecoder(utf16Label(content) ?? 'utf-8').decode(content)

/** Guesses the game of a profile's files, or of a log. Returns its name, its id if only addresses of Nexus Mods reveal it, or undefined. */
export function guessGame(files: readonly { name: string; content: Uint8Array }[]): string | undefined {
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
