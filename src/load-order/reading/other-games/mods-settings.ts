import { splitLines } from '../../../text/lines.ts'
import { keyOf } from '../../key.ts'
import type { FoundMod, FoundMods, Input } from '../found-mods.ts'
import { readIni } from '../ini.ts'
import type { FileKind } from '../kind.ts'

export const witcher: FileKind = {
  names: /^mods\.settings$/i,
  pasted: {
    name: 'mods.settings',
    sign: /^\[mod[^\]\r\n]*\][ \t]*(?:\r\n|\n)(?:enabled|priority)[ \t]*=/im,
  },
  mods: witcherMods,
}

interface RankedMod extends FoundMod {
  key: string
  /** The lowest rank wins. A mod without a priority has the rank infinity, and so loses to all others. */
  rank: number
}

/**
 * Finds the mods in mods.settings of The Witcher 3, which has a section for each. The mod that wins comes last. If ranks
 * are equal, the alphabetically first name wins.
 */
function witcherMods({ file, text, notes }: Input): FoundMods {
  const ini = readIni(file, splitLines(text))
  notes.push(...ini.notes)
  const found = ini.sections
    .filter((section) => section !== '')
    .map((name): RankedMod => ({ name, key: keyOf(name), enabled: true, rank: Number.POSITIVE_INFINITY }))
  const mods = new Map(found.map((mod) => [mod.name, mod]))
  for (const { section, key, value } of ini.settings) {
    const mod = mods.get(section)
    if (mod === undefined) continue
    const setting = key.toLowerCase()
    if (setting === 'enabled') mod.enabled = value !== '0' && value.toLowerCase() !== 'false'
    else if (setting === 'priority' && /^\d{1,9}$/.test(value)) mod.rank = Number(value)
  }
  return found.sort((one, other) =>
    one.rank === other.rank ? (one.key < other.key ? 1 : -1) : one.rank < other.rank ? 1 : -1,
  )
}
