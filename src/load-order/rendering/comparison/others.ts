import type { ModChanges } from '../../schemas.ts'
import { type Total, totalOf } from '../totals.ts'

/** Differences that are no rows: separators, unmanaged entries, and names that may be the same mod. */
export interface Others {
  separators: { added: Named[]; removed: Named[]; addedTotal: Total; removedTotal: Total }
  unmanaged: { added: Named[]; removed: Named[]; addedTotal: Total; removedTotal: Total }
  renames: { from: string; to: string }[]
}

type Named = { name: string }

/** Number of names of a kind that are shown. */
const MAX_OTHERS = 500

/** Returns the differences of mods that are no rows. */
export function othersOf(mods: ModChanges): Others {
  const of = ({ added, removed }: ModChanges['separators']) => ({
    added: added.slice(0, MAX_OTHERS),
    removed: removed.slice(0, MAX_OTHERS),
    addedTotal: totalOf(mods, added),
    removedTotal: totalOf(mods, removed),
  })
  return {
    separators: of(mods.separators),
    unmanaged: of(mods.unmanaged),
    renames: mods.possible_renames.slice(0, MAX_OTHERS),
  }
}

export const hasOthers = ({ separators, unmanaged, renames }: Others): boolean =>
  [separators, unmanaged].some(({ added, removed }) => added.length + removed.length > 0) || renames.length > 0
