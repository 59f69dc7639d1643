import { isName, keyOf } from '../key.ts'
import type { PluginEntry } from '../schemas.ts'
import { drop, droppedNotes, noneDropped } from './notes.ts'
import { isOfNewerGame, type PluginForm } from './plugin-form.ts'

/** A plugin as a file names it. */
export type FoundPlugin = Omit<PluginEntry, 'index'>

/** The content of plugins.txt: all plugins except the game's own or, for older games, only those that are on. */
export interface PluginStates {
  /** Whether any line has an asterisk. */
  hasMarks: boolean
  /** The plugins, which are on here if an asterisk marks them. The form of the file decides whether that counts. */
  plugins: PluginsByKey
}

/** The plugins of a file, in its order. */
export type PluginsByKey = ReadonlyMap<string, PluginEntry>

/** Reads loadorder.txt. The states are unknown. */
export function readLoadorderTxt(file: string, lines: readonly string[]) {
  const found = lines.map(orderedPlugin).filter((name) => name !== undefined)
  return distinct(
    file,
    found.map((name) => ({ name, enabled: null })),
  )
}

/** Reads plugins.txt. If a plugin occurs twice, its first place and its last state count. */
export function readPluginsTxt(file: string, lines: readonly string[]) {
  const found = lines.flatMap((line) => {
    const name = statedPlugin(line)
    return name === undefined ? [] : [{ name, enabled: isMarked(line) }]
  })
  const { plugins, notes } = distinct(file, found, 'last state')
  return { states: { hasMarks: lines.some(isMarked), plugins } satisfies PluginStates, notes }
}

/** Reports whether a line of plugins.txt has the asterisk of a plugin that is on. */
export const isMarked = (line: string): boolean => line.trimStart().startsWith('*')

/**
 * Turns the plugins of another file into entries. If a name occurs twice, the first plugin counts. `hasOrder` is false if
 * the file does not say in which order plugins load.
 */
export function readFoundPlugins(file: string, found: readonly FoundPlugin[], hasOrder: boolean) {
  const named = found.flatMap(({ name: written, enabled }) => {
    const name = pluginOf(written.trim(), false)
    return name === undefined ? [] : [{ name, enabled }]
  })
  const { plugins, notes } = distinct(file, named)
  const entries = [...plugins.values()]
  return { plugins: hasOrder ? entries : entries.map((plugin) => ({ ...plugin, index: null })), notes }
}

/** Returns an entry for each name, at its first place. */
function distinct(file: string, found: readonly FoundPlugin[], counts: 'first state' | 'last state' = 'first state') {
  const plugins = new Map<string, PluginEntry>()
  const dropped = noneDropped()
  for (const { name, enabled } of found) {
    const key = keyOf(name)
    const first = plugins.get(key)
    if (first === undefined) plugins.set(key, { name, enabled, index: plugins.size })
    else {
      if (counts === 'last state') first.enabled = enabled
      drop(dropped, first.name)
    }
  }
  return { plugins, notes: droppedNotes(file, 'duplicate_plugins', dropped) }
}

/** The contributions of plugins.txt and loadorder.txt to the plugins of a list. */
export interface PluginSources {
  /** Number of plugins in loadorder.txt, which come first; null if the file is missing. */
  ordered: number | null
  /** The plugins that plugins.txt does not name; null if the file is missing. */
  unstated: ReadonlySet<PluginEntry> | null
  /** Whether plugins.txt has the asterisk form; false without the file. */
  hasAsterisks: boolean
}

/** Reports whether plugins.txt has the asterisk form. */
const isAsteriskForm = (form: PluginForm, states: PluginStates, order: PluginsByKey | null): boolean =>
  form === 'asterisks' ||
  states.hasMarks ||
  (form === 'guess' && [...states.plugins.keys(), ...(order?.keys() ?? [])].some(isOfNewerGame))

/**
 * Returns the plugins in the order of loadorder.txt, then those that only plugins.txt names; null without either file.
 */
export function joinPlugins(
  order: PluginsByKey | null,
  states: PluginStates | null,
  form: PluginForm,
): { plugins: PluginEntry[] | null; sources: PluginSources } {
  const hasAsterisks = states !== null && isAsteriskForm(form, states, order)
  const stateOf = ({ enabled }: PluginEntry) => (hasAsterisks ? enabled : true)
  const ordered = order?.size ?? null
  if (order === null) {
    const plugins = states && Array.from(states.plugins.values(), (plugin) => ({ ...plugin, enabled: stateOf(plugin) }))
    return { plugins, sources: { ordered, unstated: states && new Set(), hasAsterisks } }
  }
  // With asterisks, plugins.txt omits the game's own plugins, which are always on. Without, it omits plugins that are
  // off.
  const unwritten = states === null || hasAsterisks ? null : false
  const joined = new Map<string, PluginEntry>()
  for (const [key, { name, index }] of order) joined.set(key, { name, enabled: unwritten, index })
  const unstated = new Set(joined.values())
  for (const [key, stated] of states?.plugins ?? []) {
    const plugin = joined.get(key)
    if (plugin === undefined) joined.set(key, { name: stated.name, enabled: stateOf(stated), index: joined.size })
    else {
      plugin.enabled = stateOf(stated)
      unstated.delete(plugin)
    }
  }
  return { plugins: [...joined.values()], sources: { ordered, unstated: states && unstated, hasAsterisks } }
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
