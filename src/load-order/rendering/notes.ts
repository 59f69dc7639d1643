import { counted } from '../../text/amounts.ts'
import { GAMES, type KnownGame } from '../games.ts'
import type { Note } from '../schemas.ts'
import { visible } from './code-span.ts'

const TEXTS: Readonly<Record<Note['code'], (count: number) => string>> = {
  order_reversed: () => 'is in reverse order; it was read from the last line up',
  order_missing: (count) => `is missing, so ${counted(count, 'plugin')} could not be compared`,
  cut: (count) => `is too long to show in full; ${counted(count, 'line')} left out`,
  duplicate_mods: (count) => `has ${counted(count, 'line')} with mods already listed above; ignored`,
  duplicate_plugins: (count) =>
    `has ${counted(count, 'line')} with plugins already listed above; only the last state counts`,
  repeated_settings: (count) => `has ${counted(count, 'line')} with settings already listed above; ignored`,
  not_plugins: (count) => `has ${counted(count, 'line')} that ${count === 1 ? 'is' : 'are'} not plugins; ignored`,
  not_entries: (count) => `has ${counted(count, 'line')} that ${count === 1 ? 'is' : 'are'} not entries; ignored`,
  not_read: () => 'is kept as text',
  unreadable: () => 'could not be read; its syntax is broken',
  skipped_mods: (count) => `lists ${counted(count, 'mod')} that the game did not load`,
  more_logs: (count) =>
    `is the newest log; ${counted(count, 'other log')} ${count === 1 ? 'is' : 'are'} not shown here`,
  log_cut: (count) => `counts ${counted(count, 'plugin')} more than it lists`,
  log_differs: (count) => `is of another load order; ${counted(count, 'plugin')} differ${count === 1 ? 's' : ''}`,
  repeated_sections: (count) =>
    `has ${counted(count, 'line')} in sections already listed above; games do not read them`,
}

/** Says what a note tells of its file: "has 2 lines that are not plugins; ignored: a, b". */
export function noteWords({ code, count, names }: Note): string {
  const named = names.length === 0 ? '' : `: ${names.join(', ')}`
  return `${TEXTS[code](count)}${named}${count > names.length && names.length >= 20 ? ' and others' : ''}`
}

const AND = new Intl.ListFormat('en')

interface Parts {
  mods: unknown
  plugins: unknown
  settings: readonly unknown[]
  log: unknown
}

/** Reports whether nothing is read from a list's files. */
export const isUnread = ({ mods, plugins, settings, log }: Parts): boolean =>
  mods === null && plugins === null && settings.length === 0 && log === null

/** Says which files make a list of a game comparable: "To compare, add modlist.txt and plugins.txt." */
const filesToAdd = (is: (game: KnownGame) => boolean = () => false): string => {
  const { form, kinds = [] } = GAMES.find(is) ?? {}
  const [first] = form === undefined ? kinds.flatMap(({ pasted }) => pasted?.name ?? []) : []
  return `To compare, add ${first ?? 'modlist.txt and plugins.txt'}.`
}

/** Says that nothing is read from files, and which files to add for their game. */
export const notReadWords = (names: readonly string[], is?: (game: KnownGame) => boolean): string =>
  `No mods or plugins are read from ${AND.format(names.map(visible))}: ${names.length === 1 ? 'it is' : 'they are'} kept as text. ${filesToAdd(is)}`

/** Returns the notes on files from which nothing is read: one, whose name is the sentence. */
export const notReadNotes = (names: readonly string[], is?: (game: KnownGame) => boolean): Note[] =>
  names.length === 0
    ? []
    : [{ file: names[0] ?? '', code: 'not_read', count: names.length, names: [notReadWords(names, is)] }]

/** Returns what recognizes a game by its word on Nexus Mods. */
export const byDomain =
  (domain: string | null | undefined) =>
  (game: KnownGame): boolean =>
    domain != null && game.domain === domain

/** Says how the mods of a list of names were read: "Read as 42 mods, from a text." Undefined for another file. */
export const listWords = (name: string, mods: readonly unknown[] | null): string | undefined =>
  mods !== null && /^(?:mods\.(?:txt|md|html)|names\.txt)$/i.test(name)
    ? `Read as ${counted(mods.length, 'mod')}, from a text.`
    : undefined
