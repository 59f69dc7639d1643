import type { ProfileLoadOrder } from '../reading/read.ts'
import type { FileChange, LoadOrderChanges, Note, OnlyIn } from '../schemas.ts'
import { dllChanges, logChanges } from './log-changes.ts'
import { modChanges } from './mod-changes.ts'
import { type OrderMissing, orderMissing, pluginChanges } from './plugin-changes.ts'
import { settingChanges } from './setting-changes.ts'

/**
 * Returns the changes from one load order to another. `files` are the files that have a diff. The arrays of changes of
 * all mods, of all plugins and of each ini file have at most `most` characters of JSON (default: limit.ts).
 */
export function loadOrderChanges(
  before: ProfileLoadOrder,
  after: ProfileLoadOrder,
  files: readonly FileChange[],
  most?: number,
): LoadOrderChanges {
  const missing = orderMissing(before, after)
  return {
    same: files.length === 0,
    mods: partChanges(before.mods, after.mods, (mods, others) =>
      modChanges({ mods, identities: before.identities }, { mods: others, identities: after.identities }, most),
    ),
    plugins: partChanges(before.plugins, after.plugins, (one, other) =>
      pluginChanges({ ...before, plugins: [...one] }, { ...after, plugins: [...other] }, most),
    ),
    dlls: dllChanges(before.log, after.log),
    log: logChanges(before.log, after.log),
    settings: settingChanges(before.settings, after.settings, most),
    files: [...files],
    ...(before.log && after.log && { crashes: [before.log.at, after.log.at] }),
    notes: [...notesOf(1, before.notes, missing), ...notesOf(2, after.notes, missing)],
  }
}

/**
 * Returns the changes of a part. If only one list has the part, it says so instead of reporting every entry as removed.
 */
function partChanges<Entry, Changes>(
  before: readonly Entry[] | null,
  after: readonly Entry[] | null,
  changesOf: (before: readonly Entry[], after: readonly Entry[]) => Changes,
): Changes | OnlyIn | null {
  if (before !== null && before === after) return changesOf([], []) // a list has no changes from itself
  if (before !== null && after !== null) return changesOf(before, after)
  if (before !== null) return { only_in: 1 }
  return after === null ? null : { only_in: 2 }
}

const notesOf = (list: 1 | 2, notes: readonly Note[], missing: OrderMissing) => [
  ...notes.map((note) => ({ list, ...note })),
  ...(missing.list === list && missing.plugins.size > 0
    ? [{ list, file: 'loadorder.txt', code: 'order_missing' as const, count: missing.plugins.size, names: [] }]
    : []),
]
