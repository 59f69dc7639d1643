import type { Names } from '../interning.ts'
import { isName } from '../key.ts'
import { firstOccurrences } from '../names.ts'
import type { Note, PluginEntry } from '../schemas.ts'
import { drop, droppedNotes, noneDropped } from './notes.ts'

/** The plugins in loadorder.txt, in the order of the file, without duplicates. */
export type PluginOrder = string[]

/** The content of plugins.txt: all plugins except the game's own or, for older games, only those that are on. */
export interface PluginStates {
  /** Whether an asterisk marks the plugins that are on. Without asterisks, all plugins in the file are on. */
  hasAsterisks: boolean
  /** The plugins in the order of the file, without duplicates. */
  plugins: PluginEntry[]
}

export function readLoadorderTxt(file: string, lines: readonly string[], names: Names) {
  const order: PluginOrder = []
  const dropped = noneDropped()
  const firstOf = firstOccurrences(names, lines.length)
  for (const line of lines) {
    const name = orderedPlugin(line)
    if (name === undefined) continue
    const first = order[firstOf(name, order.length)]
    if (first === undefined) order.push(name)
    else drop(dropped, first)
  }
  return { order, notes: droppedNotes(file, 'duplicate_plugins', dropped) }
}

/** Reads plugins.txt. If a plugin occurs twice, its first place and its last state count. */
export function readPluginsTxt(file: string, lines: readonly string[], names: Names) {
  const hasAsterisks = lines.some(isMarked)
  const plugins: PluginStates['plugins'] = []
  const dropped = noneDropped()
  const firstOf = firstOccurrences(names, lines.length)
  for (const line of lines) {
    const name = statedPlugin(line)
    if (name === undefined) continue
    const enabled = isMarked(line) || !hasAsterisks
    const first = plugins[firstOf(name, plugins.length)]
    if (first === undefined) plugins.push({ name, enabled, index: plugins.length })
    else {
      first.enabled = enabled
      drop(dropped, first.name)
    }
  }
  return { states: { hasAsterisks, plugins }, notes: droppedNotes(file, 'duplicate_plugins', dropped) }
}

/** Reports whether a line of plugins.txt has the asterisk of a plugin that is on. */
export const isMarked = (line: string): boolean => line.trimStart().startsWith('*')

/** A plugin as a file other than plugins.txt and loadorder.txt names it. */
export interface FoundPlugin {
  name: string
  enabled: boolean
}

/** The plugins of such a file; null if it names none. */
export interface ReadPlugins {
  plugins: PluginEntry[] | null
  notes: Note[]
}

/** The result for a file without plugins. */
export const NO_PLUGINS: ReadPlugins = { plugins: null, notes: [] }

/** Turns plugins in load order into entries. If a name occurs twice, the first plugin counts. */
export function readFoundPlugins(file: string, found: readonly FoundPlugin[], names: Names): ReadPlugins {
  const plugins: PluginEntry[] = []
  const dropped = noneDropped()
  const firstOf = firstOccurrences(names, found.length)
  for (const { name: written, enabled } of found) {
    const name = pluginOf(written.trim(), false)
    if (name === undefined) continue
    const first = plugins[firstOf(name, plugins.length)]
    if (first === undefined) plugins.push({ name, enabled, index: plugins.length })
    else drop(dropped, first.name)
  }
  return { plugins, notes: droppedNotes(file, 'duplicate_plugins', dropped) }
}

/** The contributions of plugins.txt and loadorder.txt to the plugins of a list. */
export interface PluginSources {
  /** Number of plugins in loadorder.txt, which come first; null if the file is missing. */
  ordered: number | null
  /** The plugins that plugins.txt does not name; null if the file is missing. */
  unstated: ReadonlySet<PluginEntry> | null
}

/**
 * Returns the plugins in the order of loadorder.txt, then those that only plugins.txt names; null without either file.
 */
export function joinPlugins(
  order: PluginOrder | null,
  states: PluginStates | null,
  names: Names,
): { plugins: PluginEntry[] | null; sources: PluginSources } {
  const ordered = order?.length ?? null
  if (order === null) {
    return { plugins: states?.plugins ?? null, sources: { ordered, unstated: states && new Set() } }
  }
  // With asterisks, plugins.txt omits the game's own plugins, which are always on. Without, it omits plugins that are
  // off.
  const unwritten = states === null || states.hasAsterisks ? null : false
  const joined = order.map((name, index): PluginEntry => ({ name, enabled: unwritten, index }))
  if (states === null) return { plugins: joined, sources: { ordered, unstated: null } }
  const unstated = new Set(joined)
  const firstOf = firstOccurrences(names, joined.length + states.plugins.length)
  for (const { name, index } of joined) firstOf(name, index)
  for (const { name, enabled } of states.plugins) {
    const plugin = joined[firstOf(name, joined.length)]
    if (plugin === undefined) joined.push({ name, enabled, index: joined.length })
    else {
      plugin.enabled = enabled
      unstated.delete(plugin)
    }
  }
  return { plugins: joined, sources: { ordered, unstated } }
}

/** Returns the plugin that a line of loadorder.txt names; undefined if it names none. */
export const orderedPlugin = (line: string): string | undefined => pluginOf(line.trim())

/** Returns the plugin that a line of plugins.txt names, with or without an asterisk; undefined if it names none. */
export function statedPlugin(line: string): string | undefined {
  const text = line.trim()
  return text.startsWith('*') ? pluginOf(text.slice(1).trim(), false) : pluginOf(text)
}

/** Returns the plugin's name without `.ghost`, which mod managers append to hide a plugin from the game. */
function pluginOf(text: string, mayBeComment = true): string | undefined {
  const name = text.replace(/\.ghost$/i, '')
  return (mayBeComment && text.startsWith('#')) || !isName(name) ? undefined : name
}
