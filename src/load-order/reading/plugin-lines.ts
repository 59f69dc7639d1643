import { isName, isPlugin, keyOf } from '../key.ts'
import { isWrapped } from './unwrap.ts'

/*
 * The lines of plugins.txt and loadorder.txt. Tools and people copy load orders with something before each name, such as
 * the index of the plugin or a check box. As some plugins really have such names, it is only taken off if enough lines
 * have it, and indexes only if they count up.
 */

/** The files whose lines are plugins. */
export type PluginFileName = 'plugins.txt' | 'loadorder.txt'

/** Returns the plugin that a line names; undefined if it names none. */
export type PluginReader = (line: string) => string | undefined

/** How the lines of a file are read. */
export interface PluginLines {
  pluginOf: PluginReader
  /** Returns the state that a copied line says: null for a merged plugin, undefined if an asterisk or the file decides. */
  stateOf: (line: string) => boolean | null | undefined
  /** Whether lines can be changed as in a file that is no copy. */
  isWritable: boolean
}

/** Returns the plugin that a line of loadorder.txt without a prefix names; undefined if it names none. */
export const orderedPlugin: PluginReader = (line) => pluginOf(line.trim())

/** Returns the plugin that a line of plugins.txt names, with or without an asterisk; undefined if it names none. */
export const statedPlugin: PluginReader = (line) => {
  const text = line.trim()
  return text.startsWith('*') ? pluginOf(text.slice(1).trim(), false) : pluginOf(text)
}

/** What copied lines have before the names of plugins. */
type Prefixes = 'none' | 'switches' | 'indexes' | 'indexes of active plugins' | 'numbers' | 'boxes'

const withoutPrefixes =
  (read: PluginReader, lengthOf: (line: string) => number): PluginReader =>
  (line) =>
    read(withoutDetails(line.slice(lengthOf(line))))

const lengthOf =
  (pattern: RegExp) =>
  (line: string): number =>
    pattern.exec(line)?.[0].length ?? 0

function readersWith(read: PluginReader): Record<Prefixes, PluginLines> {
  const indexed = withoutPrefixes(read, prefixLength)
  return {
    none: { pluginOf: read, stateOf: () => undefined, isWritable: true },
    indexes: { pluginOf: indexed, stateOf: (line) => (MERGED.test(line) ? null : undefined), isWritable: true },
    'indexes of active plugins': {
      pluginOf: withoutPrefixes(read, lengthOf(TABLE)),
      stateOf: (line) => TABLE.test(line),
      isWritable: false,
    },
    numbers: { pluginOf: withoutPrefixes(read, lengthOf(SINGLE)), stateOf: () => undefined, isWritable: false },
    switches: {
      pluginOf: (line) => (SWITCH.test(line) ? read(line.slice(0, line.lastIndexOf('='))) : undefined),
      stateOf: (line) => line.trimEnd().endsWith('1'),
      isWritable: false,
    },
    boxes: { pluginOf: withoutPrefixes(read, lengthOf(BOX)), stateOf: boxOf, isWritable: false },
  }
}

/** Number of lines that decide how all lines are read. Real files have fewer. */
const MAX_SEEN = 5_000

/** Returns how the lines of a file are read, which depends on whether the file is a copy with prefixes. */
export function pluginLines(file: PluginFileName, all: readonly string[]): PluginLines {
  const lines = all.length > MAX_SEEN ? all.slice(0, MAX_SEEN) : all
  const readers = READERS[file]
  const switches = lines.filter((line) => line.includes('=') && SWITCH.test(line)).length
  if (switches > 0 && 2 * switches >= lines.filter((line) => line.trim() !== '').length) return readers.switches
  const copied = lines.filter((line) => !isPlain(line))
  if (copied.length === 0) return readers.none
  const named = (reader: PluginReader, is: (line: string) => boolean) =>
    copied.filter((line) => is(line) && reader(line) !== undefined)
  let plain = 0
  for (const line of lines) if (readers.none.pluginOf(line) !== undefined) plain++
  if (2 * named(readers.boxes.pluginOf, (line) => BOX.test(line)).length >= Math.max(plain, 2)) return readers.boxes
  const areEnough = (counted: number) => counted > 0 && 2 * counted >= plain && (counted > 1 || plain <= 1)
  const indexed = named(readers.indexes.pluginOf, (line) => prefixLength(line) > 0)
  if (!areEnough(countedUp(indexed))) {
    const numbered = named(readers.numbers.pluginOf, (line) => SINGLE.test(line))
    return areEnough(countedInSteps(numbered)) ? readers.numbers : readers.none
  }
  const isTable = indexed.every((line) => TABLE.test(line)) && indexed.length > 1
  const isOff = (line: string) => ABSENT.test(line) && readers.none.pluginOf(line) !== undefined
  return isTable && lines.some(isOff) ? readers['indexes of active plugins'] : readers.indexes
}

