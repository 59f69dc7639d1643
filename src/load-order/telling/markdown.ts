import type { LoadOrderChanges, ModChanges, OnlyIn, PluginChanges, Rename, SettingChanges } from '../schemas.ts'
import { codeSpan } from './code-span.ts'
import { changesSentence, type ListNames } from './sentence.ts'

const MOST_ENTRIES = 200

/** The changes as Markdown, to paste into a forum, a chat or a release. Each paragraph and each list is one block. */
export function changesMarkdown(changes: LoadOrderChanges, [first, second]: ListNames): string {
  const names: ListNames = [codeSpan(first), codeSpan(second)]
  const blocks = [
    `# ${names[0]} compared with ${names[1]}`,
    changesSentence(changes, names),
    ...changesBlocks(changes, '##'),
  ]
  return `${blocks.join('\n\n')}\n`
}

/** The changes without what is told of them in one sentence, under headings of this level and the next. */
export function changesBlocks({ mods, plugins, settings, files }: LoadOrderChanges, level: `#${string}`): string[] {
  const part = (title: string, blocks: readonly string[]) =>
    blocks.length === 0 ? [] : [`${level} ${title}`, ...blocks]
  return [
    ...part('Mods', orderBlocks(mods, modBlocks)),
    ...part('Plugins', orderBlocks(plugins, pluginBlocks)),
    ...part(
      'Settings',
      settings.flatMap((changes) => settingBlocks(changes, `${level}#`)),
    ),
    ...part(
      'Files',
      section(
        'Differing',
        files.length,
        lines(files, ({ name, change }) => `${codeSpan(name)}: ${change}`),
      ),
    ),
  ]
}

/** The sentence on top tells of a part that one list lacks. */
const orderBlocks = <Changes extends object>(
  changes: Changes | OnlyIn | null,
  blocksOf: (changes: Changes) => string[],
) => (changes === null || 'only_in' in changes ? [] : blocksOf(changes))

const modBlocks = ({ counts, separators, unmanaged, ...mods }: ModChanges): string[] => [
  ...section('Added', counts.added, bySeparator(mods.added)),
  ...section('Removed', counts.removed, bySeparator(mods.removed)),
  ...section('Enabled', counts.enabled, bySeparator(mods.enabled)),
  ...section('Disabled', counts.disabled, bySeparator(mods.disabled)),
  ...section('Moved', counts.moved, moves(mods.moved)),
  ...renames(mods.possible_renames),
  ...section('Separators added', separators.added.length, inOneLine(separators.added)),
  ...section('Separators removed', separators.removed.length, inOneLine(separators.removed)),
  ...section('Unmanaged added', unmanaged.added.length, inOneLine(unmanaged.added)),
  ...section('Unmanaged removed', unmanaged.removed.length, inOneLine(unmanaged.removed)),
]

const pluginBlocks = ({ counts, ...plugins }: PluginChanges): string[] => [
  ...section('Added', counts.added, inOneLine(plugins.added)),
  ...section('Removed', counts.removed, inOneLine(plugins.removed)),
  ...section('Enabled', counts.enabled, inOneLine(plugins.enabled)),
  ...section('Disabled', counts.disabled, inOneLine(plugins.disabled)),
  ...section('Moved', counts.moved, moves(plugins.moved)),
  ...renames(plugins.possible_renames),
]

const settingBlocks = ({ file, counts, added, removed, changed }: SettingChanges, level: string): string[] => {
  const key = (setting: { section: string; key: string }) => codeSpan(`[${setting.section}] ${setting.key}`)
  return [
    `${level} ${codeSpan(file)}`,
    ...section(
      'Added',
      counts.added,
      lines(added, (setting) => `${key(setting)}: ${codeSpan(setting.value)}`),
    ),
    ...section(
      'Removed',
      counts.removed,
      lines(removed, (setting) => `${key(setting)}: was ${codeSpan(setting.value)}`),
    ),
    ...section(
      'Changed',
      counts.changed,
      lines(changed, (setting) => `${key(setting)}: ${codeSpan(setting.from)}, now ${codeSpan(setting.to)}`),
    ),
  ]
}

/** A heading and its list, which holds the first entries and then how many there are more; without any, the heading counts. */
function section(title: string, count: number, items: readonly string[]): string[] {
  if (count === 0) return []
  if (items.length === 0) return [`**${title} (${count})**`]
  const more = count > MOST_ENTRIES ? [`- and ${count - MOST_ENTRIES} more`] : []
  return [`**${title} (${count})**`, [...items, ...more].join('\n')]
}

const lines = <Entry>(entries: readonly Entry[], view: (entry: Entry) => string): string[] =>
  entries.slice(0, MOST_ENTRIES).map((entry) => `- ${view(entry)}`)

type Named = { name: string; enabled?: boolean | null }

const nameOf = ({ name, enabled }: Named): string => (enabled === false ? `${codeSpan(name)} (off)` : codeSpan(name))

const inOneLine = (entries: readonly Named[]): string[] =>
  entries.length === 0 ? [] : [`- ${entries.slice(0, MOST_ENTRIES).map(nameOf).join(', ')}`]

/** A line for each separator, as the entries come. */
function bySeparator(entries: readonly (Named & { separator: string | null })[]): string[] {
  const groups = new Map<string | null, string[]>()
  for (const entry of entries.slice(0, MOST_ENTRIES)) {
    const group = groups.get(entry.separator) ?? []
    groups.set(entry.separator, group)
    group.push(nameOf(entry))
  }
  const label = (separator: string | null) => {
    if (separator !== null) return `${codeSpan(separator)}: `
    return groups.size === 1 ? '' : 'no separator: '
  }
  return [...groups].map(([separator, names]) => `- ${label(separator)}${names.join(', ')}`)
}

const moves = (moved: readonly { name: string; to: { after: string | null } }[]): string[] =>
  lines(
    moved,
    ({ name, to }) => `${codeSpan(name)}: now ${to.after === null ? 'first' : `after ${codeSpan(to.after)}`}`,
  )

const renames = (pairs: readonly Rename[]): string[] =>
  section(
    'Possibly renamed',
    pairs.length,
    lines(pairs, ({ from, to }) => `${codeSpan(from)}, now ${codeSpan(to)}`),
  )
