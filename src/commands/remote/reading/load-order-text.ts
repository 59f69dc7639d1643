import type { LoadOrder, ModEntry } from '../../../load-order/schemas.ts'
import { counted } from '../../../text/amounts.ts'
import { oneLine } from '../../terminal.ts'

/** Returns a load order as text: mods under their separators, plugins, and the number of settings of each file. */
export function loadOrderText({ mods, plugins, settings }: LoadOrder): string {
  const parts = [
    mods === null ? [] : modLines(mods),
    plugins === null ? [] : [totals('plugin', plugins), ...plugins.map((plugin) => `  ${signed(plugin)}`)],
    settings.map(({ file, settings }) => `${oneLine(file)}: ${counted(settings.length, 'setting')}`),
  ]
  return parts
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')
}

/** Returns the mods in the mod manager's order: each separator, then its mods. */
function modLines(entries: readonly ModEntry[]): string[] {
  const lines = entries.map((entry) => {
    if (entry.kind === 'separator') return `  [${oneLine(entry.name)}]`
    const indent = entry.separator === null ? '  ' : '    '
    const text = entry.kind === 'unmanaged' ? `* ${oneLine(entry.name)}` : signed(entry)
    return `${indent}${text}${entry.version === null ? '' : ` ${oneLine(entry.version)}`}`
  })
  const mods = entries.filter(({ kind }) => kind === 'mod')
  return [totals('mod', mods), ...lines]
}

const signed = ({ name, enabled }: { name: string; enabled: boolean | null }) =>
  `${enabled === null ? ' ' : enabled ? '+' : '-'} ${oneLine(name)}`

function totals(noun: string, entries: readonly { enabled: boolean | null }[]): string {
  const count = (state: boolean) => entries.filter(({ enabled }) => enabled === state).length
  return `${counted(entries.length, noun)}, ${count(true)} on, ${count(false)} off`
}
