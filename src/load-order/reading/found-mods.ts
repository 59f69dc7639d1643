import { isName, keyOf, NAME_LIMIT } from '../key.ts'
import type { ModEntry, Note } from '../schemas.ts'
import { entryOf, placed } from './modlist.ts'
import { drop, droppedNotes, noneDropped } from './notes.ts'

/** A file to read. */
export interface Input {
  /** The clean name. */
  file: string
  text: string
  /** The list's game in addresses of Nexus Mods; null if the game is unknown, or not on the site. */
  domain: string | null
  /** Whether the sources of mods are needed. */
  withSources: boolean
  /** Notes on the file, to which readers add. */
  notes: Note[]
}

/** A mod as a file other than modlist.txt names it. */
export interface FoundMod {
  kind?: 'mod' | 'separator'
  name: string
  /** Null for separators. */
  enabled: boolean | null
  version?: string | null
  source?: string | null
}

/** The mods of a file, by ascending priority; null if it does not list mods, undefined if its syntax is broken. */
export type FoundMods = FoundMod[] | null | undefined

/**
 * Turns mods by ascending priority into entries. If a name occurs twice, the first mod counts. If the list has
 * modlist.txt, its mods get the versions and sources that earlier files did not have.
 */
export function readFoundMods(file: string, found: readonly FoundMod[], modlist: readonly ModEntry[] | null) {
  const dropped = noneDropped()
  const entries = { mod: new Map<string, ModEntry>(), separator: new Map<string, ModEntry>() }
  const mods: ModEntry[] = []
  for (const { kind = 'mod', name: written, enabled, version = null, source = null } of found) {
    const name = oneLine(written)
    const isKept = kind === 'mod' ? isName(name) : modlist === null && name.length <= NAME_LIMIT
    if (!isKept) continue
    const first = entries[kind].get(keyOf(name))
    if (first !== undefined) drop(dropped, first.name)
    else {
      const entry = { ...entryOf(kind, name, enabled), version, source }
      entries[kind].set(keyOf(name), entry)
      mods.push(entry)
    }
  }
  for (const mod of modlist ?? []) {
    const details = mod.kind === 'mod' ? entries.mod.get(keyOf(mod.name)) : undefined
    mod.version ??= details?.version ?? null
    mod.source ??= details?.source ?? null
  }
  return { mods: placed(mods), notes: droppedNotes(file, 'duplicate_mods', dropped) }
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
