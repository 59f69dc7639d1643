import { isName, NAME_LIMIT } from '../key.ts'
import { firstOccurrences, type LoadOrderNames } from '../names.ts'
import type { ModEntry, Note } from '../schemas.ts'
import { entryOf, placed } from './modlist.ts'
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
  /** Whether the sources of mods are needed. */
  withSources: boolean
  /** The mods of modlist.txt, to which other files add details; null if the file is missing, or not read yet. */
  readonly modlist: ModEntry[] | null
}

/** A mod as a file other than modlist.txt names it. */
export interface FoundMod {
  name: string
  enabled: boolean
  version?: string | null
  source?: string | null
}

/** The mods of a file; null if it does not list mods. */
export interface ReadMods {
  mods: ModEntry[] | null
  notes: Note[]
}

/** Turns mods by ascending priority into entries. If a name occurs twice, the first mod counts. */
export function readFoundMods(input: Input, found: readonly FoundMod[]): ReadMods {
  const collected = collectMods(input)
  for (const { name, enabled, version = null, source = null } of found) collected.add(name, enabled, version, source)
  return collected.end()
}

/**
 * Collects the mods of a file, by ascending priority. If the list has modlist.txt, its mods are the entries, and the
 * file only adds versions and sources that earlier files did not have. Otherwise the mods of the file become entries.
 */
export function collectMods({ file, names, modlist }: Input) {
  const dropped = noneDropped()
  const placeOf = firstOccurrences(names.mod, modlist?.length)
  const placeOfSeparator = firstOccurrences(names.separator)
  const spellings: (string | undefined)[] = (modlist ?? []).map(() => undefined)
  const versions: (string | null)[] = (modlist ?? []).map(() => null)
  const sources = [...versions]
  const mods: ModEntry[] = []
  modlist?.forEach(({ kind, name }, at) => {
    if (kind === 'mod') placeOf(name, at)
  })

  return {
    add(written: string, enabled: boolean, version: string | null, source: string | null): void {
      const name = oneLine(written)
      if (!isName(name)) return
      const at = placeOf(name, spellings.length)
      const first = spellings[at]
      if (first !== undefined) {
        drop(dropped, first)
        return
      }
      spellings[at] = name
      if (modlist === null) {
        mods.push({ kind: 'mod', name, enabled, priority: 0, separator: null, version, source })
      } else if (at < modlist.length) {
        versions[at] = version
        sources[at] = source
      }
    },

    addSeparator(written: string): void {
      const name = oneLine(written)
      if (modlist !== null || name.length > NAME_LIMIT) return
      const first = mods[placeOfSeparator(name, mods.length)]
      if (first !== undefined) drop(dropped, first.name)
      else mods.push(entryOf('separator', name, null))
    },

    end(): ReadMods {
      modlist?.forEach((mod, at) => {
        mod.version ??= versions[at] ?? null
        mod.source ??= sources[at] ?? null
      })
      return { mods: placed(mods), notes: droppedNotes(file, 'duplicate_mods', dropped) }
    },
  }
}

/** The result for a file that does not list mods. */
export const NO_MODS: ReadMods = { mods: null, notes: [] }

/** The result for a file with broken syntax. */
export const unreadableMods = (file: string): ReadMods => ({
  mods: null,
  notes: [{ file, code: 'unreadable', count: 1, names: [] }],
})

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

/** Reports whether a text is an http or https address. */
export const isAddress = (text: string): boolean => /^\s*https?:\/\/[^\s/]/i.test(text)

/** Returns the page of a mod on Nexus Mods; null without an id, or for a game that the site does not have. */
export function nexusSource(domain: unknown, id: unknown): string | null {
  const [game, mod] = [textOf(domain), textOf(id)]
  return /^[a-z0-9]{1,100}$/i.test(game) && /^[1-9]\d{0,9}$/.test(mod)
    ? `https://www.nexusmods.com/${game.toLowerCase()}/mods/${mod}`
    : null
}

const textOf = (value: unknown): string =>
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
