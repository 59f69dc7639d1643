import type { TakenPart } from '../../merging/ticks.ts'
import type { ModChanges } from '../../schemas.ts'
import { type Total, totalOf } from '../totals.ts'
import { type ChangeRow, idsOf, pluginsOfMods, type RowKind } from './rows.ts'

/** A ticked change: a mod with its plugins that are ticked too, or a plugin whose mod is not ticked. */
export interface TickedRow extends ChangeRow {
  part: TakenPart
  /** Ids of its changes, and of those of its plugins. */
  ids: string
  plugins: readonly string[]
}

/** Ticked changes, and what else differs. */
export interface TickedRows {
  rows: TickedRow[]
  /** Numbers of the other rows: of the mods by their first kind, of the plugins together. */
  others: { kinds: Partial<Record<RowKind, number>>; plugins: number; count: number }
}

/** Returns the rows whose changes are ticked. Plugins that go or come with a ticked mod belong to its row. */
export function tickedRows(
  { mods, plugins }: Record<TakenPart, readonly ChangeRow[]>,
  ticked: ReadonlySet<string>,
): TickedRows {
  const areTicked = (ids: readonly string[]) => ids.length > 0 && ids.every((id) => ticked.has(id))
  const pluginsOf = pluginsOfMods(plugins)
  const owned = new Set<ChangeRow>()
  const rows: TickedRow[] = []
  const others: TickedRows['others'] = { kinds: {}, plugins: 0, count: 0 }
  for (const row of mods) {
    const own = ticked.size === 0 ? [] : idsOf('mods', row)
    if (areTicked(own)) {
      const its = pluginsOf(row).filter((plugin) => areTicked(idsOf('plugins', plugin)))
      for (const plugin of its) owned.add(plugin)
      const ids = [...own, ...its.flatMap((plugin) => idsOf('plugins', plugin))].join('')
      rows.push({ ...row, part: 'mods', ids, plugins: its.map(({ name }) => name) })
    } else {
      const [kind = 'moved'] = row.kinds
      others.kinds[kind] = (others.kinds[kind] ?? 0) + 1
    }
  }
  for (const row of plugins.filter((plugin) => !owned.has(plugin))) {
    const ids = ticked.size === 0 ? [] : idsOf('plugins', row)
    if (areTicked(ids)) rows.push({ ...row, part: 'plugins', ids: ids.join(''), plugins: [] })
    else others.plugins++
  }
  others.count = others.plugins + Object.values(others.kinds).reduce((sum, count) => sum + count, 0)
  return { rows, others }
}

/** Differences that are no rows: separators, unmanaged entries, and names that may be the same mod. */
export interface Others {
  separators: { added: Named[]; removed: Named[]; addedTotal: Total; removedTotal: Total }
  unmanaged: { added: Named[]; removed: Named[]; addedTotal: Total; removedTotal: Total }
  renames: { from: string; to: string }[]
}

type Named = { name: string }

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
