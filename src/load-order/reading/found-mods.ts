import { splitLines } from '../../text/lines.ts'
import { entryKey, isName, keyOf, NAME_LIMIT } from '../key.ts'
import type { CrashLog, ModEntry, Note } from '../schemas.ts'
import { entryOf, placed } from './modlist.ts'
import { drop, droppedNotes, noneDropped } from './notes.ts'

/** A file to read. */
export interface Input extends InputText {
  /** The clean name. */
  file: string
  /** The list's game in addresses of Nexus Mods; null if the game is unknown, or not on the site. */
  domain: string | null
  withSources: boolean
  /** Notes on the file, to which readers add. */
  notes: Note[]
  /** The first log of the file, if it is one. */
  log?: ReadLog | undefined
}

/** Returns a function that finds something in a file, once for all readers of the file. */
export function once<Value>(find: (input: InputText) => Value): (input: InputText) => Value {
  const found = new WeakMap<object, { value: Value }>()
  return (input) => {
    const known = found.get(input) ?? { value: find(input) }
    found.set(input, known)
    return known.value
  }
}

/** A text that can keep its filled lines. */
export interface InputText {
  text: string
  filledLines?: readonly string[]
}

/** Returns the lines of a file. Kept lines would cost more in garbage collection than to split the few files that two readers read. */
export const linesOf = ({ text }: InputText): readonly string[] => splitLines(text)

/** Returns the lines of a file that are not empty, trimmed. Up to five readers use them. */
export function filledLinesOf(input: InputText): readonly string[] {
  if (input.filledLines !== undefined) return input.filledLines
  const lines = splitLines(input.text)
  let count = 0
  for (const line of lines) {
    const trimmed = line.trim()
    if (trimmed !== '') lines[count++] = trimmed
  }
  lines.length = count
  input.filledLines = lines
  return lines
}

/** A mod as a file other than modlist.txt names it. */
export interface FoundMod extends ModIdentity {
  kind?: ModEntry['kind']
  name: string
  /** Null for separators and unmanaged entries. */
  enabled: boolean | null
  version?: string | null
  source?: string | null
  /** Why the game did not load it. */
  reason?: string
}

/** What identifies a mod besides its name. */
export interface ModIdentity {
  /** Text that two entries have in common if they are the same mod, whatever their names. */
  identity?: string | undefined
  /** Text that all files of one page of a site have in common. */
  page?: string | undefined
  /** The name that its file says, as text that it has in common with its id in a log. */
  folded?: string | undefined
}

/** The identities of those entries that have one. */
export type Identities = ReadonlyMap<ModEntry, ModIdentity>

/** A plugin as a log lists it. */
export interface LoggedPlugin {
  name: string
  /** Whether its index begins with FE. The log does not say where such a plugin loads. */
  isLight: boolean
}

/** A log with the details that are not part of its facts. */
export interface ReadLog {
  facts: CrashLog
  plugins: LoggedPlugin[]
  /** Number of plugins that the log counts, but does not list. */
  missing: number
  /** The mods of a log of a game; null without a list. */
  mods?: FoundMod[] | null
  /** The reader of a log of a game; undefined for a crash log that lists plugins. */
  by?: LogReader
}

/** Reads the logs of a game. */
export interface LogReader {
  /** Matches texts of which every such log has one, at most MAX_SIGN characters long. */
  sign: RegExp
  /** Reads a log by its lines, which have their indents. Null if it is none. */
  read(file: string, lines: readonly string[]): ReadLog | null
}

/** Returns the mods that a log lists. */
export const loggedMods = ({ log }: Input): FoundMods => log?.mods ?? null

/** The mods of a file, by ascending priority; null if it does not list mods, undefined if its syntax is broken. */
export type FoundMods = FoundMod[] | null | undefined

/**
 * Turns mods by ascending priority into entries. If a mod occurs twice, the first one counts. `hasOrder` is false if the
 * file does not say in which order mods load.
 */
