import { splitLines } from '../../../text/lines.ts'
import { isPlugin } from '../../key.ts'
import type { Input } from '../found-mods.ts'
import { readIni } from '../ini.ts'
import type { FileKind } from '../kind.ts'
import type { FoundPlugin } from '../plugins.ts'

export const morrowind: FileKind = {
  names: /^morrowind\.ini$/i,
  folder: null,
  pasted: { name: 'Morrowind.ini', sign: /^\[Game Files\]/im },
  plugins: morrowindPlugins,
  isUnordered: true,
}

/** Whether a section of Morrowind.ini lists plugins, which are not settings. */
export const isGameFiles = (section: string): boolean => section.toLowerCase() === 'game files'

/**
 * Finds the plugins of Morrowind.ini: GameFile0=, GameFile1= and so on, up to the first number that is missing, as the
 * game does. All are on. The game loads them by the dates of their files, so the numbers are no order.
 */
function morrowindPlugins({ file, text }: Input): FoundPlugin[] | undefined {
  const files = new Map<string, string>()
  for (const { section, key, value } of readIni(file, splitLines(text)).settings) {
    if (isGameFiles(section)) files.set(key.toLowerCase(), value)
  }
  const found: FoundPlugin[] = []
  for (let number = 0; ; number++) {
    const name = files.get(`gamefile${number}`)
    if (name === undefined) return number === 0 ? undefined : found
    if (isPlugin(name)) found.push({ name, enabled: true })
  }
}
