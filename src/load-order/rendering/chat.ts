import { counted } from '../../text/amounts.ts'
import { readTicks, tickableOf } from '../merging/ticks.ts'
import type { DllChanges, LoadOrderChanges, ModChanges, PluginChanges } from '../schemas.ts'
import { codeSpan } from './code-span.ts'
import { changeRows, type RowKind } from './comparison/rows.ts'
import { type TickedRow, tickedRows } from './comparison/ticked-rows.ts'
import { fileText, regroupText } from './markdown.ts'
import { isChanges, type ListNames, pageSentence } from './sentence.ts'

/** What a short text says besides the changes. */
export interface ShortMessage {
  /** Names and versions of both lists: "Lost Prophecies 5 → 6". */
  title: string
  /** Absolute address of the comparison. */
  link: string
  /** The ticks of a suggestion, which the text then begins with. */
  take?: string
}

/** Maximum length of a text, in UTF-16 units. Discord allows 2,000; the rest is for the sender's own words. */
const MAX_LENGTH = 1_900
const MAX_NAME = 60

/** What happened to files, the most telling first. */
const FILE_CHANGES: readonly LoadOrderChanges['files'][number]['change'][] = ['removed', 'changed', 'added']

/** Changes of one kind: its heading, the number of changes, and a line for each that is known. */
interface Kind {
  heading: string
  count: number
  lines: readonly string[]
}

/**
 * Formats changes as a text for chats and forums. It reads the same in CommonMark, on Discord and on Reddit: signs are
 * code spans, and changes are list items. What is gone or off comes first; once a change does not fit, no later one is
 * shown. Each kind has its number, and the number of changes that are left out. A text about ticked changes begins with
 * these.
 */
export function shortChanges(changes: LoadOrderChanges, sides: ListNames, message: ShortMessage): string {
  return suggestionText(changes, message) ?? allChanges(changes, sides, message)
}

/** Returns the ticked changes, and the link that has them. Undefined if no change is ticked. */
function suggestionText({ mods, plugins }: LoadOrderChanges, { title, link, take = '' }: ShortMessage) {
  const parts = { mods: isChanges(mods) ? mods : null, plugins: isChanges(plugins) ? plugins : null }
  const all = {
    mods: parts.mods === null ? [] : changeRows(parts.mods),
    plugins: parts.plugins === null ? [] : changeRows(parts.plugins),
  }
  const { rows, others } = tickedRows(
    all,
    take === '' ? new Set() : readTicks(take, tickableOf(parts.mods, parts.plugins)).ids,
  )
  if (rows.length === 0) return undefined
  const between = ` (${plain(shortName(title, 2 * MAX_NAME))}): <${link}>`
  const last =
    others.count === 0 ? `No other difference${between}` : `${counted(others.count, 'other difference')}${between}`
  let text = `**Try ${rows.length === 1 ? 'this one' : `these ${rows.length}`}:**\n`
  const left = MAX_LENGTH - last.length - 40 // for the number of those that are left out
  let shown = 0
  for (const row of rows) {
    const line = `\n${suggestionLine(row)}`
    if (text.length + line.length > left) break
    text += line
    shown++
  }
  return `${text}${shown < rows.length ? `\n\nand ${rows.length - shown} more` : ''}\n\n${last}`
}

const SIGNS: Record<RowKind, string> = {
  removed: 'off',
  disabled: 'off',
  enabled: 'on',
  updated: 'updated',
  moved: 'moved',
  regrouped: 'moved',
  added: '+',
}

function suggestionLine({ name, kinds, after, plugins }: TickedRow): string {
  const signs = kinds.flatMap((kind) => (kind === 'updated' || kind === 'regrouped' ? [] : `\`${SIGNS[kind]}\``))
  const place = after === null ? '' : after.to === null ? ', first' : `, after ${plain(after.to)}`
  const its = plugins.length === 0 ? '' : `, with ${plugins.map((plugin) => plain(plugin)).join(', ')}`
  return `- ${signs.join(' ')} ${plain(name)}${place}${its}`
}

function allChanges(changes: LoadOrderChanges, sides: ListNames, { title, link }: ShortMessage): string {
  const names: ListNames = [shortName(sides[0]), shortName(sides[1])]
  const kinds = kindsOf(changes, names).filter(({ count }) => count > 0)
  const head = `**${plain(shortName(title, 2 * MAX_NAME))}**\n\n${plain(pageSentence(changes, names), 400)}`
  const last = `\n\n<${link}>`
  const headingOf = ({ heading, count }: Kind, shown: number) =>
    `\n\n**${heading}: ${count}**${shown < count ? ` (${count - shown} left out)` : ''}`
  // Every heading is reserved with the most that it can have.
  let left = MAX_LENGTH - head.length - last.length
  const told = kinds.filter((kind) => {
    const length = headingOf({ ...kind }, 0).length
    if (length > left) return false
    left -= length
    return true
  })
  let isFull = false
  const blocks = told.map((kind) => {
    const shown: string[] = []
    for (const line of kind.lines) {
      const space = line.length + (shown.length === 0 ? 2 : 1)
      if (isFull || space > left) {
        isFull = true
        break
      }
      left -= space
      shown.push(line)
    }
    return headingOf(kind, shown.length) + (shown.length === 0 ? '' : `\n\n${shown.join('\n')}`)
  })
  return head + blocks.join('') + last
}

