import { isName, keyOf, NAME_LIMIT } from '../key.ts'
import type { PluginEntry } from '../schemas.ts'
import { drop, droppedNotes, noneDropped } from './notes.ts'
import { isMarked, isOtherLine, type PluginFileName, pluginLines, pluginsInRow, withoutGhost } from './plugin-lines.ts'

/** A plugin as a file names it. */
export type FoundPlugin = Omit<PluginEntry, 'index'>

/** The content of plugins.txt: all plugins except the game's own or, for older games, only those that are on. */
export interface PluginStates {
  /** Whether any line has an asterisk, or all lines say their states in another way. */
  hasMarks: boolean
  /** The plugins, which are on here if an asterisk marks them. The form of the file decides whether that counts. */
  plugins: PluginsByKey
}

/** The plugins of a file, in its order. */
export type PluginsByKey = ReadonlyMap<string, PluginEntry>

/** Reads loadorder.txt. Only some copies have states. Null instead of the plugins if the file is not a load order. */
export function readLoadorderTxt(file: string, lines: readonly string[]) {
  const { found, others } = readLines('loadorder.txt', lines, () => null)
  const { plugins, notes } = distinct(file, found)
  return { plugins: isNotRead(plugins, others) ? null : plugins, notes: [...notes, ...otherNotes(file, others)] }
}

/**
 * Reads plugins.txt. If a plugin occurs twice, its first place and its last state count. Null instead of the states if
 * the file is something else.
 */
export function readPluginsTxt(file: string, lines: readonly string[]) {
  const { found, others, stateOf } = readLines('plugins.txt', lines, isMarked)
  const { plugins, notes } = distinct(file, found, 'last state')
  const isStated = (line: string) => (stateOf(line) === undefined ? isMarked(line) : stateOf(line) !== null)
  const states: PluginStates = { hasMarks: lines.some(isStated), plugins }
  return { states: isNotRead(plugins, others) ? null : states, notes: [...notes, ...otherNotes(file, others)] }
}

/**
 * Returns the plugins of a file, and the lines that are neither plugins nor comments. `writtenState` returns the state of a
 * line that is no copy.
 */
function readLines(file: PluginFileName, lines: readonly string[], writtenState: (line: string) => boolean | null) {
  const { pluginOf, stateOf } = pluginLines(file, lines)
  const found: FoundPlugin[] = []
  const others: string[] = []
  for (const line of lines) {
    const row = pluginsInRow(line)
    const name = pluginOf(line)
    if (row !== undefined) for (const name of row) found.push({ name, enabled: writtenState(line) })
    else if (name !== undefined) {
      const state = stateOf(line)
      found.push({ name, enabled: state === undefined ? writtenState(line) : state })
    } else if (isOtherLine(line, pluginOf)) others.push(line)
  }
  return { found, others, stateOf }
}

/** Reports whether a file has other lines but no plugin. It then counts as missing. */
const isNotRead = (plugins: PluginsByKey, others: readonly string[]) => plugins.size === 0 && others.length > 0

function otherNotes(file: string, others: readonly string[]) {
  const dropped = noneDropped()
  for (const line of others) drop(dropped, line.trim().slice(0, NAME_LIMIT))
  return droppedNotes(file, 'not_plugins', dropped)
}

/**
 * Turns the plugins of another file into entries. If a name occurs twice, the first plugin counts. `hasOrder` is false if
 * the file does not say in which order plugins load.
 */
export function readFoundPlugins(file: string, found: readonly FoundPlugin[], hasOrder: boolean) {
  const named: FoundPlugin[] = []
  for (const { name: written, enabled } of found) {
    const name = withoutGhost(written.trim())
    if (isName(name)) named.push({ name, enabled })
  }
  const { plugins, notes } = distinct(file, named)
  const entries = [...plugins.values()]
  if (!hasOrder) for (const entry of entries) entry.index = null
  return { plugins: entries, notes }
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
  /** The keys of the plugins of a log whose places it does not say; null if the plugins are not those of a log. */
  lightInLog: ReadonlySet<string> | null
}

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
  const stateOf = ({ enabled }: PluginEntry) => (hasAsterisks || enabled === null ? enabled : true)
  const ordered = order?.size ?? null
  if (order === null || states === null) {
    const listed = [...(order ?? states?.plugins ?? new Map<string, PluginEntry>()).values()]
    const isWritten = hasAsterisks || states === null
    const plugins = isWritten ? listed : listed.map((plugin) => ({ ...plugin, enabled: stateOf(plugin) }))
    const sources = { ordered, unstated: states && new Set<PluginEntry>(), hasAsterisks, lightInLog: null }
    return { plugins: order === null && states === null ? null : plugins, sources }
  }
  // With asterisks, plugins.txt omits the game's own plugins, which are always on. Without, it omits plugins that are
  // off.
  const unwritten = hasAsterisks ? null : false
  const joined = new Map<string, PluginEntry>()
  const unstated = new Set<PluginEntry>()
  for (const [key, { name, index }] of order) {
    const plugin = { name, enabled: unwritten, index }
    joined.set(key, plugin)
    if (!states.plugins.has(key)) unstated.add(plugin)
  }
  for (const [key, stated] of states.plugins) {
    const plugin = joined.get(key)
    if (plugin === undefined) joined.set(key, { name: stated.name, enabled: stateOf(stated), index: joined.size })
    else plugin.enabled = stateOf(stated)
  }
  return { plugins: [...joined.values()], sources: { ordered, unstated, hasAsterisks, lightInLog: null } }
}

/*
 * The two forms of plugins.txt. In the asterisk form, an asterisk marks the plugins that are on, and the game's own
 * plugins have no line. In the presence form of older games, the plugins that are on have a line.
 */

/**
 * What decides about the form: `asterisks` means that the game always uses them, `content` that the file has the
 * asterisk form if it has one, and `guess` that the names of newer games decide, too, because the game is unknown.
 */
export type PluginForm = 'asterisks' | 'content' | 'guess'

/** Matches a key of a plugin that only newer games have: light plugins, the Creation Club, and official plugins. */
const NEWER = /\.esl$|^cc\w*\d{3}-.*\.esm$|^(?:dlcrobot|fallout4|starfield)\.esm$/
const isOfNewerGame = (key: string): boolean => NEWER.test(key)
