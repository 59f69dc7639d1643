import { splitLines } from '../../text/lines.ts'
import { hidePersonal } from '../../text/personal.ts'
import { loadsByDate } from '../games.ts'
import { keyOf } from '../key.ts'
import { cutter } from '../rendering/excerpt.ts'
import type { CrashLog, ModEntry, Note, PluginEntry, Setting } from '../schemas.ts'
import { readSettings } from './kinds.ts'
import { pluginLinesOfLog } from './logs/crash-log.ts'
import { isLog } from './logs/logs.ts'
import { isOfOrganizer, readModlist } from './modlist.ts'
import { type Line, type LineNumber, linesOf, placesOfPlugins } from './plugin-lines.ts'
import { type Part, type ProfileFile, readLoadOrder } from './read.ts'
import { unwrapped } from './unwrap.ts'

/**
 * What a page shows of a list's files. Each line of modlist.txt, plugins.txt, loadorder.txt and ini files appears once:
 * as an entry of a part, with its line number, or among the other lines of its file. Other files appear with all lines.
 * Arrays end at the limits of a page; counts are complete.
 */
export interface Listing {
  /** Null if no file lists mods. */
  mods: { file: string; groups: ModGroup[]; counts: StateCounts } | null
  /** Null if no file lists plugins. `isByDate`: the game goes by the dates of the plugins, which the files do not have. */
  plugins: { entries: ListedPlugin[]; counts: StateCounts; isByDate: boolean } | null
  settings: { file: string; settings: ListedSetting[]; count: number }[]
  notes: Note[]
  /** Null without a log. */
  log: CrashLog | null
  /** The names that the log names, with what the list says of each; empty without a log. */
  named: NamedEntry[]
  files: ListedFile[]
}

export const LISTING_TABS = ['mods', 'plugins', 'settings', 'log', 'files'] as const
export type ListingTab = (typeof LISTING_TABS)[number]

/** Returns the wanted tab if the files have that part, or else the first part that they have. */
export function openTab({ mods, plugins, settings, log }: Listing, wanted: ListingTab | undefined): ListingTab {
  const has = {
    mods: mods !== null,
    plugins: plugins !== null,
    settings: settings.length > 0,
    log: log !== null,
    files: true,
  }
  if (wanted !== undefined && has[wanted]) return wanted
  return LISTING_TABS.find((one) => has[one]) ?? 'files'
}

/**
 * Returns a listing with only the rows of the open tab, since a page shows no others. Numbers stay those of everything.
 */
export function withRowsOf(listing: Listing, wanted: ListingTab | undefined): Listing {
  const { mods, plugins, settings, files } = listing
  const tab = openTab(listing, wanted)
  return {
    ...listing,
    mods: mods && (tab === 'mods' ? mods : { ...mods, groups: [] }),
    plugins: plugins && (tab === 'plugins' ? plugins : { ...plugins, entries: [] }),
    settings: tab === 'settings' ? settings : settings.map((one) => ({ ...one, settings: [] })),
    files: tab === 'files' ? files : files.map((file) => ({ ...file, runs: [] })),
  }
}

/** The entries under a separator, by ascending priority. */
export interface ModGroup {
  /** Null for the entries of lower priority than the first separator. */
  separator: ListedMod | null
  entries: ListedMod[]
}

export interface ListedMod extends Omit<ModEntry, 'separator'> {
  /** The line of modlist.txt; undefined if another file lists the mods. */
  line?: LineNumber
}

export interface ListedPlugin extends PluginEntry {
  /** The line that determines its place; undefined if it is the line that determines its state. */
  order?: Line
  /** The line that determines its state. */
  state?: Line
}

export interface ListedSetting extends Setting {
  line: LineNumber
}

/** A name that a log names. */
export interface NamedEntry {
  name: string
  /** Version of a DLL; null if the log has none, and for plugins and mods. */
  version: string | null
  /** What the list says of a plugin or a mod; null if it is on, or if the list can't tell. */
  state: 'off' | 'missing' | null
  /** The line of the plugin in the list. */
  line?: Line
}

