import type { ModChanges, OnlyIn, PluginChanges } from '../../schemas.ts'
import type { ChangeRow, RowKind } from './rows.ts'

/** The numbers of the changes of the mods or of the plugins. */
export interface PartHead {
  /** Numbers of changes by kind. */
  counts: Record<RowKind, number>
  /** Number of added entries that are off. */
  addedOff: number
  /** Number of rows of the table. An entry with two changes is one row. */
  rows: number
}

/** Returns whether both lists have the part. */
export const isHead = (head: PartHead | OnlyIn | null): head is PartHead => head !== null && 'rows' in head

export function partHead(changes: ModChanges | PluginChanges, rows: readonly ChangeRow[]): PartHead {
  const counts = { updated: 0, regrouped: 0, ...changes.counts }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const shared = rows.reduce((sum, { kinds }) => sum + kinds.length - 1, 0)
  return { counts, addedOff: changes.added.filter(({ enabled }) => enabled === false).length, rows: total - shared }
}
