import { splitLines } from '../../../text/lines.ts'
import type { Input } from '../found-mods.ts'
import { readIni } from '../ini.ts'
import type { FoundPlugin } from '../plugins.ts'

/** Whether a section of Morrowind.ini lists plugins, which are not settings. */
export const isGameFiles = (section: string): boolean => section.toLowerCase() === 'game files'

/** Finds the plugins of Morrowind.ini: GameFile0=, GameFile1= and so on, by their numbers. All are on. */
export function morrowindPlugins({ file, text }: Input): FoundPlugin[] | undefined {
  const found = readIni(file, splitLines(text)).settings.flatMap(({ section, key, value }) => {
    const number = /^gamefile(\d{1,9})$/i.exec(key)?.[1]
    return number === undefined || !isGameFiles(section) ? [] : [{ name: value, enabled: true, number: Number(number) }]
  })
  return found.length === 0 ? undefined : found.sort((one, other) => one.number - other.number)
}
