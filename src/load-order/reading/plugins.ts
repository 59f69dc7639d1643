import { isName, keyOf } from '../key.ts'
import type { Note, PluginEntry } from '../schemas.ts'
import { drop, droppedNotes, noneDropped } from './notes.ts'

/** The names of a file in its order, by key. */
export type PluginOrder = Map<string, string>

/** What plugins.txt says: all of the game's plugins but its own, or in older games those that are enabled. */
export interface PluginStates {
  hasAsterisks: boolean
  plugins: Map<string, { name: string; enabled: boolean }>
}

export function readLoadorderTxt(file: string, lines: readonly string[]): { order: PluginOrder; notes: Note[] } {
  const order: PluginOrder = new Map()
  const dropped = noneDropped()
  for (const line of lines) {
    const name = orderedPlugin(line)
    if (name === undefined) continue
    const key = keyOf(name)
    const first = order.get(key)
    if (first === undefined) order.set(key, name)
    else drop(dropped, first)
  }
  return { order, notes: droppedNotes(file, 'duplicate_plugins', dropped) }
}

/** Of a plugin that comes twice the first place and the last state count. */
export function readPluginsTxt(file: string, lines: readonly string[]): { states: PluginStates; notes: Note[] } {
  const hasAsterisks = lines.some((line) => line.trimStart().startsWith('*'))
  const plugins: PluginStates['plugins'] = new Map()
  const dropped = noneDropped()
  for (const line of lines) {
    const name = statedPlugin(line)
    if (name === undefined) continue
    const isMarked = line.trimStart().startsWith('*')
    const key = keyOf(name)
    const first = plugins.get(key)
    if (first === undefined) plugins.set(key, { name, enabled: isMarked || !hasAsterisks })
    else {
      first.enabled = isMarked || !hasAsterisks
      drop(dropped, first.name)
    }
  }
  return { states: { hasAsterisks, plugins }, notes: droppedNotes(file, 'duplicate_plugins', dropped) }
}

/** The order of loadorder.txt, then what only plugins.txt has; null without either file. */
export function joinPlugins(order: PluginOrder | null, states: PluginStates | null): PluginEntry[] | null {
  if (order === null && states === null) return null
  // With asterisks the game's own plugins are always on and never written; without, what is not there is off.
  const unwritten = states === null || states.hasAsterisks ? null : false
  const joined: PluginEntry[] = []
  for (const [key, name] of order ?? []) {
    joined.push({ name, enabled: states?.plugins.get(key)?.enabled ?? unwritten, index: joined.length })
  }
  for (const [key, { name, enabled }] of states?.plugins ?? []) {
    if (!order?.has(key)) joined.push({ name, enabled, index: joined.length })
  }
  return joined
}

/** The plugin that a line of loadorder.txt names; undefined for a line that names none. */
export const orderedPlugin = (line: string): string | undefined => pluginOf(line.trim())

/** The plugin that a line of plugins.txt names, with or without an asterisk. */
export function statedPlugin(line: string): string | undefined {
  const text = line.trim()
  return text.startsWith('*') ? pluginOf(text.slice(1).trim(), false) : pluginOf(text)
}

/** Mod managers take a plugin out of the game by the ending `.ghost`. */
function pluginOf(text: string, mayBeComment = true): string | undefined {
  const name = text.replace(/\.ghost$/i, '')
  return (mayBeComment && text.startsWith('#')) || !isName(name) ? undefined : name
}
