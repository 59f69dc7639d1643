import type { ModEntry, PluginEntry } from '../../schemas.ts'
import { codeSpan } from '../code-span.ts'
import { boundedLines, checkbox, type RenderedOrder } from './bounded-lines.ts'

/**
 * Writes a load order as Markdown: a heading for each separator, and a task list in which ticked entries are on. Names
 * are code spans, so that they appear as written in any renderer.
 */
export const loadOrderMarkdown = ({ mods, plugins }: RenderedOrder): string =>
  `${['## Mods', ...partBlocks(mods, modItem), '## Plugins', ...partBlocks(plugins, item)].join('\n\n')}\n`

/** Returns a block for each heading and for each list. */
function partBlocks<Entry>(entries: readonly Entry[] | null, lineOf: (entry: Entry) => string): string[] {
  const { lines, omitted } = boundedLines(entries ?? [], lineOf)
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

const item = ({ name, enabled }: Pick<PluginEntry, 'name' | 'enabled'>): string =>
  `- ${checkbox(enabled)}${codeSpan(name)}`

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
