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
  for (const untrimmed of lines) {
    const line = untrimmed.trim()
    const name = withoutGhost(line)
    if (isComment(line) || !isName(name)) continue
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
  for (const untrimmed of lines) {
    const line = untrimmed.trim()
    const isMarked = line.startsWith('*')
    const name = withoutGhost(isMarked ? line.slice(1).trim() : line)
    if (isComment(line) || !isName(name)) continue
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

const isComment = (line: string) => line.startsWith('#')

/** Mod managers take a plugin out of the game by this ending. */
const withoutGhost = (name: string): string => name.replace(/\.ghost$/i, '')
