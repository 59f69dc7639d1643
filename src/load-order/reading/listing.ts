import { splitLines } from '../../text/lines.ts'
import type { FileSettings, LoadOrder, ModEntry, Note, PluginEntry } from '../schemas.ts'
import { readModlist } from './modlist.ts'
import { type ProfileFile, partOf, readLoadOrder } from './read.ts'

/** What a page shows of a list's files: as much of it as a page holds, and the number of each line. */
export interface Listing {
  /** Null without modlist.txt. */
  mods: { file: string; groups: ModGroup[]; counts: StateCounts } | null
  plugins: { entries: PluginEntry[]; counts: StateCounts } | null
  settings: (FileSettings & { count: number })[]
  notes: Note[]
  files: ListedFile[]
}

/** The entries under a separator, by ascending priority without a gap. */
export interface ModGroup {
  /** Null for those above the first separator. */
  separator: ListedMod | null
  entries: ListedMod[]
}

export interface ListedMod extends Omit<ModEntry, 'separator'> {
  /** The number of its line in the file, from 1. */
  line: number
}

/** How many entries there are, on the page or not; separators are none. */
export interface StateCounts {
  on: number
  off: number
  /** Whose state is not known, or that have none. */
  other: number
}

export interface ListedFile {
  name: string
  /** How many lines the file has. */
  count: number
  /** Whether lines are left out that are entries of the mods. */
  isListed: boolean
  /** Lines that follow one another, in the file's order. */
  runs: { from: number; lines: string[] }[]
  /** Whether lines are left out that no page has room for. */
  isCut: boolean
}

/** Nobody's profile comes near; what a page has no room for is in the files themselves. */
const MOST_LINES = 20_000
const MOST_CHARACTERS = 2 * 2 ** 20

export function readListing(files: readonly ProfileFile[]): Listing {
  const { mods, plugins, settings, notes } = readLoadOrder(files)
  const hasRoom = roomFor(MOST_LINES, MOST_CHARACTERS)
  const first = <Entry>(entries: readonly Entry[], textOf: (entry: Entry) => string) =>
    entries.slice(
      0,
      fitting(entries, (entry) => hasRoom(textOf(entry))),
    )
  const nameOf = ({ name }: { name: string }) => name

  const modlist = files.find(({ name }) => partOf(name) === 'mods')
  const numbers = modlist === undefined ? [] : readModlist(modlist.name, splitLines(modlist.text)).lineNumbers
  const shownMods = first(mods ?? [], nameOf)
  return {
    mods: modsOf(modlist?.name ?? '', mods, shownMods, numbers),
    plugins: plugins && { entries: first(plugins, nameOf), counts: countStates(plugins) },
    settings: settings.map(({ file, settings }) => ({
      file,
      settings: first(settings, ({ section, key, value }) => section + key + value),
      count: settings.length,
    })),
    notes,
    files: files.map((file) => listedFile(file, file === modlist ? new Set(numbers) : undefined, hasRoom)),
  }
}

function modsOf(
  file: string,
  mods: LoadOrder['mods'],
  shown: readonly ModEntry[],
  numbers: readonly number[],
): Listing['mods'] {
  if (mods === null) return null
  const groups: ModGroup[] = []
  shown.forEach(({ separator: _, ...entry }, at) => {
    const listed = { ...entry, line: numbers[at] ?? 0 }
    if (entry.kind === 'separator') groups.push({ separator: listed, entries: [] })
    else if (groups.length === 0) groups.push({ separator: null, entries: [listed] })
    else groups.at(-1)?.entries.push(listed)
  })
  return { file, groups, counts: countStates(mods.filter(({ kind }) => kind !== 'separator')) }
}

function countStates(entries: readonly { enabled: boolean | null }[]): StateCounts {
  const counts = { on: 0, off: 0, other: 0 }
  for (const { enabled } of entries) counts[enabled === null ? 'other' : enabled ? 'on' : 'off']++
  return counts
}

/** A file's lines. Those in `listed` stand elsewhere on the page; what is then left of a file has no empty lines. */
function listedFile(
  { name, text }: ProfileFile,
  listed: ReadonlySet<number> | undefined,
  hasRoom: (text: string) => boolean,
): ListedFile {
  const lines = splitLines(text)
  const runs: ListedFile['runs'] = []
  let last = 0
  let isCut = false
  for (const [at, line] of lines.entries()) {
    const number = at + 1
    if (listed !== undefined && (listed.has(number) || line.trim() === '')) continue
    if (!hasRoom(line)) {
      isCut = true
      break
    }
    if (number === last + 1 && runs.length > 0) runs.at(-1)?.lines.push(line)
    else runs.push({ from: number, lines: [line] })
    last = number
  }
  return { name, count: lines.length, isListed: listed !== undefined, runs, isCut }
}

function roomFor(maxLines: number, maxCharacters: number): (text: string) => boolean {
  let lines = maxLines
  let characters = maxCharacters
  return (text) => {
    lines--
    characters -= text.length
    return lines >= 0 && characters >= 0
  }
}

/** How many of the first entries fit. */
function fitting<Entry>(entries: readonly Entry[], fits: (entry: Entry) => boolean): number {
  const end = entries.findIndex((entry) => !fits(entry))
  return end === -1 ? entries.length : end
}