/** Numbers of entries, including those beyond the limits of the page. Separators do not count. */
export interface StateCounts {
  on: number
  off: number
  /** Number of entries without a state, or with an unknown one. */
  other: number
}

export interface ListedFile {
  name: string
  count: number
  /** The part of the load order that the file belongs to. */
  part?: Part
  /** Runs of consecutive lines that are not entries of the part, in the order of the file. */
  runs: { from: LineNumber; lines: string[] }[]
  /** Whether some of these lines are beyond the limits of the page. */
  isCut: boolean
}

/** Limits of a page. Real profiles stay far below them. */
const MAX_LINES = 20_000
const MAX_CHARACTERS = 2 * 2 ** 20

/** Reads what a page shows. `domain` is the list's game in addresses of Nexus Mods. */
export function readListing(files: readonly ProfileFile[], domain: string | null = null): Listing {
  const { mods, plugins, settings, notes, log, origins, pluginSources } = readLoadOrder(files, { domain })
  const split = files.map(({ name, text }) => splitFile(name, text))
  const readFiles = split.map(({ name, read }) => ({ name, lines: read }))
  const takeFirst = cutter(MAX_LINES, MAX_CHARACTERS)
  const orderLines = placesOfPlugins(readFiles, 'loadorder.txt')
  const stateLines = placesOfPlugins(readFiles, 'plugins.txt')

  /** Returns the numbers of the lines that are entries of a part, in the order of the part. */
  const entryLinesOf = ({ name, part, read: lines }: (typeof split)[number]): readonly LineNumber[] => {
    if (part === 'mods') return readModlist(name, lines).lineNumbers
    if (part === 'settings') return readSettings(name, lines)?.lineNumbers ?? []
    return part === undefined
      ? []
      : [...(name === orderLines.file ? [orderLines.first] : [stateLines.first, stateLines.last])].flatMap(
          (numbers) => [...numbers.values()],
        )
  }
  const ofLog = split.find(({ name }) => name === origins.plugins)
  const logLines = pluginSources.lightInLog && ofLog ? pluginLinesOfLog(ofLog.name, ofLog.read) : undefined
  const placeOf = (plugin: PluginEntry) => {
    const order = logLines?.get(keyOf(plugin.name))
    return order === undefined ? linesOf(plugin, orderLines, stateLines) : { order }
  }
  const entryLines = new Map(split.map((file) => [file.name, entryLinesOf(file)]))
  const lineOf = (plugin: PluginEntry) => {
    const { order, state } = placeOf(plugin)
    return order ?? state
  }
  return {
    mods: mods && {
      file: origins.mods ?? '',
      groups: groupsOf(takeFirst(mods, textOf), entryLines.get(origins.mods ?? '') ?? []),
      counts: countStates(mods.filter(({ kind }) => kind !== 'separator')),
    },
    plugins: plugins && {
      entries: takeFirst(plugins, textOf).map((plugin) => ({ ...plugin, ...placeOf(plugin) })),
      counts: countStates(plugins),
      isByDate: loadsByDate(domain) && pluginSources.ordered === null && pluginSources.unstated !== null,
    },
    settings: settings.map(({ file, settings }) => ({
      file,
      settings: takeFirst(settings, ({ section, key, value }) => section + key + value).map((setting, at) => ({
        ...setting,
        line: entryLines.get(file)?.[at] ?? 0,
      })),
      count: settings.length,
    })),
    notes,
    log,
    named: log === null ? [] : namedEntries(log, mods, plugins, lineOf),
    files: split.map(({ name, part, lines }) => {
      const others = otherLines(lines, part && new Set(entryLines.get(name)))
      const taken = takeFirst(others, ({ text }) => text)
      return {
        name,
        count: lines.length,
        ...(part !== undefined && { part }),
        runs: runsOf(taken),
        isCut: taken.length < others.length,
      }
    }),
  }
}

