import type pc from 'picocolors'
import { type ChangelogEntry, entrySentence, entryTitle } from '../../../load-order/rendering/changelog.ts'
import { changesSentence, isChanges, type ListNames } from '../../../load-order/rendering/sentence.ts'
import { totalOf } from '../../../load-order/rendering/totals.ts'
import type {
  LoadOrder,
  LoadOrderChanges,
  ModChanges,
  ModEntry,
  OnlyIn,
  PluginChanges,
  SettingChanges,
} from '../../../load-order/schemas.ts'
import { counted } from '../../../text/amounts.ts'
import { harmless } from '../../../text/harmless.ts'

type Colors = ReturnType<typeof pc.createColors>

/** Returns a name without line ends and without characters that control a terminal. */
const shown = (name: string): string => harmless(name.replaceAll(/[\t\n]/g, '\uFFFD'))

/** Returns the changes as text for people. Each has a sign and a word, so that nothing depends on colour alone. */
export function changesText(changes: LoadOrderChanges, names: ListNames, colors: Colors): string {
  const [first = '', second = ''] = names.map(shown)
  const heading = `${colors.bold(`${first} -> ${second}`)}\n${changesSentence(changes, [first, second])}`
  return [heading, ...partTexts(changes, colors)].join('\n\n')
}

/** Like changesText, for the changes of a revision from the one before it. */
export function entryText(entry: ChangelogEntry, colors: Colors): string {
  const title = shown(`${entryTitle(entry)}, ${timeText(entry.created)}`)
  const heading = `${colors.bold(title)}\n${entrySentence(entry)}`
  return [heading, ...(entry.changes === null ? [] : partTexts(entry.changes, colors))].join('\n\n')
}

/** Returns a timestamp without fractions of a second. */
export const timeText = (timestamp: string): string => timestamp.replace(/\.\d+Z$/, 'Z')

/** Returns a text for each part that has changes. */
function partTexts({ mods, plugins, settings, files }: LoadOrderChanges, colors: Colors): string[] {
  const blocks = [
    part('Mods', mods, (changes: ModChanges) => modLines(changes, colors), colors),
    part('Plugins', plugins, (changes: PluginChanges) => orderLines(changes, () => '', colors), colors),
    ...settings.map((file) => [colors.bold(shown(file.file)), ...settingLines(file, colors)]),
    files.length === 0 ? [] : [colors.bold('Files'), ...files.map(({ name, change }) => `  ${change} ${shown(name)}`)],
  ]
  return blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
}

function part<Changes extends object>(
  title: string,
  changes: Changes | OnlyIn | null,
  linesOf: (changes: Changes) => string[],
  colors: Colors,
): string[] {
  if (!isChanges(changes)) return [] // the sentence says which list has the part
  const lines = linesOf(changes)
  return lines.length === 0 ? [] : [colors.bold(title), ...lines]
}

const under = ({ separator }: { separator: string | null }) => (separator === null ? '' : ` (${shown(separator)})`)

const modLines = (mods: ModChanges, colors: Colors): string[] => [
  ...orderLines(mods, under, colors),
  ...nameLines(mods, mods.separators.added, (name) => colors.green(`  + separator added: ${name}`)),
  ...nameLines(mods, mods.separators.removed, (name) => colors.red(`  - separator removed: ${name}`)),
  ...nameLines(mods, mods.unmanaged.added, (name) => colors.green(`  + unmanaged added: ${name}`)),
  ...nameLines(mods, mods.unmanaged.removed, (name) => colors.red(`  - unmanaged removed: ${name}`)),
]

const nameLines = (
  mods: ModChanges,
  entries: readonly { name: string }[],
  text: (name: string) => string,
): string[] => [
  ...entries.map(({ name }) => text(shown(name))),
  ...(entries.length > 0 && totalOf(mods, entries).isCut ? ['  and perhaps more'] : []),
]

interface Order<Entry> {
  counts: PluginChanges['counts'] & { updated?: number }
  added: (Entry & { enabled: boolean | null })[]
  removed: Entry[]
  enabled: Entry[]
  disabled: Entry[]
  moved: { name: string; to: { after: string | null } }[]
  updated?: ModChanges['updated']
  possible_renames: { from: string; to: string }[]
}

