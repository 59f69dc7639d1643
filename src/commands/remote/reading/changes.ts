import type pc from 'picocolors'
import { profileChanges } from '../../../compare/load-orders/profile-changes.ts'
import { ListChanges } from '../../../compare/schemas.ts'
import { data } from '../../../lists/schemas.ts'
import { type ChangelogEntry, entrySentence, entryTitle } from '../../../load-order/rendering/markdown.ts'
import { changesSentence, isChanges, type ListNames } from '../../../load-order/rendering/sentence.ts'
import { totalOf } from '../../../load-order/rendering/totals.ts'
import type {
  DllChanges,
  LoadOrderChanges,
  ModChanges,
  PluginChanges,
  SettingChanges,
} from '../../../load-order/schemas.ts'
import { oneLine } from '../../terminal.ts'
import { type Api, defaultLimits } from '../api.ts'
import { loadSource, type Place, readLocal, type Source } from '../sources.ts'

type Colors = ReturnType<typeof pc.createColors>

/** Returns the changes as text for people. Each has a sign and a word, so that nothing depends on colour alone. */
export function changesText(changes: LoadOrderChanges, names: ListNames, colors: Colors): string {
  const [first = '', second = ''] = names.map(oneLine)
  const heading = `${colors.bold(`${first} -> ${second}`)}\n${changesSentence(changes, [first, second])}`
  return [heading, ...partTexts(changes, colors)].join('\n\n')
}

/** Like changesText, for the changes of a revision from the one before it. */
export function entryText(entry: ChangelogEntry, colors: Colors): string {
  const title = oneLine(`${entryTitle(entry)}, ${timeText(entry.created)}`)
  const heading = `${colors.bold(title)}\n${entrySentence(entry)}`
  return [heading, ...(entry.changes === null ? [] : partTexts(entry.changes, colors))].join('\n\n')
}

/** Returns a timestamp without fractions of a second. */
export const timeText = (timestamp: string): string => timestamp.replace(/\.\d+Z$/, 'Z')

/** Returns a text for each part that has changes. The sentence before them says if only one list has a part. */
function partTexts({ mods, plugins, dlls, settings, files }: LoadOrderChanges, colors: Colors): string[] {
  const titled = (title: string, lines: string[]) => (lines.length === 0 ? [] : [colors.bold(title), ...lines])
  const parts = [
    titled('Mods', isChanges(mods) ? modLines(mods, colors) : []),
    titled('Plugins', isChanges(plugins) ? orderLines(plugins, () => '', colors) : []),
    titled('DLLs', isChanges(dlls) ? dllLines(dlls, colors) : []),
    ...settings.map((file) => titled(oneLine(file.file), settingLines(file, colors))),
    titled(
      'Files',
      files.map(({ name, change }) => `  ${change} ${oneLine(name)}`),
    ),
  ]
  return parts.filter((part) => part.length > 0).map((part) => part.join('\n'))
}

const under = ({ separator }: { separator: string | null }) => (separator === null ? '' : ` (${oneLine(separator)})`)

const modLines = (mods: ModChanges, colors: Colors): string[] => [
  ...orderLines(mods, under, colors),
  ...lines(mods.regrouped, mods.counts.regrouped, ({ name, from, to }) =>
    colors.cyan(`  = regrouped ${oneLine(name)}: under ${headingOf(from)}, now under ${headingOf(to)}`),
  ),
  ...nameLines(mods, mods.separators.added, (name) => colors.green(`  + separator added: ${name}`)),
  ...nameLines(mods, mods.separators.removed, (name) => colors.red(`  - separator removed: ${name}`)),
  ...nameLines(mods, mods.unmanaged.added, (name) => colors.green(`  + unmanaged added: ${name}`)),
  ...nameLines(mods, mods.unmanaged.removed, (name) => colors.red(`  - unmanaged removed: ${name}`)),
]

const headingOf = (separator: string | null) => (separator === null ? 'no separator' : oneLine(separator))

