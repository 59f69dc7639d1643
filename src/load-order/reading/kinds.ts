import { splitLines } from '../../text/lines.ts'
import type { FileSettings, ModEntry, PluginEntry } from '../schemas.ts'
import { collectionMods, collectionPlugins } from './exports/collection.ts'
import { csvMods } from './exports/mods-csv.ts'
import { type FoundMods, type Input, readFoundMods } from './found-mods.ts'
import { readIni } from './ini.ts'
import { readModlist } from './modlist.ts'
import { ckanMods } from './other-games/ckan.ts'
import { launcherMods } from './other-games/launcher-data.ts'
import { witcherMods } from './other-games/mods-settings.ts'
import { isGameFiles, morrowindPlugins } from './other-games/morrowind.ts'
import { openmwPlugins } from './other-games/openmw.ts'
import { smapiMods } from './other-games/smapi-log.ts'
import {
  type FoundPlugin,
  type PluginStates,
  type PluginsByKey,
  readFoundPlugins,
  readLoadorderTxt,
  readPluginsTxt,
} from './plugins.ts'

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
  /** The mods of the first other file, in the order of KINDS. */
  otherMods: FileMods | null
  /** The plugins of loadorder.txt. */
  order: PluginsByKey | null
  /** The content of plugins.txt. */
  states: PluginStates | null
  /** The plugins of the first other file, in the order of KINDS. */
  otherPlugins: { file: string; plugins: PluginEntry[] } | null
  settings: FileSettings[]
}

/** A part of a load order. All files of a part are read together, except that each ini file is read separately. */
export type Part = 'mods' | 'plugins' | 'settings'

interface FileKind {
  /** Matches the names of such files, ignoring case. */
  name: RegExp
  part: Part
  /** Adds the content of the file to `reading`. */
  read(reading: Reading, input: Input): void
}

const modsIn = (name: RegExp, findMods: (input: Input) => FoundMods): FileKind => ({
  name,
  part: 'mods',
  read(reading, input) {
    const { file } = input
    const found = findMods(input)
    if (found === undefined) input.notes.push({ file, code: 'unreadable', count: 1, names: [] })
    if (!found) return
    const { mods, notes } = readFoundMods(file, found, reading.modlist?.mods ?? null)
    reading.otherMods ??= { file, mods }
    input.notes.push(...notes)
  },
})

/** A kind of file with plugins. `findPlugins` returns undefined if a file has none. */
const pluginsIn = (name: RegExp, findPlugins: (input: Input) => FoundPlugin[] | undefined): FileKind => ({
  name,
  part: 'plugins',
  read(reading, input) {
    const found = findPlugins(input)
    if (found === undefined) return
    const { plugins, notes } = readFoundPlugins(input.file, found)
    reading.otherPlugins ??= { file: input.file, plugins }
    input.notes.push(...notes)
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
    read(reading, { file, text, notes }) {
      const modlist = readModlist(file, splitLines(text))
      reading.modlist = { file, mods: modlist.mods }
      notes.push(...modlist.notes)
    },
  },
  {
    name: /^plugins\.txt$/i,
    part: 'plugins',
    read(reading, { file, text, notes }) {
      const plugins = readPluginsTxt(file, splitLines(text))
      reading.states = plugins.states
      notes.push(...plugins.notes)
    },
  },
  {
    name: /^loadorder\.txt$/i,
    part: 'plugins',
    read(reading, { file, text, notes }) {
      const order = readLoadorderTxt(file, splitLines(text))
      reading.order = order.plugins
      notes.push(...order.notes)
    },
  },
  modsIn(/\.csv$/i, csvMods),
  modsIn(/^collection\.json$/i, collectionMods),
  pluginsIn(/^collection\.json$/i, collectionPlugins),
  modsIn(/^launcherdata\.xml$/i, launcherMods),
  modsIn(/^mods\.settings$/i, witcherMods),
  modsIn(/^smapi.*\.(txt|log)$/i, smapiMods),
  modsIn(/\.ckan$/i, ckanMods),
  pluginsIn(/^openmw\.cfg$/i, openmwPlugins),
  pluginsIn(/^morrowind\.ini$/i, morrowindPlugins),
  {
    name: /\.ini$/i,
    part: 'settings',
    read(reading, { file, text, notes }) {
      const ini = readSettings(file, splitLines(text))
      reading.settings.push({ file, settings: ini.settings })
      notes.push(...ini.notes)
    },
  },
]

/** Reads the settings of an ini file. Morrowind.ini also lists plugins, which are not settings. */
export const readSettings = (file: string, lines: readonly string[]) =>
  readIni(file, lines, /^morrowind\.ini$/i.test(file) ? isGameFiles : undefined)
