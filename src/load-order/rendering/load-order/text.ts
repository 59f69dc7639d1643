import type { ModEntry, PluginEntry } from '../../schemas.ts'
import { visible } from '../code-span.ts'
import { boundedLines, checkbox, type RenderedOrder } from './bounded-lines.ts'

/**
 * Writes a load order as plain text. A mod is a line such as `[x] SkyUI 5.2`, with `[ ]` if it is off. Entries without
 * a state, such as the game's own content, have no brackets.
 */
export function loadOrderText({ mods, plugins }: RenderedOrder): string {
  const modLines = partLines(mods, modLine)
  const lines = [...modLines, ...(modLines.length > 0 ? [''] : []), 'Plugins', ...partLines(plugins, stated)]
  return `${lines.join('\n')}\n`
}

function partLines<Entry>(entries: readonly Entry[] | null, lineOf: (entry: Entry) => string): string[] {
  const { lines, omitted } = boundedLines(entries ?? [], lineOf)
  return omitted === 0 ? lines : [...lines, `and ${omitted} more`]
}

const modLine = (mod: ModEntry): string =>
  mod.kind === 'separator'
    ? `== ${visible(mod.name)} ==`
    : `${stated(mod)}${mod.version === null ? '' : ` ${visible(mod.version)}`}`

const stated = ({ name, enabled }: Pick<PluginEntry, 'name' | 'enabled'>): string => checkbox(enabled) + visible(name)
