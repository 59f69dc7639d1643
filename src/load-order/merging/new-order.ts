import type { OrderChanges } from '../comparing/order-changes.ts'
import type { PluginEntry } from '../schemas.ts'
import type { Chosen } from './choice.ts'

/**
 * Returns the load order after a merge. A plugin that is moved or added goes behind the nearest plugin before it in the
 * other list that did not move, or was taken over, too; without one, before all plugins that are compared. `all` are the
 * plugins of the list that changes, `before` those that are compared with `after`.
 */
export function orderAfter(
  all: readonly PluginEntry[],
  before: readonly PluginEntry[],
  after: readonly PluginEntry[],
  changes: OrderChanges<PluginEntry>,
  chosen: Chosen<PluginEntry>,
): PluginEntry[] {
  const moved = new Set(changes.moved.map((move) => move.after))
  const leaving = new Set<PluginEntry>()
  const first: PluginEntry[] = []
  const followers = new Map<PluginEntry, PluginEntry[]>()
  let behind = first
  after.forEach((plugin, at) => {
    const counterpart = before[changes.places[at] ?? -1]
    if (counterpart === undefined) {
      if (chosen.added.has(plugin)) behind.push(plugin)
    } else if (!moved.has(plugin)) {
      behind = []
      followers.set(counterpart, behind)
    } else if (chosen.moved.has(plugin)) {
      behind.push(counterpart)
      leaving.add(counterpart)
    }
  })
  const compared = new Set(before)
  const staying = all.filter((plugin) => !leaving.has(plugin))
  const start = staying.findIndex((plugin) => compared.has(plugin))
  return staying
    .toSpliced(start === -1 ? staying.length : start, 0, ...first)
    .flatMap((plugin) => [plugin, ...(followers.get(plugin) ?? [])])
}