export function readFoundMods(file: string, found: readonly FoundMod[], hasOrder: boolean) {
  const dropped = noneDropped()
  const first = { mod: new Map<string, ModEntry>(), separator: new Map(), unmanaged: new Map() }
  const identities = new Map<ModEntry, ModIdentity>()
  const mods: ModEntry[] = []
  for (const mod of found) {
    const { kind = 'mod', name: written, enabled, version = null, source = null, identity, page, folded } = mod
    const name = oneLine(written)
    if (kind === 'separator' ? name.length > NAME_LIMIT : !isName(name)) continue
    const key = identity === undefined ? entryKey({ kind, name }) : `${IDENTITY}${identity}`
    const known = first[kind].get(key)
    if (known !== undefined) {
      drop(dropped, known.name)
      continue
    }
    const entry = entryOf(kind, name, enabled, version, source)
    first[kind].set(key, entry)
    if ((identity ?? page ?? folded) !== undefined) identities.set(entry, mod)
    mods.push(entry)
  }
  return { mods: hasOrder ? placed(mods) : mods, identities, notes: droppedNotes(file, 'duplicate_mods', dropped) }
}

/** Begins the key of an identity. No name begins with it. */
const IDENTITY = '\n'

/** Gives mods the versions and sources that another file has for their names, unless they have one already. */
export function addDetails(mods: readonly ModEntry[], others: readonly ModEntry[]): void {
  const named = new Map<string, Pick<ModEntry, 'version' | 'source'>>()
  for (const { kind, name, version, source } of others) {
    if (kind !== 'mod') continue
    const known = named.get(keyOf(name))
    named.set(keyOf(name), { version: known?.version ?? version, source: known?.source ?? source })
  }
  for (const mod of mods) {
    const details = mod.kind === 'mod' ? named.get(keyOf(mod.name)) : undefined
    mod.version ??= details?.version ?? null
    mod.source ??= details?.source ?? null
  }
}

const MAX_VERSION = 50
const MAX_SOURCE = 500

/** Returns a version as written; null without one. A version that is too long is cut, between characters. */
export function versionOf(value: unknown): string | null {
  const text = textOf(value)
  if (text === '') return null
  return text.length <= MAX_VERSION ? text : text.slice(0, MAX_VERSION).replace(/[\ud800-\udbff]$/, '')
}

/** Returns an http or https address as written; null for anything else, and for an address that is too long. */
export function sourceOf(value: unknown): string | null {
  const text = typeof value === 'string' && isAddress(value) ? oneLine(value) : ''
  return text !== '' && text.length <= MAX_SOURCE ? text : null
}

/**
 * Returns a version that Mod Organizer wrote (versioninfo.cpp). A letter before it only says how it is sorted. A date is
 * written as one.
 */
export function organizerVersion(value: unknown): string | null {
  const text = textOf(value)
  const [, scheme, rest = text] = /^([fnd])(\d.*)$/s.exec(text) ?? []
  const date = scheme === 'd' ? /^(\d{4})\.(\d{1,2})\.(\d{1,2})(?:\.0)?$/.exec(rest) : null
  const [, year = '', month = '', day = ''] = date ?? []
  const isDate = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
  return versionOf(isDate ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : rest)
}

/** Reports whether a text is an http or https address. */
export const isAddress = (text: string): boolean => /^\s*https?:\/\/[^\s/]/i.test(text)

/** Returns the page of a mod on Nexus Mods; null without an id, or for a game that the site does not have. */
export function nexusSource(domain: unknown, id: unknown): string | null {
  const [game, mod] = [textOf(domain), textOf(id)]
  return /^[a-z0-9]{1,100}$/i.test(game) && /^[1-9]\d{0,9}$/.test(mod)
    ? `https://www.nexusmods.com/${game.toLowerCase()}/mods/${mod}`
    : null
}

/** Returns a text or number of a file as text; '' for anything else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? oneLine(value) : typeof value === 'number' ? String(value) : ''

/** Returns a text without control characters and line ends: names, versions and addresses are shown on one line. */
function oneLine(text: string): string {
  if (PLAIN.test(text)) return text
  const trimmed = text.trim()
  return CONTROL.test(trimmed) ? trimmed.replaceAll(CONTROLS, ' ').trim() : trimmed
}

/** ASCII characters without a space at either end. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/

/** Control characters and other ends of lines. */
const CONTROL = /[^ -~\u00a0-\u2027\u202a-\uffff]/
const CONTROLS = /[^ -~\u00a0-\u2027\u202a-\uffff]+/g
