import type { FileSettings, ModEntry, PluginEntry } from '../schemas.ts'
import {
  addDetails,
  type FoundMod,
  type FoundMods,
  type Identities,
  type Input,
  type LogReader,
  loggedMods,
  readFoundMods,
} from './found-mods.ts'
import { type JsonObject, parseObject } from './json.ts'
import type { Modlist } from './modlist.ts'
import { type FoundPlugin, type PluginStates, type PluginsByKey, readFoundPlugins } from './plugins.ts'

/** A part of a load order. All files of a part are read together, except that each ini file is read separately. */
export const PARTS = ['mods', 'plugins', 'settings'] as const
export type Part = (typeof PARTS)[number]

/** A kind of file: how it is recognized, and what is read from it. */
export interface FileKind {
  /** Matches the names of such files, ignoring case. */
  names: RegExp
  /** Matches the names that are taken from a folder, if only some of them are. Null if none is: such a file must be chosen. */
  folder?: RegExp | null
  /** Whether other files have such names, too, so that one of them does not show that its folder is a profile. */
  isCommonName?: true
  /** The name and the sign of a pasted text of this kind. */
  pasted?: { name: string; sign: PasteSign }
  /** Finds the mods of a file. */
  mods?: (input: Input) => FoundMods
  /** Finds the plugins of a file; undefined if it has none. */
  plugins?: (input: Input) => FoundPlugin[] | undefined
  /** Whether the file does not say in which order its entries load. */
  isUnordered?: true
  /** Matches the names of other files to whose mods the file adds versions and sources. */
  addsTo?: RegExp
  /** Reads the logs that are files of this kind by their content, whatever their names. */
  log?: LogReader
  /** Reads a part in a way of its own, and adds it to `reading`. */
  own?: Partial<Record<Part, (reading: Reading, input: Input) => void>>
}

/** Returns the kind of the logs of a game. Most do not say in which order mods load. */
export const logKind = (name: string, names: RegExp, log: LogReader, hasOrder = false): FileKind => ({
  names,
  isCommonName: true,
  pasted: { name, sign: () => false }, // the log itself is the sign
  log,
  mods: loggedMods,
  ...(!hasOrder && { isUnordered: true }),
})

/** Returns a kind of JSON files. `modsOf` returns no mods for an object of another shape. */
export const jsonKind = (
  name: string,
  names: RegExp,
  modsOf: (value: JsonObject, input: Input) => FoundMod[] | null | undefined,
  more: Partial<FileKind> = { isUnordered: true },
): FileKind => ({
  names,
  pasted: { name, sign: 'JSON' },
  mods: (input) => {
    const value = parseObject(input)
    return value && (modsOf(value, input) ?? null)
  },
  ...more,
})

/**
 * How a pasted text is recognized. `JSON`: as such a text in which the readers of the kind find their shape; `roots`: as
 * XML with one of these roots, and a text in it. A pattern or function tests other texts; the patterns of all kinds go
 * before the functions.
 */
export type PasteSign = 'JSON' | XmlSign | Pick<RegExp, 'test'> | ((paste: Paste) => boolean)

export interface XmlSign {
  roots: readonly string[]
  has?: string
}

/** A pasted text: trimmed, and its filled lines without comments, trimmed. */
export interface Paste {
  text: string
  entries: readonly string[]
}

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
  order: PluginsByKey | null
  states: PluginStates | null
  /** The plugins of the first other file, in the order of KINDS. */
  otherPlugins: { file: string; plugins: PluginEntry[] } | null
  settings: FileSettings[]
}

/** Reports whether files of a kind have a part. */
export const hasPart = (kind: FileKind, part: Part): boolean =>
  kind.own?.[part] !== undefined || (part !== 'settings' && kind[part] !== undefined)

/** Adds a part of a file to `reading`. */
export function readPart(kind: FileKind, part: Part, reading: Reading, input: Input): void {
  kind.own?.[part]?.(reading, input)
  if (part === 'mods') readMods(kind, reading, input)
  else if (part === 'plugins') readPlugins(kind, reading, input)
}

function readMods({ mods: find, isUnordered, addsTo }: FileKind, reading: Reading, input: Input): void {
  if (find === undefined) return
  const { file, notes } = input
  if (reading.modlist?.file === file || reading.otherMods?.file === file) return // an earlier kind has read it
  const found = find(input)
  if (found === undefined && !notes.some(({ code }) => code === 'unreadable'))
    notes.push({ file, code: 'unreadable', count: 1, names: [] })
  if (!found) return
  const read = readFoundMods(file, found, !isUnordered)
  const named = reading.modlist ?? (addsTo?.test(reading.otherMods?.file ?? '') ? reading.otherMods : null)
  if (named) addDetails(named.mods, read.mods)
  reading.otherMods ??= { file, mods: read.mods, identities: read.identities }
  notes.push(...read.notes)
}

function readPlugins({ plugins: find, isUnordered }: FileKind, reading: Reading, input: Input): void {
  const found = find?.(input)
  if (found === undefined) return
  const { plugins, notes } = readFoundPlugins(input.file, found, !isUnordered)
  reading.otherPlugins ??= { file: input.file, plugins }
  input.notes.push(...notes)
}