/** Returns what a list says of the names in its log: plugins first, then DLLs, then mods. */
export function namedEntries(
  { named, extender_plugins }: CrashLog,
  mods: readonly ModEntry[] | null,
  plugins: readonly PluginEntry[] | null,
  lineOf: (plugin: PluginEntry) => Line | undefined,
): NamedEntry[] {
  const versions = new Map(extender_plugins?.map(({ name, version }) => [keyOf(name), version]))
  const stateIn = <Entry extends { name: string; enabled: boolean | null }>(entries: readonly Entry[] | null) => {
    const byKey = new Map(entries?.map((entry) => [keyOf(entry.name), entry]))
    return (name: string): { entry: Entry | undefined; state: NamedEntry['state'] } => {
      const entry = byKey.get(keyOf(name))
      if (entry !== undefined) return { entry, state: entry.enabled === false ? 'off' : null }
      return { entry, state: entries === null ? null : 'missing' }
    }
  }
  const pluginState = stateIn(plugins)
  const modState = stateIn(mods?.filter(({ kind }) => kind !== 'separator') ?? null)
  return [
    ...named.plugins.map((name) => {
      const { entry, state } = pluginState(name)
      const line = entry && lineOf(entry)
      return { name, version: null, state, ...(line !== undefined && { line }) }
    }),
    ...named.dlls.map((name) => ({ name, version: versions.get(keyOf(name)) ?? null, state: null })),
    ...named.mods.map((name) => ({ name, version: null, state: modState(name).state })),
  ]
}

const textOf = ({ name, version, source }: { name: string; version?: string | null; source?: string | null }) =>
  name + (version ?? '') + (source ?? '')

/** Splits a file into the lines that a page shows, and those that are read. The lines of a log are no entries, and hide personal data. */
function splitFile(name: string, text: string) {
  const isOfLog = isLog(text)
  const lines = splitLines(text)
  const read = splitLines(unwrapped(text))
  return {
    name,
    part: isOfLog ? undefined : partOfLines(name, read),
    lines: isOfLog ? lines.map(hidePersonal) : lines,
    read,
  }
}

/** Returns the part whose entries are lines of a file. */
function partOfLines(name: string, lines: readonly string[]): Part | undefined {
  if (/^modlist\.txt$/i.test(name)) return isOfOrganizer(lines) ? 'mods' : undefined
  if (/^(plugins|loadorder)\.txt$/i.test(name)) return 'plugins'
  return /\.ini$/i.test(name) ? 'settings' : undefined
}

function groupsOf(mods: readonly ModEntry[], numbers: readonly LineNumber[]): ModGroup[] {
  const groups: ModGroup[] = []
  mods.forEach((entry, at) => {
    const { kind, name, enabled, priority, version, source } = entry
    const line = numbers[at]
    const listed = { kind, name, enabled, priority, version, source, ...(line !== undefined && { line }) }
    if (entry.kind === 'separator') groups.push({ separator: listed, entries: [] })
    else if (groups.length === 0) groups.push({ separator: null, entries: [listed] })
    else groups.at(-1)?.entries.push(listed)
  })
  return groups
}

function countStates(entries: readonly { enabled: boolean | null }[]): StateCounts {
  const counts = { on: 0, off: 0, other: 0 }
  for (const { enabled } of entries) counts[enabled === null ? 'other' : enabled ? 'on' : 'off']++
  return counts
}

interface OtherLine {
  number: LineNumber
  text: string
}

/**
 * Returns the lines of a file that are not entries of a part. Empty lines are left out if the file belongs to a part.
 */
function otherLines(lines: readonly string[], entered: ReadonlySet<LineNumber> | undefined): OtherLine[] {
  const others: OtherLine[] = []
  lines.forEach((text, at) => {
    const number = at + 1
    if (entered === undefined || (!entered.has(number) && text.trim() !== '')) others.push({ number, text })
  })
  return others
}

function runsOf(lines: readonly OtherLine[]): ListedFile['runs'] {
  const runs: ListedFile['runs'] = []
  let next = 0
  for (const { number, text } of lines) {
    if (number === next) runs.at(-1)?.lines.push(text)
    else runs.push({ from: number, lines: [text] })
    next = number + 1
  }
  return runs
}