/** Matches the start of most lines, which have no prefix, so that the other patterns are not tried. */
const PLAIN = /^(?!file ?name|plugins?\[)(?:\*(?!\*)|[g-z]|[a-f](?![\da-f]{0,3}(?:[ :|\]\t]|[.)]\s)))/i
const isPlain = (line: string): boolean => PLAIN.test(line)

/** Matches a line of Nexus Mod Manager: a plugin, and whether it is on. */
const SWITCH = /\.es[mpl]=[01]\s*$/i
const BOX = /^\s*(?:[-*] )?(?:\[[ x]\]|[☐☑☒✓✔])\s*/i
const boxOf = (line: string): boolean | undefined => {
  const [box] = BOX.exec(line) ?? []
  return box === undefined ? undefined : /[x☑✓✔]/i.test(box)
}

/** Matches what Wrye Bash writes instead of the index of a plugin that is merged into another one. */
const MERGED = /^\s*(?:\*\*|\+\+)\s{1,2}/

/** Matches what tools write before a name, whose colon no name can have. */
const LABEL = /^\s*(?:file ?name|plugins?\[\d{1,4}\]) ?[:=]\s*/i

/** Matches the indexes of LOOT: decimal, then hexadecimal: ` 10  a`, `254 FE  0`, `253 FD  0`. */
const TABLE = /^\s*(\d{1,3}) {1,2}([\da-f]{1,2})(?:(?<=F[DE]) {1,3}([\da-f]{1,3}))?\s/i

/** Matches the blanks of LOOT in place of an index. */
const ABSENT = /^ {4,}\S/

/** Matches an index in brackets or parentheses, of a light or medium plugin with a second one: `[FE:012]`, `[FE 1]`. */
const BRACKETED = /^\s*[[(] {0,2}(\d{1,4}|[\da-f]{1,3})(?:(?<=F[DE])[ :] {0,2}([\da-f]{1,3}))?[\])][.:]?\s/i

/** Matches an index with a sign, a tab or wide blanks behind it. */
const BARE = /^\s*(\d{1,4}|[\da-f]{1,3})(?:(?<=F[DE])[ :] {0,2}([\da-f]{1,3}))?(?:[.)]\s| ?[:|\]]|\t| {2})/i

/** Matches an index with a single blank behind it. Names have such numbers, too. */
const SINGLE = /^\s*(\d{1,4}|[\da-f]{2}) (?=[^\s-])/i

interface Index {
  length: number
  /** The number, read as hexadecimal: it counts up even if it is decimal. */
  value: number
  /** The first index of a light or medium plugin, whose second one is the value. */
  space: string
}

function indexOf(line: string): Index | undefined {
  const table = TABLE.exec(line)
  const isTable = table !== null && Number.parseInt(table[1] ?? '', 10) === Number.parseInt(table[2] ?? '', 16)
  const [all, first = '', second] =
    (isTable && [table[0], table[2], table[3]]) || BRACKETED.exec(line) || BARE.exec(line) || []
  if (all === undefined) return undefined
  const space = second === undefined ? '' : first.toUpperCase()
  return { length: all.length, value: Number.parseInt(second ?? first, 16), space }
}

/** Returns the length of the prefix of a copied line; 0 without one. */
export const prefixLength = (line: string): number =>
  isPlain(line) ? 0 : (LABEL.exec(line)?.[0].length ?? indexOf(line)?.length ?? MERGED.exec(line)?.[0].length ?? 0)

/**
 * Returns the number of lines whose index is greater than the one before it. Light and medium plugins count by themselves;
 * behind them, the others may begin anew. A lone line counts if it is the first one of a list.
 */
function countedUp(lines: readonly string[]): number {
  let counted = 0
  let last = -1
  for (const line of lines) {
    const { value = -1, space = '' } = indexOf(line) ?? {}
    const isSure = space !== '' || LABEL.test(line) || withoutDetails(line) !== line
    if (isSure || (lines.length > 1 ? value > last : value === 0)) counted++
    last = space !== '' ? -1 : Math.max(value, last)
  }
  return counted
}

/** The greatest difference between numbers that follow each other, read as hexadecimal: of 9 and 10. */
const STEP = 7

