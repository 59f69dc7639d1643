import { isLog } from '../../../load-order/reading/logs/logs.ts'
import { utf16Label } from '../../../text/binary.ts'
import { homePathIn, secretsIn } from '../../../text/personal.ts'

/*
 * Finds personal data in the files of a profile, which its author may not expect in an INI file. Runs in browsers too.
 */

/** Settings that identify an account of the player, if their value is neither empty nor 0. */
const LINES: readonly [what: string, line: RegExp][] = [
  ['ids of your Steam account', /^[ \t]*uPersistentUuidData\d+_Steam[ \t]*=[ \t]*[1-9a-f]/im],
  ['ids of your Bethesda.net account', /^[ \t]*uPersistentUuidData\d+[ \t]*=[ \t]*[1-9a-f]/im],
  ['your login for Nexus Mods', /^[ \t]*nexus_(?:username|password)[ \t]*=[ \t]*\S/im],
  ['your login for Steam', /^[ \t]*steam_(?:username|password)[ \t]*=[ \t]*\S/im],
]

/** Returns the author of a modpack of CKAN, which is the name of the account on the computer by default. */
function ckanAuthor(text: string): string | undefined {
  if (!text.includes('"metapackage"')) return undefined
  try {
    const { kind, author } = JSON.parse(text)
    const names = [author].flat().filter((name) => typeof name === 'string' && name.trim() !== '')
    return kind === 'metapackage' && names.length > 0 ? names.join(', ').slice(0, 100) : undefined
  } catch {
    return undefined
  }
}

/** Returns the kinds of personal data in a text file, as phrases such as "ids of your Steam account". */
export function personalData(content: Uint8Array): string[] {
  const text = new TextDecoder(utf16Label(content) ?? 'utf-8').decode(content)
  const author = ckanAuthor(text)
  if (author !== undefined) return [`an author's name (${author}), which CKAN takes from your account on this computer`]
  const found = [
    ...LINES.filter(([, line]) => line.test(text)).map(([what]) => what),
    ...secretsIn(text, () => isLog(text)),
  ]
  const home = homePathIn(text)
  return home === undefined ? found : [...found, `a path with a user's name (${home})`]
}
