import type { LoadOrderNames } from '../names.ts'
import type { FileSettings, ModEntry, Note } from '../schemas.ts'
import { readIni } from './ini.ts'
import { readModlist } from './modlist.ts'
import { type PluginOrder, type PluginStates, readLoadorderTxt, readPluginsTxt } from './plugins.ts'

/** What files say by themselves, before those of the plugins are put together. */
export interface Reading {
  mods: ModEntry[] | null
  order: PluginOrder | null
  states: PluginStates | null
  settings: FileSettings[]
}

/** What of a load order files say: those of one part are read together, but each ini file by itself. */
export type Part = 'mods' | 'plugins' | 'settings'

interface FileKind {
  /** Of the name, in any case. */
  name: RegExp
  part: Part
  /** Writes down what the file says, and returns the notes on it. */
  read(reading: Reading, file: string, lines: readonly string[], names: LoadOrderNames): Note[]
}

/** The files that are read. Another kind is a file beside this one and a row here. */
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