function orderLines<Entry extends { name: string }>(
  { counts, ...order }: Order<Entry>,
  placeOf: (entry: Entry) => string,
  colors: Colors,
): string[] {
  const lines = (entries: readonly Entry[], count: number, text: (entry: Entry) => string) => [
    ...entries.map(text),
    ...more(count - entries.length),
  ]
  const { updated = [] } = order
  const off = ({ enabled }: { enabled: boolean | null }) => (enabled === false ? ' [off]' : '')
  return [
    ...order.added.map((entry) => colors.green(`  + added ${shown(entry.name)}${off(entry)}${placeOf(entry)}`)),
    ...more(counts.added - order.added.length),
    ...lines(order.removed, counts.removed, (entry) => colors.red(`  - removed ${shown(entry.name)}${placeOf(entry)}`)),
    ...updated.map(({ name, from, to }) => colors.cyan(`  ^ updated ${shown(name)}: ${shown(from)} to ${shown(to)}`)),
    ...more((counts.updated ?? 0) - updated.length),
    ...lines(order.enabled, counts.enabled, (entry) =>
      colors.green(`  * switched on ${shown(entry.name)}${placeOf(entry)}`),
    ),
    ...lines(order.disabled, counts.disabled, (entry) =>
      colors.yellow(`  o switched off ${shown(entry.name)}${placeOf(entry)}`),
    ),
    ...order.moved.map(({ name, to }) =>
      colors.cyan(`  > moved ${shown(name)}, now ${to.after === null ? 'first' : `after ${shown(to.after)}`}`),
    ),
    ...more(counts.moved - order.moved.length),
    ...order.possible_renames.map(({ from, to }) => `  ? perhaps renamed: ${shown(from)}, now ${shown(to)}`),
  ]
}

const more = (count: number): string[] => (count > 0 ? [`  and ${count} more`] : [])

function settingLines({ counts, added, removed, changed }: SettingChanges, colors: Colors): string[] {
  const key = (setting: { section: string; key: string }) => `[${shown(setting.section)}] ${shown(setting.key)}`
  return [
    ...added.map((setting) => colors.green(`  + added ${key(setting)} = ${shown(setting.value)}`)),
    ...more(counts.added - added.length),
    ...removed.map((setting) => colors.red(`  - removed ${key(setting)}, was ${shown(setting.value)}`)),
    ...more(counts.removed - removed.length),
    ...changed.map((setting) =>
      colors.yellow(`  ~ changed ${key(setting)}: ${shown(setting.from)}, now ${shown(setting.to)}`),
    ),
    ...more(counts.changed - changed.length),
  ]
}

/** Returns a load order as text: mods under their separators, plugins, and the number of settings of each file. */
export function loadOrderText({ mods, plugins, settings }: LoadOrder): string {
  const blocks = [
    ...(mods === null ? [] : [modsText(mods)]),
    ...(plugins === null
      ? []
      : [
          [
            `${counted(plugins.length, 'plugin')}${onAndOff(plugins)}`,
            ...plugins.map(({ name, enabled }) => `  ${sign(enabled)} ${shown(name)}`),
          ].join('\n'),
        ]),
    ...(settings.length === 0
      ? []
      : [settings.map(({ file, settings }) => `${shown(file)}: ${counted(settings.length, 'setting')}`).join('\n')]),
  ]
  return blocks.join('\n\n')
}

/** Returns the mods in the mod manager's order: each separator, then its mods. */
function modsText(entries: readonly ModEntry[]): string {
  const mods = entries.filter(({ kind }) => kind === 'mod')
  const lines = entries.map(({ kind, name, enabled, separator, version }) =>
    kind === 'separator'
      ? `  [${shown(name)}]`
      : `  ${separator === null ? '' : '  '}${kind === 'unmanaged' ? '*' : sign(enabled)} ${shown(name)}${version === null ? '' : ` ${shown(version)}`}`,
  )
  return [`${counted(mods.length, 'mod')}${onAndOff(mods)}`, ...lines].join('\n')
}

const sign = (enabled: boolean | null) => (enabled === null ? ' ' : enabled ? '+' : '-')

function onAndOff(entries: readonly { enabled: boolean | null }[]): string {
  const count = (state: boolean) => entries.filter(({ enabled }) => enabled === state).length
  return `, ${count(true)} on, ${count(false)} off`
}
