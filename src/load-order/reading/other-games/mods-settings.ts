import { keyOf } from '../../key.ts'
import { type FoundMod, type Input, type ReadMods, readFoundMods } from '../found-mods.ts'
import { readIni } from '../ini.ts'

interface RankedMod extends FoundMod {
  key: string
  /** The lowest rank wins. A mod without a priority has the rank infinity, and so loses to all others. */
  rank: number
}

/**
 * Reads mods.settings of The Witcher 3: a section for each mod. The mod that wins comes last. If ranks are equal, the
 * alphabetically first name wins.
 */
export function readModsSettings(input: Input): ReadMods {
  const { file, lines, names } = input
  const { settings, sections, notes } = readIni(file, lines, names)
  const found = sections
    .filter((section) => section !== '')
    .map((name): RankedMod => ({ name, key: keyOf(name), enabled: true, rank: Number.POSITIVE_INFINITY }))
  const mods = new Map(found.map((mod) => [mod.name, mod]))
  for (const { section, key, value } of settings) {
    const mod = mods.get(section)
    if (mod === undefined) continue
    const setting = key.toLowerCase()
    if (setting === 'enabled') mod.enabled = value !== '0' && value.toLowerCase() !== 'false'
    else if (setting === 'priority' && /^\d{1,9}$/.test(value)) mod.rank = Number(value)
  }
  found.sort((one, other) =>
    one.rank === other.rank ? (one.key < other.key ? 1 : -1) : one.rank < other.rank ? 1 : -1,
  )
  const { mods: entries, notes: duplicates } = readFoundMods(input, found)
  return { mods: entries, notes: [...notes, ...duplicates] }
}