const nameLines = (
  mods: ModChanges,
  entries: readonly { name: string }[],
  text: (name: string) => string,
): string[] => [
  ...entries.map(({ name }) => text(oneLine(name))),
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
  { counts, updated = [], ...order }: Order<Entry>,
  placeOf: (entry: Entry) => string,
  { green, red, yellow, cyan }: Colors,
): string[] {
  const nameOf = (entry: Entry) => `${oneLine(entry.name)}${placeOf(entry)}`
  const off = ({ enabled }: { enabled: boolean | null }) => (enabled === false ? ' [off]' : '')
  return [
    ...lines(order.added, counts.added, (entry) =>
      green(`  + added ${oneLine(entry.name)}${off(entry)}${placeOf(entry)}`),
    ),
    ...lines(order.removed, counts.removed, (entry) => red(`  - removed ${nameOf(entry)}`)),
    ...lines(updated, counts.updated ?? 0, ({ name, from, to }) =>
      cyan(`  ^ updated ${oneLine(name)}: ${oneLine(from)} to ${oneLine(to)}`),
    ),
    ...lines(order.enabled, counts.enabled, (entry) => green(`  * switched on ${nameOf(entry)}`)),
    ...lines(order.disabled, counts.disabled, (entry) => yellow(`  o switched off ${nameOf(entry)}`)),
    ...lines(order.moved, counts.moved, ({ name, to }) =>
      cyan(`  > moved ${oneLine(name)}, now ${to.after === null ? 'first' : `after ${oneLine(to.after)}`}`),
    ),
    ...order.possible_renames.map(({ from, to }) => `  ? perhaps renamed: ${oneLine(from)}, now ${oneLine(to)}`),
  ]
}

function dllLines({ counts, added, removed, updated }: DllChanges, { green, red, cyan }: Colors): string[] {
  const text = ({ name, version }: DllChanges['added'][number]) =>
    `${oneLine(name)}${version === null ? '' : ` ${oneLine(version)}`}`
  return [
    ...lines(added, counts.added, (dll) => green(`  + added ${text(dll)}`)),
    ...lines(removed, counts.removed, (dll) => red(`  - removed ${text(dll)}`)),
    ...lines(updated, counts.updated, ({ name, from, to }) =>
      cyan(`  ^ updated ${oneLine(name)}: ${oneLine(from)} to ${oneLine(to)}`),
    ),
  ]
}

function settingLines({ counts, added, removed, changed }: SettingChanges, { green, red, yellow }: Colors): string[] {
  const key = (setting: { section: string; key: string }) => `[${oneLine(setting.section)}] ${oneLine(setting.key)}`
  return [
    ...lines(added, counts.added, (setting) => green(`  + added ${key(setting)} = ${oneLine(setting.value)}`)),
    ...lines(removed, counts.removed, (setting) => red(`  - removed ${key(setting)}, was ${oneLine(setting.value)}`)),
    ...lines(changed, counts.changed, (setting) =>
      yellow(`  ~ changed ${key(setting)}: ${oneLine(setting.from)}, now ${oneLine(setting.to)}`),
    ),
  ]
}

/** Returns a line for each entry, and one for those that the response leaves out. */
const lines = <Entry>(entries: readonly Entry[], count: number, text: (entry: Entry) => string): string[] => [
  ...entries.map(text),
  ...(count > entries.length ? [`  and ${count - entries.length} more`] : []),
]

/** A compared list, folder or file. A folder or file has only a name. */
interface Side {
  name: string
  slug?: string
}

/**
 * Returns the changes between two places. A folder or file is compared on this machine, which sends nothing of it.
 * `domain` is the game of folders and files in addresses of Nexus Mods; without it, it is that of the Mod Organizer they
 * belong to.
 */
export async function changesBetween(
  [one, other]: readonly [Place, Place],
  server: () => Api,
  complain: (text: string) => void,
  domain?: string | null,
): Promise<LoadOrderChanges & { list1: Side; list2: Side }> {
  if ('slug' in one && 'slug' in other) {
    const path = `/compare/${encodeURIComponent(one.slug)}/${encodeURIComponent(other.slug)}/changes`
    return (await server().get(path, data(ListChanges))).data
  }
  const limits = 'slug' in one || 'slug' in other ? await server().limits() : defaultLimits()
  const read = async (place: Place): Promise<{ side: Side; source: Source }> => {
    if ('path' in place) {
      const source = await readLocal(place, limits, complain)
      if (domain !== undefined) source.domain = domain
      return { side: { name: source.name }, source }
    }
    const { list, source } = await loadSource(server(), place.slug)
    const { files: _, ...side } = list
    return { side, source }
  }
  const [before, after] = [await read(one), await read(other)]
  return { list1: before.side, list2: after.side, ...profileChanges(before.source, after.source) }
}

/**
 * Returns what to call two places. A revision's name ends in `slug@n`. If both names are equal, lists end in their
 * slugs, and two folders or files are called by their paths as given.
 */
export function namesApart([one, other]: readonly [Side, Side], [first, second]: readonly [Place, Place]): ListNames {
  const areEqual = one.name === other.name
  if (areEqual && 'path' in first && 'path' in second) return [first.path, second.path]
  const nameOf = (name: string, place: Place) => {
    if ('slug' in place) return areEqual || place.slug.includes('@') ? `${name} (${place.slug})` : name
    return areEqual ? `${name} (${place.kind})` : name
  }
  return [nameOf(one.name, first), nameOf(other.name, second)]
}

/** Returns JSON without characters that control a terminal, which names may contain. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(
    /[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
