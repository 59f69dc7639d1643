import { keyOf } from '../key.ts'
import { isLoadedByGame } from '../reading/logs/places.ts'
import type { ProfileLoadOrder } from '../reading/read.ts'
import type { PluginChanges, PluginEntry } from '../schemas.ts'
import { MAX_ORDER_CHARACTERS, truncateTo } from './limit.ts'
import { entryViews, type OrderChanges, orderChanges, pluginStem, possibleRenames } from './order-changes.ts'

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

/** Two plugin orders without the plugins that can't be compared, and their changes. */
export interface ComparedPlugins {
  before: PluginEntry[]
  after: PluginEntry[]
  changes: OrderChanges<PluginEntry>
}

/**
 * Compares two plugin orders. A log lists what the game has loaded: neither what is off, nor where light plugins load.
 */
export function comparePlugins(one: ReadPlugins, other: ReadPlugins): ComparedPlugins {
  const { plugins: missing } = orderMissing(one, other)
  const isCompared = (plugin: PluginEntry) => !missing.has(plugin)
  const before = knownBeside(one, other).filter(isCompared)
  const after = knownBeside(other, one).filter(isCompared)
  const light = [one, other].flatMap(({ pluginSources }) => pluginSources.lightInLog ?? [])
  const hasPlace = ({ name }: PluginEntry) => !light.some((keys) => keys.has(keyOf(name)))
  return { before, after, changes: orderChanges(before, after, undefined, light.length === 0 ? undefined : hasPlace) }
}

/**
 * Returns the plugins of `one` that can be compared with those of a log, or that a log can be compared with. Plugins that
 * are off are not in a log, and the game's own plugins are in every log.
 */
function knownBeside(one: ReadPlugins, other: ReadPlugins): readonly PluginEntry[] {
  const plugins = one.plugins ?? []
  const [isLog, isOtherLog] = [one.pluginSources.lightInLog !== null, other.pluginSources.lightInLog !== null]
  const hidesOff = isOtherLog && !isLog
  const hidesOwn = isLog && !isOtherLog && other.pluginSources.ordered === null
  if (!hidesOff && !hidesOwn) return plugins
  const known = new Set(other.plugins?.map(({ name }) => keyOf(name)))
  return plugins.filter(({ name, enabled }) => {
    const key = keyOf(name)
    return known.has(key) || !((hidesOff && enabled === false) || (hidesOwn && isLoadedByGame(key)))
  })
}

/** Returns the changes between two plugin orders, in load order. */
export function pluginChanges(one: ReadPlugins, other: ReadPlugins, most = MAX_ORDER_CHARACTERS): PluginChanges {
  const truncate = truncateTo(most)
  const { changes } = comparePlugins(one, other)
  const renames = possibleRenames(changes.added, changes.removed, pluginStem)
  const possible_renames = truncate(renames, (rename) => rename)
  return {
    counts: changes.counts,
    ...entryViews(changes, truncate, ({ index }) => ({ index })),
    possible_renames,
  }
}
