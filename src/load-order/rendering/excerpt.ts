import { cutter } from '../cutter.ts'
import type { LoadOrderChanges, ModChanges, OnlyIn, PluginChanges } from '../schemas.ts'
import { changesSentence, isChanges, type ListNames } from './sentence.ts'
import { type Total, totalOf } from './totals.ts'

/** The changes that a page shows: a sentence, and arrays that end at the limits of a page. */
export interface ChangesExcerpt extends Omit<LoadOrderChanges, 'mods' | 'plugins'> {
  sentence: string
  mods: ModExcerpt | OnlyIn | null
  plugins: PluginExcerpt | OnlyIn | null
}

export interface ModExcerpt extends ModChanges {
  totals: Record<'separatorsAdded' | 'separatorsRemoved' | 'unmanagedAdded' | 'unmanagedRemoved' | 'renamed', Total>
}

export interface PluginExcerpt extends PluginChanges {
  totals: Record<'renamed', Total>
}

/** Limits of a page, for the entries under all of its headings together. Counts are complete. */
const MAX_ENTRIES = 4_000
const MAX_CHARACTERS = 2 ** 20

/**
 * Returns the excerpt of changes for a page. `share` is the part of the page that it may fill: 1, or 0.1 if ten share
 * it.
 */
export function changesExcerpt(changes: LoadOrderChanges, names: ListNames, share: number): ChangesExcerpt {
  const cut = cutter(MAX_ENTRIES * share, MAX_CHARACTERS * share)
  const shown = <Value>(value: Value) => cutArrays(value, (entries) => [...cut(entries, JSON.stringify)])
  const { mods, plugins, dlls, settings } = changes
  return {
    ...changes,
    sentence: changesSentence(changes, names),
    mods: isChanges(mods) ? { totals: modTotals(mods), ...shown(mods) } : mods,
    plugins: isChanges(plugins)
      ? { totals: { renamed: totalOf(plugins, plugins.possible_renames) }, ...shown(plugins) }
      : plugins,
    dlls: isChanges(dlls) ? shown(dlls) : dlls,
    settings: settings.map(shown),
  }
}

/** Returns a value in which all arrays are cut, in their order. */
function cutArrays<Value>(value: Value, cut: <Entry>(entries: readonly Entry[]) => Entry[]): Value {
  if (Array.isArray(value)) return cut(value) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cutArrays(one, cut)])) as Value
}

const modTotals = (mods: ModChanges): ModExcerpt['totals'] => ({
  separatorsAdded: totalOf(mods, mods.separators.added),
  separatorsRemoved: totalOf(mods, mods.separators.removed),
  unmanagedAdded: totalOf(mods, mods.unmanaged.added),
  unmanagedRemoved: totalOf(mods, mods.unmanaged.removed),
  renamed: totalOf(mods, mods.possible_renames),
})
