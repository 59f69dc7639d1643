import { createLoadOrderNames } from '../names.ts'
import type { ModEntry, PluginEntry } from '../schemas.ts'
import { storable } from '../storable.ts'
import { KINDS, type Part, READERS_VERSION } from './kinds.ts'
import { type ProfileFile, readLoadOrder } from './read.ts'

/** The version of what the index takes from files. Files that were read with another one are read again. */
export const INDEX_VERSION = READERS_VERSION

/**
 * Stands for the game of the list in addresses of Nexus Mods: what is read in a file does not depend on the list, and lists of
 * several games may share the file.
 */
const ANY_GAME = '0'
const ANY_GAME_ADDRESS = `https://www.nexusmods.com/${ANY_GAME}/`

/** Returns the address of a mod for lists of a game; null if the site does not have the game. */
export function sourceFor(source: string, domain: string | null): string | null {
  if (!source.startsWith(ANY_GAME_ADDRESS)) return source
  return domain === null ? null : source.replace(`/${ANY_GAME}/`, `/${domain}/`)
}

/** Returns the rank of a file among those that list mods, or plugins: the lowest one takes precedence. */
export const rankOf = (file: string, part: Part): number =>
  KINDS.findIndex((kind) => kind.part === part && kind.name.test(file))

/** Of a file, so many names are indexed. A list of made-up names costs no more than its bytes cost. */
export const MAX_INDEXED = 10_000

/** What the index takes from a file, whatever list it belongs to. */
export interface IndexedFile {
  /** Null if the file says nothing about mods, or about plugins. */
  mods: IndexedPart | null
  plugins: IndexedPart | null
}

export interface IndexedPart {
  /** All entries, and those that are on. */
  entries: number
  enabledEntries: number
  /** The first ones in the order of the file's lines. */
  names: IndexedName[]
}

export interface IndexedName {
  name: string
  isEnabled: boolean
  version: string | null
  source: string | null
}

export function readIndexedFile(file: ProfileFile): IndexedFile {
  const { mods, plugins, notes } = readLoadOrder([file], createLoadOrderNames(), { domain: ANY_GAME })
  // modlist.txt has the highest priority on top.
  const isUpward = !/^modlist\.txt$/i.test(file.name) || notes.some(({ code }) => code === 'order_reversed')
  const named = mods?.filter(({ kind }) => kind === 'mod') ?? null
  return {
    mods: named && partOf(isUpward ? named : named.toReversed()),
    plugins: plugins && partOf(plugins),
  }
}

function partOf(entries: readonly (PluginEntry & Partial<ModEntry>)[] | readonly ModEntry[]): IndexedPart {
  return {
    entries: entries.length,
    enabledEntries: entries.filter(({ enabled }) => enabled === true).length,
    names: entries.slice(0, MAX_INDEXED).map(({ name, enabled, ...rest }) => ({
      name: storable(name),
      isEnabled: enabled === true,
      version: 'version' in rest && rest.version != null ? storable(rest.version) : null,
      source: 'source' in rest && rest.source != null ? storable(rest.source) : null,
    })),
  }
}
