import { csvText } from '../../text/csv.ts'
import { withVersion } from '../reading/exports/own.ts'
import type { LoadOrder, ModEntry, PluginEntry } from '../schemas.ts'
import { codeSpan, visible } from './code-span.ts'
import { crashLines } from './crash.ts'

/** The mods and plugins of a load order. The texts do not contain settings. */
type RenderedOrder = Pick<LoadOrder, 'mods' | 'plugins'> & Partial<Pick<LoadOrder, 'log'>>

const RENDERERS = { txt: asText, md: asMarkdown, csv: asCsv }
export type Format = keyof typeof RENDERERS

/** Writes a load order as plain text, Markdown or CSV: the mods by ascending priority, then the plugins. */
export const renderLoadOrder = (order: RenderedOrder, format: Format): string => RENDERERS[format](order)

/**
 * Maximum number of characters of a part. In CSV, the separator is repeated with each of its mods, so that a file of
 * one megabyte could become a table of a hundred. Real profiles stay far below.
 */
const MAX_CHARACTERS = 4 * 2 ** 20

/** Returns a line for each entry up to the maximum size, and the number of entries left out. */
function boundedLines<Entry>(entries: readonly Entry[] | null, lineOf: (entry: Entry) => string) {
  const all = entries ?? []
  const lines: string[] = []
  let left = MAX_CHARACTERS
  for (const entry of all) {
    const line = lineOf(entry)
    left -= line.length
    if (left < 0) break
    lines.push(line)
  }
  return { lines, omitted: all.length - lines.length }
}

/**
 * Writes a line such as `[x] SkyUI 5.2` for each mod and plugin, with `[ ]` if it is off. Entries without a state, such
 * as the game's own content, have no brackets.
 */
function asText(order: RenderedOrder): string {
  const { plugins, ...above } = textSections(order)
  const sections = [...Object.values(above).filter(({ length }) => length > 0), ['Plugins', ...plugins]]
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

/** Returns the lines of each section of asText, without the heading of the plugins. */
export const textSections = ({ mods, plugins, log = null }: RenderedOrder) => ({
  crash: log === null ? [] : ['Crash', ...crashLines(log)],
  mods: textLines(mods, modText),
  plugins: textLines(plugins, entryText),
})

function textLines<Entry>(entries: readonly Entry[] | null, lineOf: (entry: Entry) => string): string[] {
  const { lines, omitted } = boundedLines(entries, lineOf)
  return omitted === 0 ? lines : [...lines, `and ${omitted} more`]
}

const modText = (mod: ModEntry): string =>
  mod.kind === 'separator'
    ? `== ${visible(mod.name)} ==`
    : checkbox(mod.enabled) + withVersion(visible(mod.name), mod.version && visible(mod.version))

const entryText = ({ name, enabled }: ModEntry | PluginEntry): string => checkbox(enabled) + visible(name)

/** Returns the box that shows the state of an entry; empty if it has none. */
const checkbox = (enabled: boolean | null): string => (enabled === null ? '' : enabled ? '[x] ' : '[ ] ')

/**
 * Writes a heading for each separator, and task lists in which ticked entries are on. Names are code spans, so that they
 * appear as written in any renderer.
 */
function asMarkdown({ mods, plugins, log = null }: RenderedOrder): string {
  const crash =
    log === null
      ? []
      : [
          '## Crash',
          crashLines(log, codeSpan)
            .map((line) => `- ${line}`)
            .join('\n'),
        ]
  return `${[...crash, '## Mods', ...blocksOf(mods, modItem), '## Plugins', ...blocksOf(plugins, item)].join('\n\n')}\n`
}

/** Returns a block for each heading and for each list. */
function blocksOf<Entry>(entries: readonly Entry[] | null, lineOf: (entry: Entry) => string): string[] {
  const { lines, omitted } = boundedLines(entries, lineOf)
  if (omitted > 0) lines.push(`- and ${omitted} more`)
  const blocks: string[][] = []
  for (const line of lines) {
    const last = blocks.at(-1)
    if (last === undefined || isHeading(line) || isHeading(last[0] ?? '')) blocks.push([line])
    else last.push(line)
  }
  return blocks.map((block) => block.join('\n'))
}

const isHeading = (line: string) => line.startsWith('#')

const modItem = (mod: ModEntry): string =>
  mod.kind === 'separator' ? `### ${codeSpan(mod.name)}` : [item(mod), ...details(mod)].join(' ')

const item = ({ name, enabled }: ModEntry | PluginEntry): string => `- ${checkbox(enabled)}${codeSpan(name)}`

/** Returns the version, as a link to the source if there is one. A source without a version is linked by its host. */
function details({ version, source }: ModEntry): string[] {
  const address = source === null ? null : linkTarget(source)
  if (address === null) return version === null ? [] : [versionText(version)]
  return [`[${version === null ? codeSpan(new URL(address).host) : versionText(version)}](${address})`]
}

/** Returns a version as it is if it has no Markdown syntax, or else as a code span. */
const versionText = (version: string): string =>
  /^v?\d+(\.\d+)*[a-z]{0,2}$/i.test(version) ? version : codeSpan(version)

/** Returns an http or https address that cannot end its Markdown link; null for any other text. */
function linkTarget(source: string): string | null {
  if (!URL.canParse(source)) return null
  const { protocol, href } = new URL(source)
  return /^https?:$/.test(protocol) ? href.replaceAll(/[()<>[\]\\`*_~|"' ]/g, percentEncoded) : null
}

const percentEncoded = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

const COLUMNS = ['kind', 'priority', 'enabled', 'name', 'version', 'source', 'separator']

/** Without this mark, Excel reads the file in a local code page instead of UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Writes CSV (RFC 4180). Plugins have the kind `plugin`, and their index in the column `priority`. An unknown value is
 * an empty cell.
 */
function asCsv({ mods, plugins }: RenderedOrder): string {
  const modRows = boundedLines(mods, ({ kind, priority, enabled, name, version, source, separator }) =>
    csvRow([kind, priority, enabled, name, version, source, separator]),
  )
  const pluginRows = boundedLines(plugins, ({ name, enabled, index }) =>
    csvRow(['plugin', index, enabled, name, null, null, null]),
  )
  return BYTE_ORDER_MARK + csvText([COLUMNS]) + [...modRows.lines, ...pluginRows.lines].join('')
}

const csvRow = (cells: readonly (string | number | boolean | null)[]): string =>
  csvText([cells.map((cell) => harmlessCell(String(cell ?? '')))])

/** Excel and LibreOffice run a cell as a formula if it begins with one of these characters. */
const harmlessCell = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
