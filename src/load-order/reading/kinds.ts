import type { LoadOrderNames } from '../names.ts'
import type { FileSettings, ModEntry, Note } from '../schemas.ts'
import { readIni } from './ini.ts'
import { readModlist } from './modlist.ts'
import { type PluginOrder, type PluginStates, readLoadorderTxt, readPluginsTxt } from './plugins.ts'

/** The contents of files, before the two plugin files are combined. */
export interface Reading {
  mods: ModEntry[] | null
  order: PluginOrder | null
  states: PluginStates | null
  settings: FileSettings[]
}

/** A part of a load order. All files of a part are read together, except that each ini file is read separately. */
export type Part = 'mods' | 'plugins' | 'settings'

interface FileKind {
  /** Matches the names of such files, ignoring case. */
  name: RegExp
  part: Part
  /** Adds the content of the file to `reading`, and returns notes on the file. */
  read(reading: Reading, file: string, lines: readonly string[], names: LoadOrderNames): Note[]
}

/** The kinds of files that are read. To add one, add a file in this folder and a row here. */
const KINDS: readonly FileKind[] = [
  {
    name: /^modlist\.txt$/i,
    part: 'mods',
    read(reading, file, lines, names) {
      const { mods, notes } = readModlist(file, lines, names)
      reading.mods = mods
      return notes
    },
  },
  {
    name: /^plugins\.txt$/i,
    part: 'plugins',
    read(reading, file, lines, names) {
      const { states, notes } = readPluginsTxt(file, lines, names.plugin)
      reading.states = states
      return notes
    },
  },
  {
    name: /^loadorder\.txt$/i,
    part: 'plugins',
    read(reading, file, lines, names) {
      const { order, notes } = readLoadorderTxt(file, lines, names.plugin)
      reading.order = order
      return notes
    },
  },
  {
    name: /\.ini$/i,
    part: 'settings',
    read(reading, file, lines, names) {
      const { settings, notes } = readIni(file, lines, names)
      reading.settings.push({ file, settings })
      return notes
    },
  },
]

export const kindOf = (name: string): FileKind | undefined => KINDS.find((kind) => kind.name.test(name))
