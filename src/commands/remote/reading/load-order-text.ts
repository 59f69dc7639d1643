import { crashLines } from '../../../load-order/rendering/crash.ts'
import { noteWords } from '../../../load-order/rendering/notes.ts'
import type { CrashLog, LoadOrder, ModEntry } from '../../../load-order/schemas.ts'
import { counted } from '../../../text/amounts.ts'
import { oneLine } from '../../terminal.ts'

/**
 * Returns a load order as text: what crashed, mods under their separators, plugins, the number of settings of each file,
 * and what was ignored.
 */
export function loadOrderText({ mods, plugins, settings, notes, log }: LoadOrder): string {
  const parts = [
    log === null ? [] : ['Crash', ...crashLines(log, oneLine).map((line) => `  ${line}`)],
    dllLines(log?.extender_plugins ?? []),
    mods === null ? [] : modLines(mods),
    plugins === null ? [] : [totals('plugin', plugins), ...plugins.map((plugin) => `  ${signed(plugin)}`)],
    settings.map(({ file, settings }) => `${oneLine(file)}: ${counted(settings.length, 'setting')}`),
    notes.map((note) => `${oneLine(note.file)} ${oneLine(noteWords(note))}.`),
  ]
  return parts
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')
}

const dllLines = (dlls: NonNullable<CrashLog['extender_plugins']>): string[] =>
  dlls.length === 0
    ? []
    : [
        counted(dlls.length, 'script extender plugin'),
        ...dlls.map(({ name, version }) => `  ${oneLine(name)}${version === null ? '' : ` ${oneLine(version)}`}`),
      ]

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
