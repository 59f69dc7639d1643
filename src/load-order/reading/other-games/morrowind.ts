import type { Input } from '../found-mods.ts'
import { readIni } from '../ini.ts'
import { NO_PLUGINS, type ReadPlugins, readFoundPlugins } from '../plugins.ts'

const GAME_FILES = 'game files'

/** Whether a section of Morrowind.ini lists plugins, which are not settings. */
export const isGameFiles = (section: string): boolean => section.toLowerCase() === GAME_FILES

/** Reads the plugins of Morrowind.ini: GameFile0=, GameFile1= and so on, by their numbers. All are on. */
export function readMorrowindPlugins({ file, lines, names }: Input): ReadPlugins {
  const found = readIni(file, lines, names).settings.flatMap(({ section, key, value }) => {
    const number = /^gamefile(\d{1,9})$/i.exec(key)?.[1]
    return number === undefined || !isGameFiles(section) ? [] : [{ name: value, enabled: true, number: Number(number) }]
  })
  if (found.length === 0) return NO_PLUGINS
  return readFoundPlugins(
    file,
    found.toSorted((one, other) => one.number - other.number),
    names.plugin,
  )
}
