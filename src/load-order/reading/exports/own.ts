import { readTable } from '../../../text/csv.ts'
import { entryKey, NAME_LIMIT } from '../../key.ts'
import { type FoundMod, type InputText, linesOf, once, sourceOf, versionOf } from '../found-mods.ts'
import type { FileKind } from '../kind.ts'
import { drop, droppedNotes, noneDropped } from '../notes.ts'
import type { FoundPlugin } from '../plugins.ts'

/*
 * Reads what this program exports: a load order as text, Markdown or CSV (rendering/load-order.ts). Problem: people paste it
 * into chats, and bring it back. Guarantee: names, states, order, separators and versions are those of the exported
 * list, and so are the sources of Markdown and CSV; the text has none. Tests: test/load-order/reading/exports/own.test.ts.
 */

interface Found {
  mods: FoundMod[]
  plugins: FoundPlugin[]
  /** The lines of a text that are no part of the load order. */
  others?: string[]
}

/** Returns the finders of both parts of a file. A part without entries is missing. */
const findersOf = (find: (input: InputText) => Found | null): Pick<FileKind, 'mods' | 'plugins'> => ({
  mods: (input) => {
    const { file, notes } = input
    const { mods, others = [] } = find(input) ?? { mods: [] }
    const dropped = noneDropped()
    for (const line of others) drop(dropped, line.trim().slice(0, NAME_LIMIT))
    notes.push(...droppedNotes(file, 'not_entries', dropped))
    return mods.length > 0 ? withCopies(mods) : null
  },
  plugins: (input) => {
    const { plugins } = find(input) ?? { plugins: [] }
    return plugins.length > 0 ? plugins : undefined
  },
})

/** Gives each repeated name an identity of its own: two mods of a collection can have one name. */
function withCopies(mods: readonly FoundMod[]): FoundMod[] {
  const counts = new Map<string, number>()
  return mods.map((mod) => {
    const key = entryKey(mod)
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return count === 0 || (mod.kind ?? 'mod') !== 'mod' ? mod : { ...mod, identity: `copy ${count} of ${key}` }
  })
}

export const ownText: FileKind = {
  names: /^load-order\.txt$/i,
  folder: null,
  pasted: {
    name: 'load-order.txt',
    sign: { test: (text) => /^Plugins$/m.test(text) && /^(?:\[[x ]\] |== )/m.test(text) },
  },
  ...findersOf(once(readText)),
}

