import { counted as countOf, plural } from '../../text/amounts.ts'
import type { DllChanges, LoadOrderChanges, ModChanges, OnlyIn, PluginChanges } from '../schemas.ts'
import { visible } from './code-span.ts'
import { logWords } from './crash.ts'
import { totalOf } from './totals.ts'

/** The names of the two lists. The caller makes sure that they differ. */
export type ListNames = readonly [first: string, second: string]

/**
 * Summarizes changes in a line of plain text: "18 mods added, 3 removed; 1 setting changed". `fileName` formats the name
 * of a file, if the line becomes Markdown. `isDetailed` also counts the added ones that are off, and names moved ones
 * last.
 */
export function changesSentence(
  changes: LoadOrderChanges,
  names: ListNames,
  fileName = visible,
  isDetailed = false,
): string {
  const counted = [
    isChanges(changes.mods) ? orderWords('mod', changes.mods, isDetailed) : '',
    isChanges(changes.plugins) ? orderWords('plugin', changes.plugins, isDetailed) : '',
    isChanges(changes.dlls) ? dllWords(changes.dlls) : '',
    settingWords(changes),
    ...logWords(changes, fileName),
  ]
  const lacking = [
    onlyIn('mods', changes.mods, names),
    onlyIn('plugins', changes.plugins, names),
    onlyIn('DLLs', changes.dlls, names),
    ...changes.notes.map((note) => orderMissing(note, names)),
  ].filter(isFilled)
  const words = counted.filter(isFilled).join('; ') || (lacking.length > 0 ? '' : otherWords(changes, fileName))
  return lacking.length === 0 ? words : [words && `${words}.`, ...lacking].filter(isFilled).join(' ')
}

const NO_DIFFERENCES = 'No differences.'

/** Reports whether nothing differs. Lists of two games can read the same files differently. */
export const isUnchanged = (changes: LoadOrderChanges): boolean =>
  changes.same && changesSentence(changes, ['', '']) === NO_DIFFERENCES

/**
 * Summarizes changes for a page: "From 5 to 6: 66 mods added, 27 of them off, 6 removed". Without any number it is the
 * same as changesSentence.
 */
export function pageSentence(changes: LoadOrderChanges, names: ListNames): string {
  const sentence = changesSentence(changes, names, visible, true)
  return /^(?:\d|at least|crashes at|game version)/.test(sentence)
    ? `From ${names[0]} to ${names[1]}: ${sentence}`
    : sentence
}

const isFilled = (words: string) => words !== ''

/** Reports whether both lists have the part, so that there are changes. */
export const isChanges = <Changes extends object>(part: Changes | OnlyIn | null): part is Changes =>
  part !== null && !('only_in' in part)

const onlyIn = (part: string, changes: object | OnlyIn | null, names: ListNames): string =>
  changes !== null && 'only_in' in changes ? `Only ${names[changes.only_in === 1 ? 0 : 1]} has ${part}.` : ''

const orderMissing = ({ list, code, count }: LoadOrderChanges['notes'][number], names: ListNames): string =>
  code === 'order_missing'
    ? `${names[list - 1]} has no loadorder.txt, so ${countOf(count, 'plugin')} could not be compared.`
    : ''

function orderWords(noun: string, { counts, added }: ModChanges | PluginChanges, isDetailed: boolean): string {
  const addedOff = isDetailed ? added.filter(({ enabled }) => enabled === false).length : 0
  return counted(noun, [
    [counts.added, 'added'],
    [addedOff, 'of them off'],
    [counts.removed, 'removed'],
    ['updated' in counts ? counts.updated : 0, 'updated'],
    [isDetailed ? 0 : counts.moved, 'moved'],
    ['regrouped' in counts && !isDetailed ? counts.regrouped : 0, 'regrouped'],
    [counts.enabled, 'switched on'],
    [counts.disabled, 'switched off'],
    [isDetailed ? counts.moved : 0, 'moved'],
    ['regrouped' in counts && isDetailed ? counts.regrouped : 0, 'moved to another separator'],
  ])
}

const dllWords = ({ counts }: DllChanges): string =>
  counted('DLL', [
    [counts.added, 'added'],
    [counts.removed, 'removed'],
    [counts.updated, 'updated'],
  ])

function settingWords({ settings }: LoadOrderChanges): string {
  const sum = (count: 'added' | 'removed' | 'changed') =>
    settings.reduce((total, { counts }) => total + counts[count], 0)
  return counted('setting', [
    [sum('added'), 'added'],
    [sum('removed'), 'removed'],
    [sum('changed'), 'changed'],
  ])
}

/**
 * Returns the sentence if no mods, plugins or settings changed: it mentions separators, unmanaged mods or the text of
 * files.
 */
function otherWords({ same, mods, files, unread }: LoadOrderChanges, fileName: typeof visible): string {
  if (same) return NO_DIFFERENCES
  if (unread !== undefined) return unreadWords(files, unread, fileName)
  const words = isChanges(mods) ? presenceWords(mods) : ''
  return words || `No differences except in the text of ${files.length} ${plural('file', files.length)}.`
}

/** Says that files differ whose mods are not read: "a.log differs: 2 lines added. Its mods are not read." */
function unreadWords(
  files: LoadOrderChanges['files'],
  lines: NonNullable<LoadOrderChanges['unread']>,
  fileName: typeof visible,
): string {
  const [first] = files
  const isOne = files.length === 1 && first !== undefined
  const what = isOne ? `${fileName(first.name)} differs` : `${files.length} files differ`
  const counts = counted('line', [
    [lines.added, 'added'],
    [lines.removed, 'removed'],
  ])
  return `${what}${counts && `: ${counts}`}. ${isOne ? 'Its' : 'Their'} mods are not read.`
}

function presenceWords(mods: ModChanges): string {
  const words = (noun: string, { added, removed }: ModChanges['separators']) =>
    counted(noun, [
      [added.length, 'added', totalOf(mods, added).isCut],
      [removed.length, 'removed', totalOf(mods, removed).isCut],
    ])
  return [words('separator', mods.separators), words('unmanaged mod', mods.unmanaged)].filter(isFilled).join('; ')
}

/** Joins counts: "1 mod added, 3 removed". Zeros are left out, and only the first count has the noun. */
export function counted(noun: string, counts: readonly [count: number, what: string, isCut?: boolean][]): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what, isCut = false], at) => {
      const number = isCut ? `at least ${count}` : count
      return `${number} ${at === 0 ? `${plural(noun, count)} ` : ''}${what}`
    })
    .join(', ')
}
