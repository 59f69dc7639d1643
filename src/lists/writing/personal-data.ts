import { utf16Label } from '../../text/binary.ts'

/*
 * What a file of a profile says about the person who plays: a list is public, and its author may not know that an INI file
 * holds more than settings. The command line and the website's pages in a browser use it: no module of Node is imported here.
 */

/** Lines that hold an account of the player, with a value that is not empty and not 0. All start at the start of a line. */
const LINES: readonly [what: string, line: RegExp][] = [
  ['ids of your Steam account', /^[ \t]*uPersistentUuidData\d+_Steam[ \t]*=[ \t]*[1-9a-f]/im],
  ['ids of your Bethesda.net account', /^[ \t]*uPersistentUuidData\d+[ \t]*=[ \t]*[1-9a-f]/im],
  ['your login for Nexus Mods', /^[ \t]*nexus_(?:username|password)[ \t]*=[ \t]*\S/im],
  ['your login for Steam', /^[ \t]*steam_(?:username|password)[ \t]*=[ \t]*\S/im],
]

/** A path under a home folder, as Windows, Linux, macOS and Wine write it, also with each backslash twice. */
const HOME = /(?<![\w.])(?:[a-z]:)?[\\/]{1,2}(?:users|home)[\\/]{1,2}([^\\/"'<>|:*?%$\r\n\t]{1,64})/gi

/** Names of home folders that say nothing about a person. Proton calls every player steamuser, a Steam Deck deck. */
const SHARED = new Set(['all users', 'deck', 'default', 'public', 'shared', 'steamuser'])

/** What personal data a text file holds, in words that follow "holds": "ids of your Steam account". */
export function personalData(content: Uint8Array): string[] {
  const text = new TextDecoder(utf16Label(content) ?? 'utf-8').decode(content)
  const found = LINES.filter(([, line]) => line.test(text)).map(([what]) => what)
  const home = [...text.matchAll(HOME)].find(([, name = '']) => !SHARED.has(name.trim().toLowerCase()))
  return home === undefined ? found : [...found, `a path with your user name (${home[0].trim()})`]
}
