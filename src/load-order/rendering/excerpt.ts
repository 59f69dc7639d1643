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
  const first = <Entry>(entries: readonly Entry[]) => [...cut(entries, JSON.stringify)]
  const { mods, plugins, settings } = changes
  return {
    ...changes,
    sentence: changesSentence(changes, names),
    mods: isChanges(mods) ? modExcerpt(mods, first) : mods,
    plugins: isChanges(plugins) ? pluginExcerpt(plugins, first) : plugins,
    settings: settings.map(({ file, counts, added, removed, changed }) => ({
      file,
      counts,
      added: first(added),
      removed: first(removed),
      changed: first(changed),
    })),
  }
}

type First = <Entry>(entries: readonly Entry[]) => Entry[]

const modExcerpt = (mods: ModChanges, first: First): ModExcerpt => ({
  totals: {
    separatorsAdded: totalOf(mods, mods.separators.added),
    separatorsRemoved: totalOf(mods, mods.separators.removed),
    unmanagedAdded: totalOf(mods, mods.unmanaged.added),
    unmanagedRemoved: totalOf(mods, mods.unmanaged.removed),
    renamed: totalOf(mods, mods.possible_renames),
  },
  counts: mods.counts,
  added: first(mods.added),
  removed: first(mods.removed),
  enabled: first(mods.enabled),
  disabled: first(mods.disabled),
  moved: first(mods.moved),
  updated: first(mods.updated),
  separators: { added: first(mods.separators.added), removed: first(mods.separators.removed) },
  unmanaged: { added: first(mods.unmanaged.added), removed: first(mods.unmanaged.removed) },
  possible_renames: first(mods.possible_renames),
})

const pluginExcerpt = (plugins: PluginChanges, first: First): PluginExcerpt => ({
  totals: { renamed: totalOf(plugins, plugins.possible_renames) },
  counts: plugins.counts,
  added: first(plugins.added),
  removed: first(plugins.removed),
  enabled: first(plugins.enabled),
  disabled: first(plugins.disabled),
  moved: first(plugins.moved),
  possible_renames: first(plugins.possible_renames),
})
