import type { LoadOrderChanges } from '../schemas.ts'
import { visible } from './code-span.ts'
import { changesSentence, isChanges, type ListNames } from './sentence.ts'

/** The changes that a page shows: a sentence, and arrays that end at the limits of a page. */
export interface ChangesExcerpt extends LoadOrderChanges {
  sentence: string
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
    sentence: changesSentence(changes, names, visible, true),
    mods: isChanges(mods) ? shown(mods) : mods,
    plugins: isChanges(plugins) ? shown(plugins) : plugins,
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

/** Returns a function that truncates arrays. The limits apply to all arrays that are passed to it together. */
export function cutter(maxEntries: number, maxCharacters: number) {
  let entriesLeft = maxEntries
  let charactersLeft = maxCharacters
  return <Entry>(entries: readonly Entry[], textOf: (entry: Entry) => string): readonly Entry[] => {
    const end = entries.findIndex((entry) => {
      charactersLeft -= textOf(entry).length
      return --entriesLeft < 0 || charactersLeft < 0
    })
    return end === -1 ? entries : entries.slice(0, end)
  }
}
