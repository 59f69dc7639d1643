import { GAMES } from '../games.ts'
import { listedCsv, listedJson, listedNames, otherModlist, packages } from './exports/listed-names.ts'
import { collection, modsCsv, vortexBackup, vortexOrder } from './exports/mod-managers.ts'
import { ownCsv, ownMarkdown, ownText } from './exports/own.ts'
import { filledLinesOf, type InputText, linesOf } from './found-mods.ts'
import { readIni } from './ini.ts'
import type { FileKind, Paste } from './kind.ts'
import { areBullets, arePackages, isHalf, isOfOrganizer, readMarkedLines, readModlist } from './modlist.ts'
import { ckan, ckanText } from './other-games/ckan.ts'
import { isGameFiles, morrowind, openmw } from './other-games/openmw.ts'
import { witcher } from './other-games/small-games.ts'
import { smapi } from './other-games/smapi.ts'
import { baldursGate, launcherData } from './other-games/xml-modules.ts'
import { pluginLines, pluginsInRow } from './plugin-lines.ts'
import { readLoadorderTxt, readPluginsTxt } from './plugins.ts'

/**
 * Version of the readers. Raise it when a reader changes its results, or when the rows of KINDS change: the files of
 * stored results are then read again.
 */
export const READERS_VERSION = 20

/** Returns a text as a paste. */
export const pasteOf = (input: InputText): Paste => ({
  text: input.text,
  entries: filledLinesOf(input).filter((line) => !isComment(line)),
})

const isComment = (line: string): boolean => line.startsWith('#') || line.startsWith(';')

/** Reports whether at least half of the lines of a paste name plugins, with what copies have before the names. */
function arePlugins(paste: Paste): boolean {
  const { pluginOf } = pluginLines('plugins.txt', paste.entries)
  const isNamed = (line: string) => pluginOf(line) !== undefined && !/^[+-](?![+ ])|=(?![01]$)/.test(line)
  return isHalf(paste.entries, isNamed) || paste.entries.some((line) => pluginsInRow(line) !== undefined)
}

const SECTION = /^\[[^\]]*\]{1,2}$/

/** Reports whether most lines of a text are sections or settings, and no setting has an address before its value. */
function areSettings(lines: readonly string[]): boolean {
  let [entries, others] = [0, 0]
  for (const untrimmed of lines) {
    const line = untrimmed.trim()
    if (line === '' || isComment(line)) continue
    entries++
    const key = line.slice(0, Math.max(0, line.indexOf('=')))
    if (key.includes('://')) return false
    if (key.trim() === '' && !SECTION.test(line)) others++
  }
  return others === 0 || 2 * others < entries
}

/** Matches a line of modlist.txt, which is neither bold text nor changed code. */
const MARKED = /^(?:[+-]|\*(?!\*))\S(?:.*[^;{])?$/
const areMarked = ({ entries }: Paste) =>
  isHalf(entries, (line) => MARKED.test(line)) &&
  !areBullets(entries.filter((line) => MARKED.test(line))) &&
  !arePackages(entries)

const MODLIST: FileKind = {
  names: /^modlist\.txt$/i,
  pasted: {
    name: 'modlist.txt',
    sign: (paste) => areMarked(paste) && paste.entries.every((line) => MARKED.test(line)),
  },
  own: {
    mods(reading, input) {
      const { file, notes } = input
      const lines = linesOf(input)
      if (!isOfOrganizer(lines)) return // a file of another program
      const modlist = readModlist(file, lines)
      reading.modlist = { file, ...modlist }
      notes.push(...modlist.notes)
    },
  },
}

/** The lines of a modlist.txt within other text. */
const MARKED_LINES: FileKind = {
  names: /^mods\.txt$/i,
  folder: null,
  pasted: { name: 'mods.txt', sign: areMarked },
  own: {
    mods(reading, input) {
      const { file, notes } = input
      if (reading.modlist !== null || !areMarked(pasteOf(input))) return
      const { mods, notes: found } = readMarkedLines(file, linesOf(input))
      reading.otherMods ??= { file, mods }
      notes.push(...found)
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
      sign: (paste) => arePlugins(paste) && paste.entries.some((line) => /^\*(?!\*)/.test(line)),
    },
    own: {
      plugins(reading, input) {
        const plugins = readPluginsTxt(input.file, linesOf(input))
        reading.states = plugins.states
        input.notes.push(...plugins.notes)
      },
    },
  },
  {
    names: /^loadorder\.txt$/i,
    pasted: { name: 'loadorder.txt', sign: arePlugins },
    own: {
      plugins(reading, input) {
        const order = readLoadorderTxt(input.file, linesOf(input))
        reading.order = order.plugins
        input.notes.push(...order.notes)
      },
    },
  },
  MODLIST,
  MARKED_LINES,
  modsCsv,
  collection,
  ...new Set([...FIRST_KINDS, ...GAMES.flatMap(({ kinds = [] }) => kinds)]),
  ownText,
  ownMarkdown,
  ownCsv,
  listedJson,
  packages,
  otherModlist,
  listedNames,
  listedCsv,
  { names: /^crash[-_].*\.(log|txt)$/i, isCommonName: true },
  { names: /^(archives|lockedorder|settings|groups|userlist)\.txt$/i, isCommonName: true },
  {
    names: /\.ini$/i,
    folder: /^(?!desktop\.ini$).*\.ini$/i,
    isCommonName: true,
    pasted: {
      name: 'settings.ini',
      sign: ({ entries }) =>
        SECTION.test(entries[0] ?? '') && areSettings(entries) && !entries.every((line) => SECTION.test(line)),
    },
    own: {
      settings(reading, input) {
        const ini = readSettings(input.file, linesOf(input))
        if (ini === null) return
        reading.settings.push({ file: input.file, settings: ini.settings })
        input.notes.push(...ini.notes)
      },
    },
  },
  { names: /^(.*\.ccc|userlist\.yaml)$/i, isCommonName: true },
]

/** Reads the settings of an ini file; null if it is another text. Morrowind.ini also lists plugins, which are not settings. */
export const readSettings = (file: string, lines: readonly string[]) =>
  areSettings(lines)
    ? readIni(file, lines, { keepsRepeated: true, ...(/^morrowind\.ini$/i.test(file) && { isLeftOut: isGameFiles }) })
    : null
