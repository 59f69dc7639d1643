import { storable } from '../../text/storable.ts'
import { crashKey } from '../comparing/log-changes.ts'
import { keyOf } from '../key.ts'
import type { ModEntry, PluginEntry } from '../schemas.ts'
import { partsOf, readLoadOrder } from './read.ts'
import { mayBeStoredLog, type StoredProfile, storedProfile } from './stored-profile.ts'

/** Maximum number of mods, and of plugins, that the index takes from a list. It bounds the cost of made-up names. */
export const MAX_INDEXED = 10_000

/** Reports whether the index can take anything from a file: by its name, or as a log, which can have any name. */
export const isIndexed = (name: string, pieces: readonly Uint8Array[]): boolean =>
  partsOf(name).some((part) => part !== 'settings') || mayBeStoredLog(pieces)

/** What the index takes from the files of a list. */
export interface IndexedNames {
  /** Null if no file lists mods. */
  mods: IndexedPart | null
  /** Null if no file lists plugins. */
  plugins: IndexedPart | null
  /** Names the place of the crash in the log; null if it is unknown. */
  crashPlace: string | null
}

export interface IndexedPart {
  /** Number of entries, including those that are not indexed. */
  entries: number
  /** Number of entries that are on, including those that are not indexed. */
  enabledEntries: number
  /** The first entries in the order of the file's lines, at most MAX_INDEXED. */
  names: IndexedName[]
}

export interface IndexedName {
  name: string
  isEnabled: boolean
  version: string | null
  source: string | null
}

/** Reads the files of a list for the index. `domain` is the list's game in addresses of Nexus Mods. */
export function readIndexedNames(profile: StoredProfile, domain: string | null): IndexedNames {
  const files = storedProfile(profile).filter((_, at) => {
    const content = profile.files[at]
    return content !== undefined && isIndexed(profile.names[at] ?? '', [content])
  })
  const { mods, plugins, notes, modlist, log } = readLoadOrder(files, { domain })
  // modlist.txt has the highest priority on top.
  const isUpward = modlist === null || notes.some(({ code }) => code === 'order_reversed')
  const place = log && crashKey(log)
  const named = mods?.filter(({ kind }) => kind === 'mod') ?? null
  return {
    mods: named && partOf(isUpward ? named : named.toReversed()),
    plugins: plugins && partOf(plugins),
    crashPlace: place && storable(place),
  }
}

function partOf(entries: readonly (ModEntry | (PluginEntry & { version?: null; source?: null }))[]): IndexedPart {
  const first = entries.slice(0, MAX_INDEXED)
  // Two mods of a collection can have the same name, which has one state in the index.
  const on = new Set(first.flatMap(({ name, enabled }) => (enabled === true ? [keyOf(name)] : [])))
  return {
    entries: entries.length,
    enabledEntries: entries.filter(({ enabled }) => enabled === true).length,
    names: first.map(({ name, version, source }) => ({
      name: storable(name),
      isEnabled: on.has(keyOf(name)),
      version: version ? storable(version) : null,
      source: source ? storable(source) : null,
    })),
  }
}
