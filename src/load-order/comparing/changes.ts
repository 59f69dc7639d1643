import { createLoadOrderNames, type LoadOrderNames } from '../names.ts'
import type { FileChange, LoadOrder, LoadOrderChanges, Note, OnlyIn } from '../schemas.ts'
import { modChanges } from './mod-changes.ts'
import { pluginChanges } from './plugin-changes.ts'
import { settingChanges } from './setting-changes.ts'

/**
 * What differs between two load orders. `files` are those that have a diff: only who compared the texts knows them. Of all
 * mods, of all plugins and of each ini file no more is told than limit.ts says, or than so many characters of JSON.
 */
export function loadOrderChanges(
  before: LoadOrder,
  after: LoadOrder,
  files: readonly FileChange[],
  { names = createLoadOrderNames(), most }: { names?: LoadOrderNames; most?: number } = {},
): LoadOrderChanges {
  return {
    same: files.length === 0,
    mods: partChanges(before.mods, after.mods, (one, other) => modChanges(one, other, names, most)),
    plugins: partChanges(before.plugins, after.plugins, (one, other) => pluginChanges(one, other, names, most)),
    settings: settingChanges(before.settings, after.settings, names, most),
    files: [...files],
    notes: [...notesOf(1, before.notes), ...notesOf(2, after.notes)],
  }
}

/** A part that one list lacks is not told as hundreds of removals. */
function partChanges<Part, Changes>(
  before: Part | null,
  after: Part | null,
  changesOf: (before: Part, after: Part) => Changes,
): Changes | OnlyIn | null {
  if (before !== null && after !== null) return changesOf(before, after)
  if (before !== null) return { only_in: 1 }
  return after === null ? null : { only_in: 2 }
}

const notesOf = (list: 1 | 2, notes: readonly Note[]) => notes.map((note) => ({ list, ...note }))
