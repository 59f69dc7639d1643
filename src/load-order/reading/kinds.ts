import type { LoadOrderNames } from '../names.ts'
import type { FileSettings, ModEntry, Note, PluginEntry } from '../schemas.ts'
import { readCollectionMods, readCollectionPlugins } from './exports/collection.ts'
import { readModsCsv } from './exports/mods-csv.ts'
import type { Input, ReadMods } from './found-mods.ts'
import { readIni } from './ini.ts'
import { readModlist } from './modlist.ts'
import { readCkan } from './other-games/ckan.ts'
import { readLauncherData } from './other-games/launcher-data.ts'
import { readModsSettings } from './other-games/mods-settings.ts'
import { isGameFiles, readMorrowindPlugins } from './other-games/morrowind.ts'
import { readOpenmwCfg } from './other-games/openmw.ts'
import { readSmapiLog } from './other-games/smapi-log.ts'
import { type PluginOrder, type PluginStates, type ReadPlugins, readLoadorderTxt, readPluginsTxt } from './plugins.ts'

/**
 * Version of the readers. Raise it when a reader changes its results: the files of stored results are then read again.
 */
export const READERS_VERSION = 4

/** The mods of a file, by ascending priority. */
interface FileMods {
  file: string
  mods: ModEntry[]
}

/** The contents of files, before the files of a part are combined. */
export interface Reading {
  modlist: FileMods | null
  /** The mods of other files, in the order of KINDS. */
  otherMods: FileMods[]
  order: PluginOrder | null
  states: PluginStates | null
  /** The plugins of other files, in the order of KINDS. */
  otherPlugins: { file: string; plugins: PluginEntry[] }[]
  settings: FileSettings[]
}

/** A part of a load order. All files of a part are read together, except that each ini file is read separately. */
export type Part = 'mods' | 'plugins' | 'settings'

interface FileKind {
  /** Matches the names of such files, ignoring case. */
  name: RegExp
  part: Part
  /** Adds the content of the file to `reading`, and returns notes on the file. */
  read(reading: Reading, input: Input): Note[]
}

const modsIn = (name: RegExp, readMods: (input: Input) => ReadMods): FileKind => ({
  name,
  part: 'mods',
  read(reading, input) {
    const { mods, notes } = readMods(input)
    if (mods !== null) reading.otherMods.push({ file: input.file, mods })
    return notes
  },
})

const pluginsIn = (name: RegExp, readPlugins: (input: Input) => ReadPlugins): FileKind => ({
  name,
  part: 'plugins',
  read(reading, input) {
    const { plugins, notes } = readPlugins(input)
    if (plugins !== null) reading.otherPlugins.push({ file: input.file, plugins })
    return notes
  },
})

/**
 * The kinds of files that are read: a row for each kind and part. If several files list mods, or plugins, the first row
 * wins. To add a kind, add a file in this folder and a row here.
 */
export const KINDS: readonly FileKind[] = [
  {
    name: /^modlist\.txt$/i,
    part: 'mods',
    read(reading, { file, lines, names }) {
      const { mods, notes } = readModlist(file, lines, names)
      reading.modlist = { file, mods }
      return notes
    },
  },
  {
    name: /^plugins\.txt$/i,
    part: 'plugins',
    read(reading, { file, lines, names }) {
      const { states, notes } = readPluginsTxt(file, lines, names.plugin)
      reading.states = states
      return notes
    },
  },
  {
    name: /^loadorder\.txt$/i,
    part: 'plugins',
    read(reading, { file, lines, names }) {
      const { order, notes } = readLoadorderTxt(file, lines, names.plugin)
      reading.order = order
      return notes
    },
  },
  modsIn(/\.csv$/i, readModsCsv),
  modsIn(/^collection\.json$/i, readCollectionMods),
  pluginsIn(/^collection\.json$/i, readCollectionPlugins),
  modsIn(/^launcherdata\.xml$/i, readLauncherData),
  modsIn(/^mods\.settings$/i, readModsSettings),
  modsIn(/^smapi.*\.(txt|log)$/i, readSmapiLog),
  modsIn(/\.ckan$/i, readCkan),
  pluginsIn(/^openmw\.cfg$/i, readOpenmwCfg),
  pluginsIn(/^morrowind\.ini$/i, readMorrowindPlugins),
  {
    name: /\.ini$/i,
    part: 'settings',
    read(reading, { file, lines, names }) {
      const { settings, notes } = readSettings(file, lines, names)
      reading.settings.push({ file, settings })
      return notes
    },
  },
]

/** Reads the settings of an ini file. Morrowind.ini also lists plugins, which are not settings. */
export const readSettings = (file: string, lines: readonly string[], names: LoadOrderNames) =>
  readIni(file, lines, names, /^morrowind\.ini$/i.test(file) ? isGameFiles : undefined)
