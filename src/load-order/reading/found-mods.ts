import { isName } from '../key.ts'
import { firstOccurrences, type LoadOrderNames } from '../names.ts'
import type { ModEntry, Note } from '../schemas.ts'
import { placed } from './modlist.ts'
import { drop, droppedNotes, noneDropped } from './notes.ts'

/** A file to read. */
export interface Input {
  /** The clean name. */
  file: string
  text: string
  lines: readonly string[]
  names: LoadOrderNames
  /** The list's game in addresses of Nexus Mods; null if the game is unknown, or not on the site. */
  domain: string | null
}

/** A mod as a file other than modlist.txt names it. */
export interface FoundMod {
  name: string
  kind?: 'mod' | 'separator'
  enabled: boolean
  version?: string | null
  source?: string | null
}

/** What a file says about mods; null if it is not a list of mods after all. */
export interface ReadMods {
  mods: ModEntry[] | null
  notes: Note[]
}

/** Turns mods by ascending priority into entries. If a name comes again, its first mod counts. */
export function readFoundMods(file: string, found: readonly FoundMod[], names: LoadOrderNames): ReadMods {
  const dropped = noneDropped()
  const firstOf = {
    mod: firstOccurrences(names.mod, found.length),
    separator: firstOccurrences(names.separator, found.length),
  }
  const mods: ModEntry[] = []
  for (const { name: written, kind = 'mod', enabled, version = null, source = null } of found) {
    const name = oneLine(written)
    if (!isName(name) && kind === 'mod') continue
    const first = mods[firstOf[kind](name, mods.length)]
    if (first !== undefined) drop(dropped, first.name)
    else if (kind === 'mod') mods.push({ kind, name, enabled, priority: 0, separator: null, version, source })
    else mods.push({ kind, name, enabled: null, priority: 0, separator: null, version: null, source: null })
  }
  return { mods: placed(mods), notes: droppedNotes(file, 'duplicate_mods', dropped) }
}

/** What is said about a file that is not a list of mods. */
export const NO_MODS: ReadMods = { mods: null, notes: [] }

/** What is said about a file whose syntax is broken. */
export const unreadableMods = (file: string): ReadMods => ({
  mods: null,
  notes: [{ file, code: 'unreadable', count: 1, names: [] }],
})

const MAX_VERSION = 50
const MAX_SOURCE = 500

/** Returns a version as written; null without one. A version that is too long is cut, between characters. */
export function versionOf(value: unknown): string | null {
  const text = textOf(value)
  return text === '' ? null : text.slice(0, MAX_VERSION).replace(/[\ud800-\udbff]$/, '')
}

/** Returns an http or https address as written; null for anything else, and for an address that is too long. */
export function sourceOf(value: unknown): string | null {
  const text = textOf(value)
  return /^https?:\/\/[^\s/]/i.test(text) && text.length <= MAX_SOURCE ? text : null
}

/** Returns the page of a mod on Nexus Mods; null without an id, or for a game that the site does not have. */
export function nexusSource(domain: unknown, id: unknown): string | null {
  const [game, mod] = [textOf(domain), textOf(id)]
  return /^[a-z0-9]{1,100}$/i.test(game) && /^[1-9]\d{0,9}$/.test(mod)
    ? `https://www.nexusmods.com/${game.toLowerCase()}/mods/${mod}`
    : null
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? oneLine(value) : typeof value === 'number' ? String(value) : ''

/** A name, a version and an address each stand on one line, wherever they are shown. */
function oneLine(text: string): string {
  const trimmed = text.trim()
  return CONTROL.test(trimmed) ? trimmed.replaceAll(CONTROLS, ' ').trim() : trimmed
}

const CONTROL = /[\p{Cc}\u2028\u2029]/u
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu
