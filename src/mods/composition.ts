import type { ListCounts } from '../lists/counts/queries.ts'
import { addsDetails } from '../load-order/reading/kinds.ts'
import type { PluginForm } from '../load-order/reading/plugin-form.ts'

// Combines the stored readings of a list's files into the names that the list holds. test/mods/composition.test.ts
// checks that the result equals that of reading all files together.

/** The reading of a file: its mods or its plugins, as stored in file_readings. */
export interface FilePart {
  /** The clean name. */
  file: string
  plugin: boolean
  /** The row of KINDS whose reader understood the file. */
  rank: number
  entries: number
  enabledEntries: number
  hasMarks: boolean
  /** How new a log is (ageRankOf in src/load-order/reading/logs/logs.ts); null for other files. */
  logRank: string | null
  /** Ids of the names that are on. */
  enabled: readonly number[]
  /** Ids of the other names. */
  disabled: readonly number[]
  /** Ids of details. */
  details: readonly number[]
}

/** A detail of a name in a file: another spelling, a version or a source. */
export interface Detail {
  id: number
  nameId: number
  type: 'spelling' | 'version' | 'source'
}

export interface HeldNames extends ListCounts {
  enabled: number[]
  disabled: number[]
  details: number[]
}

interface Names {
  entries: number
  enabledEntries: number
  enabled: Set<number>
  disabled: Set<number>
  details: Detail[]
}

/**
 * Returns the names that a list holds. `parts` are in the order of the list's files. `form` says how the list's game
 * writes plugins.txt.
 */
export function heldNames(
  parts: readonly FilePart[],
  details: ReadonlyMap<number, Detail>,
  form: PluginForm,
): HeldNames {
  const ofPart = (plugin: boolean) =>
    parts
      .filter((part) => part.plugin === plugin)
      .toSorted((one, other) => one.rank - other.rank)
      .map((part) => namesOf(stated(part, form), details))
  const mods = modsOf(ofPart(false))
  const plugins = pluginsOf(ofPart(true))
  const held = [mods, plugins].filter((names) => names !== null)
  return {
    mods: mods?.entries ?? null,
    modsEnabled: mods?.enabledEntries ?? null,
    plugins: plugins?.entries ?? null,
    pluginsEnabled: plugins?.enabledEntries ?? null,
    enabled: ascending(held.flatMap(({ enabled }) => [...enabled])),
    disabled: ascending(held.flatMap(({ disabled }) => [...disabled])),
    details: ascending(held.flatMap(({ details }) => details.map(({ id }) => id))),
  }
}

export const ascending = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other)

/** Reports whether a file is a text of this name. A log is read as nothing else, whatever its name. */
const isNamed = ({ file, logRank }: Pick<FilePart, 'file' | 'logRank'>, name: string): boolean =>
  logRank === null && file.toLowerCase() === name

/** Returns a part with its plugins off if it is a plugins.txt without an asterisk, of a game that marks what is on. */
function stated(part: FilePart, form: PluginForm): FilePart {
  const isOff = part.plugin && isNamed(part, 'plugins.txt') && form === 'asterisks' && !part.hasMarks
  if (!isOff) return part
  return { ...part, enabledEntries: 0, enabled: [], disabled: [...part.enabled, ...part.disabled] }
}

type NamesOfFile = Names & Pick<FilePart, 'file' | 'rank' | 'logRank'>

function namesOf(part: FilePart, details: ReadonlyMap<number, Detail>): NamesOfFile {
  return {
    file: part.file,
    rank: part.rank,
    logRank: part.logRank,
    entries: part.entries,
    enabledEntries: part.enabledEntries,
    enabled: new Set(part.enabled),
    disabled: new Set(part.disabled),
    details: part.details.flatMap((id) => details.get(id) ?? []),
  }
}

/** Returns the mods of the first file, with versions and sources of those of the other files that add them to it. */
function modsOf([first, ...others]: readonly NamesOfFile[]): Names | null {
  if (first === undefined) return null
  const isHeld = ({ nameId }: Detail) => first.enabled.has(nameId) || first.disabled.has(nameId)
  const adding = others.filter(({ rank }) => addsDetails(rank, first))
  if (adding.length === 0) return first
  const added = adding.flatMap(({ details }) =>
    details.filter((detail) => detail.type !== 'spelling' && isHeld(detail)),
  )
  return { ...first, details: firstOfEach([...first.details, ...added]) }
}

/**
 * Returns the plugins of loadorder.txt and plugins.txt, on if plugins.txt says so; without these, the plugins of the
 * first file. Those of a log count only if no other file lists plugins.
 */
function pluginsOf(files: readonly NamesOfFile[]): Names | null {
  const order = files.find((file) => isNamed(file, 'loadorder.txt'))
  const states = files.find((file) => isNamed(file, 'plugins.txt'))
  if (order === undefined || states === undefined)
    return order ?? states ?? files.find(({ logRank }) => logRank === null) ?? pluginsOfLog(files)
  const isOrdered = (id: number) => order.enabled.has(id) || order.disabled.has(id)
  const enabled = states.enabled
  const all = new Set([...order.enabled, ...order.disabled, ...states.enabled, ...states.disabled])
  return {
    entries: all.size,
    enabledEntries: states.enabledEntries,
    enabled,
    disabled: new Set([...all].filter((id) => !enabled.has(id))),
    details: [...order.details, ...states.details.filter(({ nameId }) => !isOrdered(nameId))],
  }
}

/** Returns the plugins of the log that counts: the newest one, even if it lists none. */
function pluginsOfLog(logs: readonly NamesOfFile[]): Names | null {
  let newest: NamesOfFile | undefined
  for (const log of logs) if (newest === undefined || (log.logRank ?? '') > (newest.logRank ?? '')) newest = log
  return newest === undefined || newest.entries === 0 ? null : newest
}

/** Returns the first detail of each type for each name. */
function firstOfEach(details: readonly Detail[]): Detail[] {
  const first = new Map<string, Detail>()
  for (const detail of details) {
    const key = `${detail.nameId} ${detail.type}`
    if (!first.has(key)) first.set(key, detail)
  }
  return [...first.values()]
}
