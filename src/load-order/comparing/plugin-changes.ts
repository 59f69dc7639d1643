import { keyOf } from '../key.ts'
import type { ProfileLoadOrder } from '../reading/read.ts'
import type { PluginChanges, PluginEntry } from '../schemas.ts'
import { MAX_ORDER_CHARACTERS, truncateTo } from './limit.ts'
import { entryViews, orderChanges } from './order-changes.ts'
import { pluginStem, possibleRenames } from './renames.ts'

/** Plugins of one list that can't be compared, because the other list has plugins.txt without loadorder.txt. */
export interface OrderMissing {
  list: 1 | 2
  plugins: ReadonlySet<PluginEntry>
}

type ReadPlugins = Pick<ProfileLoadOrder, 'plugins' | 'pluginSources'>

/**
 * Finds the plugins to leave out of the comparison. plugins.txt does not name the game's own plugins and, for older
 * games, those that are off. So a list without loadorder.txt may have them, too.
 */
export function orderMissing(before: ReadPlugins, after: ReadPlugins): OrderMissing {
  const plugins = hiddenFrom(after, before)
  return plugins.size > 0 ? { list: 2, plugins } : { list: 1, plugins: hiddenFrom(before, after) }
}

/**
 * Returns the plugins that only the loadorder.txt of `one` names, if `other` has only plugins.txt and does not name
 * them.
 */
function hiddenFrom(other: ReadPlugins, one: ReadPlugins): ReadonlySet<PluginEntry> {
  const { ordered, unstated } = one.pluginSources
  const hasStatesAlone = other.pluginSources.ordered === null && other.pluginSources.unstated !== null
  if (ordered === null || unstated === null || unstated.size === 0 || !hasStatesAlone) return new Set()
  const keys = new Set(other.plugins?.map(({ name }) => keyOf(name)))
  return new Set([...unstated].filter(({ name }) => !keys.has(keyOf(name))))
}

/** Returns the changes between two plugin orders, in load order, without the plugins that can't be compared. */
export function pluginChanges(
  before: readonly PluginEntry[],
  after: readonly PluginEntry[],
  missing: OrderMissing,
  most = MAX_ORDER_CHARACTERS,
): PluginChanges {
  const truncate = truncateTo(most)
  const isCompared = (plugin: PluginEntry) => !missing.plugins.has(plugin)
  const changes = orderChanges(before.filter(isCompared), after.filter(isCompared))
  const renames = possibleRenames(changes.added, changes.removed, pluginStem)
  const possible_renames = truncate(renames, (rename) => rename)
  return {
    counts: changes.counts,
    ...entryViews(changes, truncate, ({ index }) => ({ index })),
    possible_renames,
  }
}
