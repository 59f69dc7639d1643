import { keyOf } from '../key.ts'
import type { ModEntry, PluginEntry } from '../schemas.ts'
import { storable } from '../storable.ts'
import { KINDS, MODLIST_RANK } from './kinds.ts'
import { ageRankOf } from './logs/logs.ts'
import { type ProfileFile, partsOf, readLoadOrder } from './read.ts'
import { mayBeStoredLog } from './stored-profile.ts'

/**
 * Stands for the game in addresses of Nexus Mods. Lists of several games may share a file, so the result of reading it
 * must not depend on the list.
 */
const ANY_GAME = '0'
const ANY_GAME_ADDRESS = `https://www.nexusmods.com/${ANY_GAME}/`

/** Returns the address of a mod for lists of a game; null if the site does not have the game. */
export function sourceFor(source: string, domain: string | null): string | null {
  if (!source.startsWith(ANY_GAME_ADDRESS)) return source
  return domain === null ? null : source.replace(`/${ANY_GAME}/`, `/${domain}/`)
}

/** Maximum number of indexed names of a file. It bounds the cost of a file of made-up names. */
export const MAX_INDEXED = 10_000

/** Reports whether the index can take anything from a file: by its name, or as a log, which can have any name. */
export const isIndexed = (name: string, pieces: readonly Uint8Array[]): boolean =>
  partsOf(name).some((part) => part !== 'settings') || mayBeStoredLog(pieces)

/** What the index takes from a file, regardless of its list. */
export interface IndexedFile {
  /** Null if the file does not list mods. */
  mods: IndexedPart | null
  /** Null if the file does not list plugins. A log has this part even if it lists none. */
  plugins: IndexedPart | null
  /** Whether it is a plugins.txt in a code page, which the list's loadorder.txt decides about. */
  isInCodePage: boolean
}

export interface IndexedPart {
  /** The row of KINDS whose reader understood the file. Of several files, the lowest wins. */
  rank: number
  /** Number of entries, including those that are not indexed. */
  entries: number
  /** Number of entries that are on, including those that are not indexed. */
  enabledEntries: number
  /** Whether any line of a plugins.txt has an asterisk. Without one, all plugins are on here, and the game decides. */
  hasMarks: boolean
  /** How new a log is, by ageRankOf; null for other files. */
  logRank: string | null
  /** The first entries in the order of the file's lines, at most MAX_INDEXED. */
  names: IndexedName[]
}

interface IndexedName {
  name: string
  isEnabled: boolean
  version: string | null
  source: string | null
}

export function readIndexedFile(file: ProfileFile, isInCodePage = false): IndexedFile {
  const { mods, plugins, notes, log, pluginSources, ranks } = readLoadOrder([file], {
    domain: ANY_GAME,
    form: 'content',
  })
  // modlist.txt has the highest priority on top.
  const isUpward = ranks.mods !== MODLIST_RANK || notes.some(({ code }) => code === 'order_reversed')
  const named = mods?.filter(({ kind }) => kind === 'mod') ?? null
  return {
    mods: named && partOf(ranks.mods, isUpward ? named : named.toReversed()),
    plugins: log
      ? { ...partOf(KINDS.length, plugins ?? []), logRank: ageRankOf(log) }
      : plugins && partOf(ranks.plugins, plugins, pluginSources.hasAsterisks),
    isInCodePage: isInCodePage && log === null,
  }
}

function partOf(
  rank: number,
  entries: readonly (ModEntry | (PluginEntry & { version?: null; source?: null }))[],
  hasMarks = false,
): IndexedPart {
  const first = entries.slice(0, MAX_INDEXED)
  // Two mods of a collection can have the same name, which has one state in the index.
  const on = new Set(first.flatMap(({ name, enabled }) => (enabled === true ? [keyOf(name)] : [])))
  return {
    rank,
    entries: entries.length,
    enabledEntries: entries.filter(({ enabled }) => enabled === true).length,
    hasMarks,
    logRank: null,
    names: first.map(({ name, version, source }) => ({
      name: storable(name),
      isEnabled: on.has(keyOf(name)),
      version: version ? storable(version) : null,
      source: source ? storable(source) : null,
    })),
  }
}