/** Returns the kinds of changes, the most telling first. */
function kindsOf({ mods, plugins, dlls, settings, files }: LoadOrderChanges, names: ListNames): Kind[] {
  const parts = [
    isChanges(mods) ? orderKinds('mods', mods, names) : null,
    isChanges(plugins) ? orderKinds('plugins', plugins, names) : null,
  ]
  const each = (kind: keyof ReturnType<typeof orderKinds>) => parts.flatMap((part) => part?.[kind] ?? [])
  const counted = [
    ...parts.flatMap((part) => (part === null ? [] : [part.removed, part.disabled])),
    ...each('enabled'),
    ...each('updated'),
    ...each('moved'),
    ...each('regrouped'),
    ...(isChanges(dlls) ? dllKinds(dlls, names) : []),
    ...settingKinds(settings),
    ...each('addedOn'),
    ...each('addedOff'),
  ]
  const isEmpty = counted.every(({ count }) => count === 0)
  return isEmpty
    ? [{ heading: 'Files', count: files.length, lines: goneFirst(files).map((file) => `- ${fileText(file)}`) }]
    : counted
}

const goneFirst = (files: LoadOrderChanges['files']) =>
  files.toSorted((one, other) => FILE_CHANGES.indexOf(one.change) - FILE_CHANGES.indexOf(other.change))

function orderKinds(part: 'mods' | 'plugins', changes: ModChanges | PluginChanges, [first, second]: ListNames) {
  const { counts } = changes
  const label = (text: string) => (part === 'mods' ? text : `Plugins, ${text[0]?.toLowerCase()}${text.slice(1)}`)
  const kind = (heading: string, sign: string, count: number, entries: readonly { name: string }[]): Kind => ({
    heading: label(heading),
    count,
    lines: entries.map(({ name }) => `- \`${sign}\` ${plain(name)}`),
  })
  const off = changes.added.filter(({ enabled }) => enabled === false)
  const moves = changes.moved.map(({ name, to }) => ({
    name,
    now: to.after === null ? 'now first' : `now after ${plain(to.after)}`,
  }))
  const updates = 'updated' in changes ? changes.updated : []
  return {
    removed: kind(`Only in ${plain(first)}`, '-', counts.removed, changes.removed),
    disabled: kind('Switched off', 'off', counts.disabled, changes.disabled),
    enabled: kind('Switched on', 'on', counts.enabled, changes.enabled),
    updated: {
      heading: label('Updated'),
      count: 'updated' in counts ? counts.updated : 0,
      lines: updates.map(({ name, from, to }) => `- \`updated\` ${plain(name)} ${codeSpan(from)} → ${codeSpan(to)}`),
    },
    moved: {
      heading: label('Moved'),
      count: counts.moved,
      lines: moves.map(({ name, now }) => `- \`moved\` ${plain(name)}, ${now}`),
    },
    regrouped: {
      heading: label('Moved to another separator'),
      count: 'regrouped' in counts ? counts.regrouped : 0,
      lines: 'regrouped' in changes ? changes.regrouped.map((one) => `- ${regroupText(one)}`) : [],
    },
    addedOn: kind(
      `Only in ${plain(second)}`,
      '+',
      counts.added - off.length,
      changes.added.filter(({ enabled }) => enabled !== false),
    ),
    addedOff: kind(`Only in ${plain(second)}, off`, '+ off', off.length, off),
  }
}

function dllKinds({ counts, added, removed, updated }: DllChanges, [first, second]: ListNames): Kind[] {
  const line = (sign: string, { name, version }: DllChanges['added'][number]) =>
    `- \`${sign}\` ${plain(name)}${version === null ? '' : ` ${codeSpan(version)}`}`
  return [
    { heading: `DLLs, only in ${plain(first)}`, count: counts.removed, lines: removed.map((dll) => line('-', dll)) },
    {
      heading: 'DLLs, updated',
      count: counts.updated,
      lines: updated.map(({ name, from, to }) => `- \`updated\` ${plain(name)} ${codeSpan(from)} → ${codeSpan(to)}`),
    },
    { heading: `DLLs, only in ${plain(second)}`, count: counts.added, lines: added.map((dll) => line('+', dll)) },
  ]
}

/** Maximum number of files whose settings have a heading each. More headings would take the space of changes. */
const MAX_FILES = 3

function settingKinds(files: LoadOrderChanges['settings']): Kind[] {
  const isMany = files.length > MAX_FILES
  const kinds = files.map(({ file, counts, added, removed, changed }): Kind => {
    const where = isMany ? `${plain(file)} ` : ''
    return {
      heading: `Settings in ${plain(file)}`,
      count: counts.added + counts.removed + counts.changed,
      lines: [
        ...removed.map(({ key, value }) => `- \`-\` ${where}${codeSpan(`${key}=${value}`)}`),
        ...changed.map(({ key, from, to }) => `- ${where}${codeSpan(key)} ${codeSpan(from)} → ${codeSpan(to)}`),
        ...added.map(({ key, value }) => `- \`+\` ${where}${codeSpan(`${key}=${value}`)}`),
      ],
    }
  })
  if (!isMany) return kinds
  const count = kinds.reduce((sum, kind) => sum + kind.count, 0)
  return [{ heading: `Settings in ${kinds.length} files`, count, lines: kinds.flatMap(({ lines }) => lines) }]
}

/** Matches texts that no chat and no forum changes: no Markdown, link, mention or emoji. */
const HARMLESS = /^[\p{L}\p{N}(][\p{L}\p{N} ,'’()&+→;-]*$/u

/** Returns a text as it is if no Markdown can change it, else as a code span. Long texts are cut. */
function plain(text: string, most = 100): string {
  const cut = shortName(text, most)
  const withoutDots = cut.replace(/\.(?=\s|$|\d)|(?<=\d)\.|:(?= )/g, '')
  return HARMLESS.test(withoutDots) && !/^\d+[.)]|www|&\w+;/i.test(cut) ? cut : codeSpan(cut)
}

const shortName = (text: string, most = MAX_NAME): string =>
  text.length <= most
    ? text
    : `${text
        .slice(0, most)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`
