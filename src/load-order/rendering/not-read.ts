import { GAMES, type KnownGame } from '../games.ts'
import type { Note } from '../schemas.ts'
import { visible } from './code-span.ts'

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
export const filesToAdd = (is: (game: KnownGame) => boolean = () => false): string => {
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
