import { splitLines } from '../../text/lines.ts'
import { createLoadOrderNames } from '../names.ts'
import type { LoadOrder, Note } from '../schemas.ts'
import { kindOf, type Part, type Reading } from './kinds.ts'
import { joinPlugins, type PluginSources } from './plugins.ts'

export type { Part } from './kinds.ts'

/** A file of a mod manager's profile: its clean name and its decoded text. */
export interface ProfileFile {
  name: string
  text: string
}

/** A load order, with the details about its files that a comparison needs. */
export interface ProfileLoadOrder extends LoadOrder {
  pluginSources: PluginSources
}

/** Reads the files of a profile, and ignores other files. Similar load orders are read faster if they share `names`. */
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

/** Returns the part of a load order that a file with this name belongs to; undefined if the file is not read. */
export const partOf = (name: string): Part | undefined => kindOf(name)?.part
