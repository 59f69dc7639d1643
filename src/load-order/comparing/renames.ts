import { keyOf } from '../key.ts'
import type { Rename } from '../schemas.ts'

/** Matches versions such as 1.2, v3 and 2_0a: numbers separated by dots or underscores, and up to two letters. */
const VERSION = /(?<![\p{L}\p{N}])v?[0-9]+(?:[._][0-9]+)*\p{L}{0,2}(?![\p{L}\p{N}])/gu

const EXTENSION = /\.[a-z][a-z0-9]*$/

/** Returns the letters and digits of a mod's name, without versions. Mods with the same stem may be renamed ones. */
export const modStem = (name: string): string =>
  keyOf(name)
    .replaceAll(VERSION, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Like modStem, for a plugin. Keeps the extension, which is the type of the plugin. */
export function pluginStem(name: string): string {
  const key = keyOf(name)
  const extension = EXTENSION.exec(key)?.[0] ?? ''
  const stem = modStem(key.slice(0, key.length - extension.length))
  return stem === '' ? '' : stem + extension
}

/** Pairs added and removed entries whose stem is the same and unique in both arrays, in the order of the added ones. */
export function possibleRenames(
  added: readonly { name: string }[],
  removed: readonly { name: string }[],
  stemOf: (name: string) => string,
): Rename[] {
  if (added.length === 0 || removed.length === 0) return []
  const before = onlyByStem(removed, stemOf)
  return [...onlyByStem(added, stemOf)].flatMap(([stem, to]) => {
    const from = before.get(stem)
    return typeof from === 'string' && typeof to === 'string' ? [{ from, to }] : []
  })
}

/** Maps each stem to its name, or to null if several names have it. */
function onlyByStem(entries: readonly { name: string }[], stemOf: (name: string) => string) {
  const names = new Map<string, string | null>()
  for (const { name } of entries) {
    const stem = stemOf(name)
    if (stem !== '') names.set(stem, names.has(stem) ? null : name)
  }
  return names
}
