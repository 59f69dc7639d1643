import type {
  DllChanges,
  FileChange,
  LoadOrderChanges,
  ModChanges,
  PluginChanges,
  Rename,
  Setting,
  SettingChanges,
} from '../schemas.ts'
import { codeSpan, visible } from './code-span.ts'
import { changesSentence, isChanges, isUnchanged, type ListNames } from './sentence.ts'
import { type Total, totalOf } from './totals.ts'

const MAX_ENTRIES = 200

/**
 * Formats changes as Markdown, to paste into a forum, a chat or release notes. With `by` "separator", the changes of mods
 * are under their separators, as authors write by hand.
 */
export function changesMarkdown(changes: LoadOrderChanges, [first, second]: ListNames, by?: string): string {
  const names: ListNames = [codeSpan(first), codeSpan(second)]
  const blocks = [
    `# ${names[0]} compared with ${names[1]}`,
    changesSentence(changes, names, codeSpan),
    ...changesBlocks(changes, '##', by),
  ]
  return `${blocks.join('\n\n')}\n`
}

/** Returns the Markdown blocks of changes, without the sentence, under headings of this level and the next. */
export function changesBlocks(
  { mods, plugins, dlls, settings, files }: LoadOrderChanges,
  level: `#${string}`,
  by?: string,
): string[] {
  const part = (title: string, blocks: readonly string[]) =>
    blocks.length === 0 ? [] : [`${level} ${title}`, ...blocks]
  // If only one list has a part, the sentence at the top says so.
  return [
    ...part('Mods', isChanges(mods) ? (by === 'separator' ? separatorBlocks(mods, `${level}#`) : modBlocks(mods)) : []),
    ...part('Plugins', isChanges(plugins) ? orderBlocks(plugins) : []),
    ...part('DLLs', isChanges(dlls) ? dllBlocks(dlls) : []),
    ...part(
      'Settings',
      settings.flatMap((changes) => settingBlocks(changes, `${level}#`)),
    ),
    ...part('Files', section('Differing', files.length, files, each(fileText))),
  ]
}

const modBlocks = (mods: ModChanges): string[] => [...orderBlocks(mods), ...otherBlocks(mods)]

const otherBlocks = (mods: ModChanges): string[] => {
  const { separators, unmanaged } = mods
  return [
    ...section('Separators added', totalOf(mods, separators.added), separators.added, bySeparator),
    ...section('Separators removed', totalOf(mods, separators.removed), separators.removed, bySeparator),
    ...section('Unmanaged added', totalOf(mods, unmanaged.added), unmanaged.added, bySeparator),
    ...section('Unmanaged removed', totalOf(mods, unmanaged.removed), unmanaged.removed, bySeparator),
  ]
}

