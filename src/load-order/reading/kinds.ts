import { splitLines } from '../../text/lines.ts'
import { GAMES } from '../games.ts'
import { isPlugin } from '../key.ts'
import { collection } from './exports/collection.ts'
import { modsCsv } from './exports/mods-csv.ts'
import { vortexBackup, vortexOrder } from './exports/vortex.ts'
import { readIni } from './ini.ts'
import type { FileKind, Paste } from './kind.ts'
import { readModlist } from './modlist.ts'
import { baldursGate } from './other-games/baldurs-gate.ts'
import { ckan, ckanText, ckanTextMods } from './other-games/ckan.ts'
import { launcherData } from './other-games/launcher-data.ts'
import { witcher } from './other-games/mods-settings.ts'
import { isGameFiles, morrowind } from './other-games/morrowind.ts'
import { openmw } from './other-games/openmw.ts'
import { smapi } from './other-games/smapi-log.ts'
import { readLoadorderTxt, readPluginsTxt } from './plugins.ts'

/**
 * Version of the readers. Raise it when a reader changes its results, or when the rows of KINDS change: the files of
 * stored results are then read again.
 */
export const READERS_VERSION = 15

/** Reports whether at least half of the lines of a paste match. */
const isHalf = ({ entries }: Paste, matches: (line: string) => boolean): boolean =>
  entries.length > 0 && 2 * entries.filter(matches).length >= entries.length

const arePlugins = (paste: Paste) => isHalf(paste, (line) => isPlugin(line) && !/^[+-]|=/.test(line))

const SECTION = /^\[[^\]]+\]$/

const MODLIST: FileKind = {
  names: /^modlist\.txt$/i,
  pasted: { name: 'modlist.txt', sign: (paste) => isHalf(paste, (line) => /^[+*-]\S/.test(line)) },
  own: {
    mods(reading, { file, text, notes }) {
      if (ckanTextMods({ text }) !== null) return // a file of another program
      const modlist = readModlist(file, splitLines(text))
      reading.modlist = { file, ...modlist }
      notes.push(...modlist.notes)
    },
  },
}

/** Kinds whose order among each other counts. Other kinds of games follow in the order of GAMES. */
const FIRST_KINDS = [
  launcherData,
  witcher,
  smapi,
  ckan,
  ckanText,
  openmw,
  morrowind,
  baldursGate,
  vortexOrder,
  vortexBackup,
]

/**
 * The kinds of files. If several files list mods, or plugins, the first row wins; if not all files of a folder can be
 * uploaded, the first rows go first. Files of the last rows are kept, but not read. The kinds of single games are rows of
 * GAMES. To add another kind, add a file in this folder and a row here.
 */
export const KINDS: readonly FileKind[] = [
  {
    names: /^plugins\.txt$/i,
    pasted: {
      name: 'plugins.txt',
      sign: (paste) => arePlugins(paste) && paste.entries.some((line) => line.startsWith('*')),
    },
    own: {
      plugins(reading, { file, text, notes }) {
        const plugins = readPluginsTxt(file, splitLines(text))
        reading.states = plugins.states
        notes.push(...plugins.notes)
      },
    },
  },
  {
    names: /^loadorder\.txt$/i,
    pasted: { name: 'loadorder.txt', sign: arePlugins },
    own: {
      plugins(reading, { file, text, notes }) {
        const order = readLoadorderTxt(file, splitLines(text))
        reading.order = order.plugins
        notes.push(...order.notes)
      },
    },
  },
  MODLIST,
  modsCsv,
  collection,
  ...new Set([...FIRST_KINDS, ...GAMES.flatMap(({ kinds = [] }) => kinds)]),
  { names: /^crash[-_].*\.(log|txt)$/i, isCommonName: true },
  { names: /^(archives|lockedorder|settings|groups|userlist)\.txt$/i, isCommonName: true },
  {
    names: /\.ini$/i,
    folder: /^(?!desktop\.ini$).*\.ini$/i,
    isCommonName: true,
    pasted: {
      name: 'settings.ini',
      sign: ({ entries }) => SECTION.test(entries[0] ?? '') && entries.some((line) => line.includes('=')),
    },
    own: {
      settings(reading, { file, text, notes }) {
        const ini = readSettings(file, splitLines(text))
        reading.settings.push({ file, settings: ini.settings })
        notes.push(...ini.notes)
      },
    },
  },
  { names: /^(.*\.ccc|userlist\.yaml)$/i, isCommonName: true },
]

/** The row of Mod Organizer's modlist.txt. */
export const MODLIST_RANK = KINDS.indexOf(MODLIST)

/**
 * Reports whether a file adds versions and sources to the mods of the first file: any file does to those of Mod Organizer's
 * modlist.txt. `rank` is the row of KINDS whose reader understood the file.
 */
export const addsDetails = (rank: number, first: { rank: number; file: string }): boolean =>
  first.rank === MODLIST_RANK || KINDS[rank]?.addsTo?.test(first.file) === true

/** Reads the settings of an ini file. Morrowind.ini also lists plugins, which are not settings. */
export const readSettings = (file: string, lines: readonly string[]) =>
  readIni(file, lines, /^morrowind\.ini$/i.test(file) ? isGameFiles : undefined)