export const ownMarkdown: FileKind = {
  names: /^load-order\.md$/i,
  folder: null,
  pasted: {
    name: 'load-order.md',
    sign: { test: (text) => /^## Mods$/m.test(text) && /^## Plugins$/m.test(text) },
  },
  ...findersOf(once(readMarkdown)),
}

/** Matches the first row of the table. */
export const OWN_TABLE = /^\ufeff?kind,priority,enabled,name,version,source,separator\r?$/m

export const ownCsv: FileKind = {
  names: /\.csv$/i,
  isCommonName: true,
  pasted: { name: 'load-order.csv', sign: OWN_TABLE },
  ...findersOf(once(readCsv)),
}

/** Returns the state of a line by its check box; null without one. */
const stateOf = (line: string): boolean | null =>
  line.startsWith('[x] ') ? true : line.startsWith('[ ] ') ? false : null

/** Matches a line of talk, which is not the name of something unmanaged. */
const SENTENCE = /^(?!\[[x ]\] |== ).*[:.!?]$/

/** Reads a block of mods, an empty line, "Plugins", and their block. Other blocks are talk, or say what crashed. */
function readText(input: InputText): Found | null {
  const lines = linesOf(input)
  const isEmpty = (line = '') => line.trim() === ''
  const heading = lines.findIndex(
    (line, at) => line === 'Plugins' && (isEmpty(lines[at - 1]) || SENTENCE.test(lines[at - 1] ?? '')),
  )
  if (heading === -1) return null
  const start = lines.slice(0, Math.max(0, heading - 1)).findLastIndex((line) => isEmpty(line)) + 1
  const below = lines.slice(heading + 1).findIndex((line) => isEmpty(line))
  const end = below === -1 ? lines.length : heading + 1 + below
  const hasMods = lines[start] !== 'Crash'
  let isCrash = false
  const isOther = (line: string, at: number) => at < start || at >= end || (at < heading && SENTENCE.test(line))
  const others = lines.filter((line, at) => {
    isCrash = line === 'Crash' || (isCrash && !isEmpty(line))
    return !isEmpty(line) && !isCrash && isOther(line, at)
  })
  const block = lines.slice(start, Math.max(0, heading - 1))
  return {
    mods: hasMods ? block.filter((line) => !SENTENCE.test(line)).map(textMod) : [],
    plugins: lines.slice(heading + 1, end).map(boxed),
    others,
  }
}

function boxed(line: string) {
  const enabled = stateOf(line)
  return { name: enabled === null ? line : line.slice(4), enabled }
}

function textMod(line: string): FoundMod {
  const { name, enabled } = boxed(line)
  return enabled === null && name.startsWith('== ') && name.endsWith(' ==')
    ? { kind: 'separator', name: name.slice(3, -3), enabled }
    : modOf(enabled, namedVersion(name))
}

/** Returns a mod; without a state, it is unmanaged. */
const modOf = (enabled: boolean | null, mod: Pick<FoundMod, 'name' | 'version' | 'source'>): FoundMod => ({
  ...(enabled === null && { kind: 'unmanaged' }),
  ...mod,
  enabled,
})

/** Matches a version that is written behind a name with one blank. */
const VERSION = / v?\d+(?:\.[\w+-]{1,30}){1,8}$/

/** Stands between a name and a version if a single blank could be misread. */
const WIDE = '  '

/** Reads "Name 1.2", or a name and a version with wide blanks between them. */
export function namedVersion(text: string): { name: string; version: string | null } {
  const wide = text.lastIndexOf(WIDE)
  const start = wide === -1 ? (VERSION.exec(text)?.index ?? -1) : wide
  return start < 1
    ? { name: text, version: null }
    : { name: text.slice(0, start), version: versionOf(text.slice(start)) }
}

/** Writes a name and a version so that they are read as they are. */
export function withVersion(name: string, version: string | null): string {
  const text = version === null ? name : `${name} ${version}`
  const read = namedVersion(text)
  return read.name === name && read.version === version ? text : `${name}${WIDE}${version ?? ''}`
}

function readMarkdown(input: InputText): Found | null {
  const found: Found = { mods: [], plugins: [] }
  let part = ''
  for (const line of linesOf(input)) {
    if (line.startsWith('## ')) part = line.slice(3)
    const [head = '', box = ''] = /^(?:###|- (\[[x ]\] )?)\s*/.exec(line) ?? []
    const [code, rest] = codeSpanAt(line.slice(head.length))
    if (code === undefined) continue
    const enabled = stateOf(box)
    if (part === 'Plugins') found.plugins.push({ name: code, enabled })
    else if (part !== 'Mods') continue
    else if (line.startsWith('### ')) found.mods.push({ kind: 'separator', name: code, enabled: null })
    else found.mods.push(modOf(enabled, { name: code, ...detailsOf(rest.trim()) }))
  }
  return part === '' ? null : found
}

/** Returns the text of the code span at the start of a text, and what follows; undefined without one. */
function codeSpanAt(text: string): [code: string | undefined, rest: string] {
  const [fence = ''] = /^`+/.exec(text) ?? []
  if (fence === '') return [undefined, text]
  let end = text.indexOf(fence, fence.length)
  while (end !== -1 && text[end + fence.length] === '`') {
    while (text[end] === '`') end++
    end = text.indexOf(fence, end)
  }
  if (end === -1) return [undefined, text]
  const code = text.slice(fence.length, end)
  const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== ''
  return [isPadded ? code.slice(1, -1) : code, text.slice(end + fence.length)]
}

/** Matches the signs of Markdown that are encoded in a link, but not in most addresses. */
const WRITTEN = /%(?:2[789A]|5[BDF]|7[CE])/g

/** Reads a version, as a link to the source if there is one. A source without a version is linked by its host. */
function detailsOf(text: string): { version: string | null; source: string | null } {
  const middle = text.startsWith('[') && text.endsWith(')') ? text.lastIndexOf('](') : -1
  const label = middle === -1 ? text : text.slice(1, middle)
  const source = middle === -1 ? null : sourceOf(text.slice(middle + 2, -1).replaceAll(WRITTEN, decodeURIComponent))
  const [code] = codeSpanAt(label)
  const isHost = code !== undefined && source !== null && URL.canParse(source) && new URL(source).host === code
  return { version: isHost ? null : versionOf(code ?? label), source }
}

const COLUMNS = ['kind', 'enabled', 'name', 'version', 'source']

function readCsv({ text }: InputText): Found | null {
  const start = text.search(OWN_TABLE)
  if (start === -1 && !/^\W{0,3}kind\W/.test(text)) return null
  const found: Found = { mods: [], plugins: [] }
  const cellOf = (cell = '') => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)
  const header = readTable(text.slice(Math.max(0, start)), COLUMNS, ([kind, state, written, version, source]) => {
    const name = cellOf(written)
    const enabled = state === 'true' ? true : state === 'false' ? false : null
    if (kind === 'plugin') found.plugins.push({ name, enabled })
    else if (kind === 'mod' || kind === 'separator' || kind === 'unmanaged')
      found.mods.push({ kind, name, enabled, version: versionOf(cellOf(version)), source: sourceOf(cellOf(source)) })
  })
  return header && COLUMNS.every((column) => header.includes(column)) ? found : null
}
