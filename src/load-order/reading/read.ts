import { splitLines } from '../../text/lines.ts'
import { createLoadOrderNames } from '../names.ts'
import type { LoadOrder, Note } from '../schemas.ts'
import { kindOf, type Part, type Reading } from './kinds.ts'
import { joinPlugins, type PluginSources } from './plugins.ts'

export type { Part } from './kinds.ts'

/** A file of a mod manager's profile by its clean name, decoded. */
export interface ProfileFile {
  name: string
  text: string
}

/** A load order, with what a comparison must know about its files. */
export interface ProfileLoadOrder extends LoadOrder {
  pluginSources: PluginSources
}

/** Reads the files of a profile and ignores files of other kinds. Similar load orders are read faster with the same names. */
export function readLoadOrder(files: readonly ProfileFile[], names = createLoadOrderNames()): ProfileLoadOrder {
  const reading: Reading = { mods: null, order: null, states: null, settings: [] }
  const notes: Note[] = []
  for (const { name, text } of files) {
    const kind = kindOf(name)
    if (kind) notes.push(...kind.read(reading, name, splitLines(text), names))
  }
  const { plugins, sources } = joinPlugins(reading.order, reading.states, names.plugin)
  return { mods: reading.mods, plugins, settings: reading.settings, notes, pluginSources: sources }
}

/** Which part of a load order a file of this name belongs to; undefined: it is not read, and need not be loaded. */
export const partOf = (name: string): Part | undefined => kindOf(name)?.part
