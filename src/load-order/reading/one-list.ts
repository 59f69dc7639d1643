import type { Names } from '../interning.ts'
import { firstOccurrences } from '../names.ts'
import type { ModEntry } from '../schemas.ts'

/** The mods that a file names, by ascending priority. */
export interface FileMods {
  file: string
  mods: ModEntry[]
}

/**
 * Makes one list of mods. modlist.txt says which mods there are, and the other files add versions and sources to those.
 * Without modlist.txt, the first of the other files says everything.
 */
export function joinMods(modlist: FileMods | null, others: readonly FileMods[], names: Names): FileMods | null {
  if (modlist === null) return others[0] ?? null
  for (const { mods } of others) addDetails(modlist.mods, mods, names)
  return modlist
}

function addDetails(mods: readonly ModEntry[], others: readonly ModEntry[], names: Names): void {
  const placeOf = firstOccurrences(names, mods.length + others.length)
  mods.forEach(({ kind, name }, at) => {
    if (kind === 'mod') placeOf(name, at)
  })
  for (const { kind, name, version, source } of others) {
    const mod = kind === 'mod' ? mods[placeOf(name, mods.length)] : undefined
    if (mod === undefined) continue
    mod.version ??= version
    mod.source ??= source
  }
}