/** Like countedUp, for lines with a single blank behind the index, which must count up in small steps from 0 or 1. */
function countedInSteps(lines: readonly string[]): number {
  const values = lines.map((line) => Number.parseInt(SINGLE.exec(line)?.[1] ?? '', 16))
  const isNext = (value: number, at: number) => {
    const before = values[at - 1] ?? -1
    return at === 0 ? value <= 1 : value > before && (value - before <= STEP || value === 0x100)
  }
  return values[0] === 1 && values.length === 1 ? 0 : values.filter(isNext).length
}

/** Reports whether the lines of a file can be changed: not those of a copy with states of its own, or within other text. */
export const areWritable = (file: PluginFileName, lines: readonly string[]): boolean =>
  pluginLines(file, lines).isWritable && !lines.some(pluginsInRow) && !isWrapped(lines.join('\n'))

/** Returns a line without what Wrye Bash writes behind a name: `[Version 1.0]`, `[CRC: 1A2B3C4D]`. */
function withoutDetails(line: string): string {
  let text = line.trimEnd()
  while (text.endsWith(']')) {
    const start = text.lastIndexOf('[')
    if (!/^\[(?:version|crc)\b/i.test(text.slice(start, start + 10))) break
    text = text.slice(0, start).trimEnd()
  }
  return text.length < line.trimEnd().length ? text : line
}

/** Returns the plugins of a line that has three or more, with commas between them; undefined for another line. */
export function pluginsInRow(line: string): string[] | undefined {
  if (!line.includes(',')) return undefined
  const names = line.split(',').map((name) => name.trim())
  return names.length >= 3 && names.every((name) => isName(name) && isPlugin(name)) ? names : undefined
}

/** Reports whether a line has neither a plugin nor a comment. An asterisk alone only says which form the file has. */
export function isOtherLine(line: string, pluginOf: PluginReader): boolean {
  const text = line.trim()
  return text !== '' && text !== '*' && !text.startsWith('#') && pluginOf(line) === undefined
}

/** Reports whether a line of plugins.txt has the asterisk of a plugin that is on. */
export const isMarked = (line: string): boolean => line.trimStart().startsWith('*')

/** Returns a file's name without `.ghost`, which mod managers append to hide a plugin from the game. */
export const withoutGhost = (name: string): string => (/t$/i.test(name) ? name.replace(/\.ghost$/i, '') : name)

function pluginOf(text: string, mayBeComment = true): string | undefined {
  const name = withoutGhost(text)
  return (mayBeComment && text.startsWith('#')) || !isName(name) || !isPlugin(name) ? undefined : name
}

const READERS = {
  'plugins.txt': readersWith(statedPlugin),
  'loadorder.txt': readersWith(orderedPlugin),
} satisfies Record<PluginFileName, Record<Prefixes, PluginLines>>

/** The number of a line in its file, from 1. */
export type LineNumber = number

export interface Line {
  file: string
  line: LineNumber
}

/** The lines of a file that name plugins, by the plugin's key. The first one has its place, the last one its state. */
interface PluginPlaces {
  file: string
  first: Map<string, LineNumber>
  last: Map<string, LineNumber>
}

/** Finds a file by its name, and returns its lines. */
export function placesOfPlugins(
  files: readonly { name: string; lines: readonly string[] }[],
  file: PluginFileName,
): PluginPlaces {
  const found = files.find(({ name }) => name.toLowerCase() === file)
  const lines = found?.lines ?? []
  const { pluginOf } = pluginLines(file, lines)
  const [first, last] = [new Map<string, LineNumber>(), new Map<string, LineNumber>()]
  for (const [at, line] of lines.entries()) {
    const plugin = pluginOf(line)
    if (plugin === undefined) continue
    for (const name of pluginsInRow(line) ?? [plugin]) {
      const key = keyOf(name)
      if (!first.has(key)) first.set(key, at + 1)
      last.set(key, at + 1)
    }
  }
  return { file: found?.name ?? '', first, last }
}

/**
 * Returns the lines that determine a plugin's place and its state. If both are one line of plugins.txt, it is only
 * returned for the state.
 */
export function linesOf(plugin: { name: string }, inOrder: PluginPlaces, inStates: PluginPlaces) {
  const key = keyOf(plugin.name)
  const [placed, first, last] = [inOrder.first.get(key), inStates.first.get(key), inStates.last.get(key)]
  const place = placed ?? (first === last ? undefined : first)
  return {
    ...(place !== undefined && { order: { file: placed === undefined ? inStates.file : inOrder.file, line: place } }),
    ...(last !== undefined && { state: { file: inStates.file, line: last } }),
  }
}
