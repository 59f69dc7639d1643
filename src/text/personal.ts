/*
 * Finds personal data in texts: names of users, addresses, access tokens. Problem: crash logs are published by people
 * who have not read them. Approach: before an upload, people are asked; on pages, HIDDEN stands instead. Guarantee: the
 * patterns take time in proportion to the text. Tests: test/text/personal.test.ts.
 */

/** Stands for personal data that is not shown. */
export const HIDDEN = '[hidden]'

/** A kind of personal data. The last group of the pattern is what identifies somebody. */
interface Kind {
  /** A phrase that can follow "contains". */
  what: string
  pattern: RegExp
  /** Reports whether a match identifies somebody. `around` returns the rest of its line. */
  isPersonal(found: string, around: () => [before: string, after: string]): boolean
}

/** Matches a path within a home folder on Windows, Linux, macOS or Wine. Backslashes may be doubled. */
const HOME = /(?<![\w.])(?:[a-z]:)?[\\/]{1,2}(?:users|home)[\\/]{1,2}([^\\/"'<>|:*?%$\r\n\t]{1,64})/gi

/** Names of home folders that do not identify a person, such as those of Proton and Steam Deck. */
const SHARED = new Set(['all users', 'deck', 'default', 'public', 'shared', 'steamuser'])

const isOfPerson = (name: string) => !SHARED.has(name.trim().toLowerCase())

const COMPUTER =
  /(?<![a-z_])(?:computer[ _]?name|user[ _]?domain|user[ _]?name)["']?[ \t]{0,20}[:=][ \t]{0,20}["']?([^\s:="'][^\r\n"]{0,99})/gi

const TOKENS = [
  /(?<![a-z\d])((?:ml[ck]|gh[opsu])_[\w-]{6,200})/gi,
  // Not within a word with hyphens: "-eyJ" again and again would be searched to the end of the word from each of them.
  /(?<![\w-])-{0,2}(eyJ[\w-]{5,2000}\.[\w-]{5,4000}\.[\w-]{0,2000})/gi,
  /(?<!publickey)(?:token[=:]|api_?key=)["']?([^\s"'&;,)]{4,2000})/gi,
  /--access_?token(?:=|,?[ \t]{1,4})["']?([^\s"'&;,)]{3,2000})/gi,
]

/** Matches "Bearer" and a token. Mods are called after bearers, too: a token has digits, or is long. */
const BEARER = /(?<![a-z])bearer[ \t]{1,4}([\w.~+/=-]{8,2000})/gi

/** Matches the address of a webhook of Discord, by which anyone can write into its channel. */
const WEBHOOK =
  /https:\/\/(?:\w{1,10}\.)?discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/(\d{5,25}\/[\w-]{10,200})/gi

const STEAM_ID = /steam[ _]?id(?:64)?[^\d\r\n]{0,10}(\d{17})(?!\d)/gi
const LOGGED_IN = /logged in as:?[ \t]{1,4}([\w.+-]{1,64}@[\w.-]{3,255})/gi

/** Reports whether a text is more than the signs that stand for a hidden one. */
const hasLetters = (text: string): boolean => /[a-z\d]/i.test(text)

function isToken(text: string): boolean {
  const token = text.replace(/\.(?:es[mpl]|dll|exe)$/i, '')
  return token.length >= 20 || (token.length >= 12 && /\d/.test(token) && /[a-z]{2}/i.test(token))
}

const IPV4 = /(?<![\w.-])(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})(?!\w|\.\w|-\d)/g

/** Matches global addresses only: local ones do not begin with 2 or 3. */
const IPV6 = /(?<![\w:.])([23][\da-f]{3}(?::[\da-f]{0,4}){2,7})(?![\w:])/gi

/** Words of a line that make four numbers an address. Otherwise they are a version. */
const ADDRESS_WORDS = /\b(?:ip(?:v[46])?|address(?:es)?|host(?:name)?|server|client|connected)\b/i

const PORT = /^:\d{1,5}(?!\d)/
const AFTER_VERSION = /(?:version|\bv)["']?[ \t]{0,5}[:=]?[ \t]{0,5}["']?$/i

function isAddress(found: string, around: () => [before: string, after: string]): boolean {
  const [one = 0, two = 0, ...others] = found.split('.').map(Number)
  if ([one, two, ...others].some((number) => number > 255)) return false
  const isLocal =
    one === 0 ||
    one === 10 ||
    one === 127 ||
    one >= 224 ||
    (one === 192 && two === 168) ||
    (one === 169 && two === 254) ||
    (one === 172 && two >= 16 && two < 32)
  if (isLocal) return false
  const [before, after] = around()
  if (AFTER_VERSION.test(before.slice(-30))) return false
  return PORT.test(after) || ADDRESS_WORDS.test(before) || ADDRESS_WORDS.test(after)
}

function isGlobalIpv6(found: string): boolean {
  const groups = found.split(':')
  const empty = groups.filter((group) => group === '').length
  return found.includes('::')
    ? !found.includes(':::') && empty <= 2 && groups.length <= 8
    : groups.length === 8 && empty === 0
}

const SECRETS: readonly Kind[] = [
  { what: "your computer's name", pattern: COMPUTER, isPersonal: () => true },
  ...TOKENS.map((pattern) => ({ what: 'an access token', pattern, isPersonal: hasLetters })),
  { what: 'an access token', pattern: BEARER, isPersonal: isToken },
  { what: 'the address of a Discord webhook', pattern: WEBHOOK, isPersonal: () => true },
  { what: 'a Steam ID', pattern: STEAM_ID, isPersonal: () => true },
  { what: 'an e-mail address', pattern: LOGGED_IN, isPersonal: () => true },
]

/** Only of logs: in other files, four numbers near such words are versions. */
const ADDRESSES: readonly Kind[] = [
  { what: 'an IP address', pattern: IPV4, isPersonal: isAddress },
  { what: 'an IP address', pattern: IPV6, isPersonal: isGlobalIpv6 },
]

/** Characters on either side of a match that are looked at. */
const AROUND = 300

/** Returns the rest of the line of a match, as far as it is looked at. */
function aroundOf(text: string, from: number, to: number): [before: string, after: string] {
  const before = text.slice(Math.max(0, from - AROUND), from)
  const after = text.slice(to, to + AROUND)
  return [
    before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1),
    /^[^\r\n]*/.exec(after)?.[0] ?? '',
  ]
}

/** Reports whether a match, which ends with what it found, identifies somebody. */
function isFound({ isPersonal }: Kind, all: string, found: string, index: number, text: string): boolean {
  const to = index + all.length
  return isPersonal(found, () => aroundOf(text, to - found.length, to))
}

/** Matches the rest of a path to a source file, with a line's number. */
const SOURCE = /^[^\r\n:|]{0,250}\.(?:c|cc|cpp|cxx|h|hpp|inl|ipp|rs)(?::\d|\(\d| line )/i

/** Returns the first path in a person's home folder. A source file in a call stack is on the builder's. */
export function homePathIn(text: string): string | undefined {
  const paths = [...text.matchAll(HOME)].filter(([, name = '']) => isOfPerson(name))
  const isOfBuilder = ({ 0: all, index }: RegExpExecArray) => {
    const [before] = aroundOf(text, index, index)
    const [, after] = aroundOf(text, index + all.length, index + all.length)
    return before.trimEnd().endsWith('|') && SOURCE.test(after)
  }
  return paths.find((path) => !isOfBuilder(path))?.[0].trim()
}

/**
 * Returns the kinds of secrets in a text, as phrases that can follow "contains". Only calls `isLog`, which can take long,
 * if the answer depends on it.
 */
export function secretsIn(text: string, isLog: () => boolean): string[] {
  const has = (kind: Kind): boolean => {
    for (const { 0: all, 1: found = '', index } of text.matchAll(kind.pattern))
      if (isFound(kind, all, found, index, text)) return true
    return false
  }
  const addresses = ADDRESSES.filter(has)
  const found = [...SECRETS.filter(has), ...(addresses.length > 0 && isLog() ? addresses : [])]
  return [...new Set(found.map(({ what }) => what))]
}

const HIDDEN_KINDS: readonly Kind[] = [{ what: '', pattern: HOME, isPersonal: isOfPerson }, ...SECRETS, ...ADDRESSES]

/** Matches a part of everything that is hidden. Few names have one. */
const MAYBE = /[\\/=:@]|ml[ck]_|gh[opsu]_|eyJ|bearer|--access|steam|\d\.\d{1,3}\.\d/i

/** Returns a line or text of a log with HIDDEN instead of personal data. */
export function hidePersonal(text: string): string {
  if (!MAYBE.test(text)) return text
  return HIDDEN_KINDS.reduce(
    (line, kind) =>
      line.replace(kind.pattern, (all: string, found: string, index: number) =>
        isFound(kind, all, found, index, line) ? all.slice(0, all.length - found.length) + HIDDEN : all,
      ),
    text,
  )
}
