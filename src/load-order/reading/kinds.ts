import { splitLines } from '../../text/lines.ts'
import type { FileSettings, ModEntry, PluginEntry } from '../schemas.ts'
import { collectionMods, collectionPlugins } from './exports/collection.ts'
import { csvMods } from './exports/mods-csv.ts'
import { vortexBackupMods, vortexOrderMods, vortexOrderPlugins } from './exports/vortex.ts'
import { addDetails, type FoundMods, type Identities, type Input, readFoundMods } from './found-mods.ts'
import { readIni } from './ini.ts'
import { type Modlist, readModlist } from './modlist.ts'
import { baldursGateMods } from './other-games/baldurs-gate.ts'
import { ckanMods, ckanTextMods } from './other-games/ckan.ts'
import { factorioMods } from './other-games/factorio.ts'
import { launcherMods } from './other-games/launcher-data.ts'
import { witcherMods } from './other-games/mods-settings.ts'
import { isGameFiles, morrowindPlugins } from './other-games/morrowind.ts'
import { openmwMods, openmwPlugins } from './other-games/openmw.ts'
import { rimworldListMods, rimworldMods } from './other-games/rimworld.ts'
import { smapiMods } from './other-games/smapi-log.ts'
import { thunderstoreMods } from './other-games/thunderstore.ts'
import {
  type FoundPlugin,
  type PluginStates,
  type PluginsByKey,
  readFoundPlugins,
  readLoadorderTxt,
  readPluginsTxt,
} from './plugins.ts'

/**
 * Version of the readers. Raise it when a reader changes its results, or when the rows of KINDS change: the files of
 * stored results are then read again.
 */
export const READERS_VERSION = 15

/** The mods of a file, by ascending priority. */
interface FileMods {
  file: string
  mods: ModEntry[]
  identities?: Identities
}

/** The contents of files, before the files of a part are combined. */
export interface Reading {
  modlist: (FileMods & Modlist) | null
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
  /** Matches the names of other files to whose mods the file adds versions and sources. */
  addsTo?: RegExp
}

/** Whether a file says in which order its entries load. */
type Order = 'ordered' | 'unordered'

const modsIn = (
  name: RegExp,
  findMods: (input: Input) => FoundMods,
  order: Order = 'ordered',
  addsTo?: RegExp,
): FileKind => ({
  name,
  part: 'mods',
  ...(addsTo && { addsTo }),
  read(reading, input) {
    const { file, notes } = input
    const found = findMods(input)
    if (found === undefined && !notes.some(({ code }) => code === 'unreadable'))
      notes.push({ file, code: 'unreadable', count: 1, names: [] })
    if (!found) return
    const read = readFoundMods(file, found, order === 'ordered')
    const named = reading.modlist ?? (addsTo?.test(reading.otherMods?.file ?? '') ? reading.otherMods : null)
    if (named) addDetails(named.mods, read.mods)
    reading.otherMods ??= { file, mods: read.mods, identities: read.identities }
    notes.push(...read.notes)
  },
})

/** A kind of file with plugins. `findPlugins` returns undefined if a file has none. */
const pluginsIn = (
  name: RegExp,
  findPlugins: (input: Input) => FoundPlugin[] | undefined,
  order: Order = 'ordered',
): FileKind => ({
  name,
  part: 'plugins',
  read(reading, input) {
    const found = findPlugins(input)
    if (found === undefined) return
    const { plugins, notes } = readFoundPlugins(input.file, found, order === 'ordered')
    reading.otherPlugins ??= { file: input.file, plugins }
    input.notes.push(...notes)
  },
})

const MODLIST = /^modlist\.txt$/i
const CKAN = /\.ckan$/i

/** A log of SMAPI. Its content says what it is, whatever its name. */
export const SMAPI_LOG = modsIn(/^smapi.*\.(txt|log)$/i, smapiMods)

/**
 * The kinds of files that are read: a row for each kind and part. If several files list mods, or plugins, the first row
 * wins. To add a kind, add a file in this folder and a row here.
 */
export const KINDS: readonly FileKind[] = [
  {
    name: MODLIST,
    part: 'mods',
    read(reading, { file, text, notes }) {
      if (ckanTextMods({ text }) !== null) return // a file of another program
      const modlist = readModlist(file, splitLines(text))
      reading.modlist = { file, ...modlist }
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
  SMAPI_LOG,
  modsIn(CKAN, ckanMods, 'unordered'),
  // If the list has a modpack, too, this text adds versions to it.
  modsIn(MODLIST, ckanTextMods, 'unordered', CKAN),
  pluginsIn(/^openmw\.cfg$/i, openmwPlugins),
  pluginsIn(/^morrowind\.ini$/i, morrowindPlugins, 'unordered'),
  modsIn(/^openmw\.cfg$/i, openmwMods),
  modsIn(/^modsettings\.lsx$/i, baldursGateMods),
  modsIn(/\.json$/i, vortexOrderMods),
  pluginsIn(/\.json$/i, vortexOrderPlugins),
  modsIn(/\.json$/i, vortexBackupMods, 'unordered'),
  modsIn(/\.xml$/i, rimworldMods),
  modsIn(/\.(rml|xml)$/i, rimworldListMods),
  modsIn(/^(mods\.yml|export\.r2x)$/i, thunderstoreMods),
  modsIn(/^mod-list\.json$/i, factorioMods, 'unordered'),
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

/**
 * Reports whether a file adds versions and sources to the mods of the first file: any file does to those of Mod Organizer's
 * modlist.txt. `rank` is the row of KINDS whose reader understood the file.
 */
export const addsDetails = (rank: number, first: { rank: number; file: string }): boolean =>
  first.rank === 0 || KINDS[rank]?.addsTo?.test(first.file) === true

/** Reads the settings of an ini file. Morrowind.ini also lists plugins, which are not settings. */
export const readSettings = (file: string, lines: readonly string[]) =>
  readIni(file, lines, /^morrowind\.ini$/i.test(file) ? isGameFiles : undefined)