/** Returns the blocks of what has no place under a separator, and then a heading for each separator with its changes. */
function separatorBlocks(mods: ModChanges, level: string): string[] {
  const renames = new Map(mods.possible_renames.map(({ from, to }) => [to, from]))
  const renamed = new Set(renames.values())
  const addedText = (mod: ModChanges['added'][number]) => {
    const from = renames.get(mod.name)
    return from === undefined ? `Added ${nameOf(mod)}` : `Possibly renamed ${codeSpan(from)}, now ${nameOf(mod)}`
  }
  const removed = mods.removed.filter(({ name }) => !renamed.has(name))
  const linesOf = <Mod extends { separator: string | null }>(changed: readonly Mod[], textOf: (mod: Mod) => string) =>
    changed.map((mod) => ({ under: mod.separator, line: `- ${textOf(mod)}` }))
  const all = [
    ...linesOf(mods.added, addedText),
    ...linesOf(removed, (mod) => `Removed ${nameOf(mod)}`),
    ...linesOf(mods.updated, (mod) => `Updated ${updateText(mod)}`),
    ...linesOf(mods.enabled, ({ name }) => `Switched on ${codeSpan(name)}`),
    ...linesOf(mods.disabled, ({ name }) => `Switched off ${codeSpan(name)}`),
    ...mods.moved.map((mod) => ({ under: mod.to.separator, line: `- Moved ${moveText(mod)}` })),
    ...mods.regrouped.map(({ name, to }) => ({ under: to, line: `- Moved to this separator: ${codeSpan(name)}` })),
  ]
  const shown = all.slice(0, 5 * MAX_ENTRIES)
  const more = Object.values(mods.counts).reduce((sum, count) => sum + count, -renamed.size) - shown.length
  return [
    ...otherBlocks(mods),
    ...[...new Set(shown.map(({ under }) => under))].flatMap((separator) => [
      `${level} ${separator === null ? 'No separator' : codeSpan(separator)}`,
      shown.flatMap(({ under, line }) => (under === separator ? line : [])).join('\n'),
    ]),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
}

const orderBlocks = (changes: ModChanges | PluginChanges): string[] => {
  const { counts, possible_renames } = changes
  return [
    ...section('Added', counts.added, changes.added, bySeparator),
    ...section('Removed', counts.removed, changes.removed, bySeparator),
    ...('updated' in changes ? section('Updated', changes.counts.updated, changes.updated, each(updateText)) : []),
    ...section('Enabled', counts.enabled, changes.enabled, bySeparator),
    ...section('Disabled', counts.disabled, changes.disabled, bySeparator),
    ...section<Moved>('Moved', counts.moved, changes.moved, each(moveText)),
    ...('regrouped' in changes
      ? section('Regrouped', changes.counts.regrouped, changes.regrouped, each(regroupText))
      : []),
    ...section('Possibly renamed', totalOf(changes, possible_renames), possible_renames, each(renameText)),
  ]
}

const dllBlocks = ({ counts, added, removed, updated }: DllChanges): string[] => [
  ...section('Added', counts.added, added, each(dllText)),
  ...section('Removed', counts.removed, removed, each(dllText)),
  ...section('Updated', counts.updated, updated, each(updateText)),
]

const dllText = ({ name, version }: DllChanges['added'][number]): string =>
  version === null ? codeSpan(name) : `${codeSpan(name)} ${codeSpan(version)}`

const settingBlocks = ({ file, counts, added, removed, changed }: SettingChanges, level: string): string[] => [
  `${level} ${codeSpan(file)}`,
  ...section('Added', counts.added, added, each(settingText)),
  ...section('Removed', counts.removed, removed, each(oldSettingText)),
  ...section('Changed', counts.changed, changed, each(changedSettingText)),
]

/**
 * Returns a heading with the number of entries, and a list of the first entries, followed by the number of the others.
 */
function section<Entry>(
  title: string,
  total: number | Total,
  entries: readonly Entry[],
  linesOf: (entries: readonly Entry[]) => string[],
): string[] {
  const { count, isCut } = typeof total === 'number' ? { count: total, isCut: false } : total
  if (count === 0) return []
  const shown = entries.slice(0, MAX_ENTRIES)
  const more = count > shown.length ? [`- and ${isCut ? 'at least ' : ''}${count - shown.length} more`] : []
  return [
    `**${title} (${isCut ? 'first ' : ''}${count})**`,
    ...(shown.length === 0 ? [] : [[...linesOf(shown), ...more].join('\n')]),
  ]
}

/** Returns a function that formats each entry as a line. */
const each =
  <Entry>(textOf: (entry: Entry) => string) =>
  (entries: readonly Entry[]): string[] =>
    entries.map((entry) => `- ${textOf(entry)}`)

type Named = { name: string; enabled?: boolean | null }

const nameOf = ({ name, enabled }: Named): string => (enabled === false ? `${codeSpan(name)} (off)` : codeSpan(name))

/** Formats entries with a line for each separator, in the order of their first entries; others in one line. */
function bySeparator(entries: readonly (Named & { separator?: string | null })[]): string[] {
  const groups = new Map<string | null, string[]>()
  for (const { separator = null, ...entry } of entries) {
    const group = groups.get(separator) ?? []
    groups.set(separator, group)
    group.push(nameOf(entry))
  }
  const label = (separator: string | null) => {
    if (separator !== null) return `${codeSpan(separator)}: `
    return groups.size === 1 ? '' : 'no separator: '
  }
  return [...groups].map(([separator, names]) => `- ${label(separator)}${names.join(', ')}`)
}

const updateText = ({ name, from, to }: DllChanges['updated'][number]): string =>
  `${codeSpan(name)}: ${codeSpan(from)} to ${codeSpan(to)}`

type Moved = { name: string; to: { after: string | null } }

const moveText = ({ name, to }: Moved): string =>
  `${codeSpan(name)}: now ${to.after === null ? 'first' : `after ${codeSpan(to.after)}`}`

export const regroupText = ({ name, from, to }: ModChanges['regrouped'][number]): string =>
  `${codeSpan(name)}: ${separatorText(from)}, now ${separatorText(to)}`

const separatorText = (separator: string | null): string =>
  separator === null ? 'under no separator' : `under ${codeSpan(separator)}`

export const fileText = ({ name, change }: FileChange): string => `${codeSpan(name)}: ${change}`

const renameText = ({ from, to }: Rename): string => `${codeSpan(from)}, now ${codeSpan(to)}`

const keyText = ({ section, key }: { section: string; key: string }): string => codeSpan(`[${section}] ${key}`)

const settingText = (setting: Setting): string => `${keyText(setting)}: ${codeSpan(setting.value)}`

const oldSettingText = (setting: Setting): string => `${keyText(setting)}: was ${codeSpan(setting.value)}`

const changedSettingText = (setting: SettingChanges['changed'][number]): string =>
  `${keyText(setting)}: ${codeSpan(setting.from)}, now ${codeSpan(setting.to)}`

/** A revision of a list, and its changes. */
export interface ChangelogEntry {
  revision: number
  /** Number of the previous revision; null for the oldest one. */
  previous: number | null
  /** Time when the revision was made, in the format of src/text/timestamp.ts. */
  created: string
  version: string | null
  /** The author's note on what changed. */
  note: string | null
  /** The changes since the previous revision; null for the oldest one. */
  changes: LoadOrderChanges | null
}

/** Formats the changelog of a list as Markdown, for a forum or release notes. The entries are newest first. */
export function changelogMarkdown(name: string, entries: readonly ChangelogEntry[], by?: string): string {
  const blocks = entries.flatMap((entry) => [`## ${entryHeading(entry)}`, ...entryBlocks(entry, by)])
  return `${[`# Changelog of ${codeSpan(name)}`, ...blocks].join('\n\n')}\n`
}

/** Formats the note and changes of a revision as Markdown, without the heading. */
export const entryMarkdown = (entry: ChangelogEntry): string => `${entryBlocks(entry).join('\n\n')}\n`

/** Returns the title of a revision in plain text: "1.3 (version 4)". */
export const entryTitle = ({ revision, version }: Pick<ChangelogEntry, 'revision' | 'version'>): string =>
  version === null ? `Version ${revision}` : `${visible(version)} (version ${revision})`

const entryHeading = ({ revision, version, created }: ChangelogEntry): string => {
  const day = created.slice(0, 10)
  return version === null ? `Version ${revision}, ${day}` : `${codeSpan(version)} (version ${revision}), ${day}`
}

/** Summarizes the changes of a revision in a line of plain text, or of Markdown if `fileName` makes it so. */
export function entrySentence({ revision, previous, changes }: ChangelogEntry, fileName = visible): string {
  if (changes === null) return revision === 1 ? 'The first version.' : 'The oldest version that is still stored.'
  if (isUnchanged(changes)) return 'No file has changed.'
  return changesSentence(changes, [`version ${previous}`, `version ${revision}`], fileName)
}

const entryBlocks = (entry: ChangelogEntry, by?: string): string[] => [
  ...(entry.note === null ? [] : [quoted(entry.note)]),
  entrySentence(entry, codeSpan),
  ...(entry.changes === null ? [] : changesBlocks(entry.changes, '###', by)),
]

/** Returns a note as a quotation: each line as a code span, in which nothing is markup. */
const quoted = (note: string): string =>
  note
    .split(/\r\n|\r|\n/)
    .map((line) => (line.trim() === '' ? '>' : `> ${codeSpan(line)}`))
    .join('\n')
