import { isName, keyOf, NAME_LIMIT } from '../../key.ts'
import type { CodePlace } from '../../schemas.ts'

/** The place of code that is in no module. */
export const NOWHERE: CodePlace = { module: null, offset: null }

/** Matches the end of a module's name, and the offset in it: ".dll+001EAB4". */
const OFFSET = /\.(\w{1,5})\+([\da-f]{1,16})(?!\w)/i
const ADDRESS = /^\s*0x[\da-f]{1,16}(?!\w)/i

/** Characters that no file name has, and wide spaces, which separate columns. */
const NOT_IN_PATHS = /[<>:"|?*\t]|\s\s/

/** Reads "0x7FF91C44EAB4 skee64.dll+001EAB4 ...", with or without brackets around the module. */
export function placeAfterAddress(text: string): CodePlace {
  const rest = text.slice(ADDRESS.exec(text)?.[0].length ?? 0).trim()
  const found = OFFSET.exec(rest)
  if (found === null) return NOWHERE
  const written = rest.slice(rest.startsWith('(') ? 1 : 0, found.index + 1 + (found[1]?.length ?? 0))
  const path = written.slice(Math.max(written.lastIndexOf('\\'), written.lastIndexOf('/')) + 1)
  return isName(path) && !NOT_IN_PATHS.test(written.replace(/^[a-z]:/i, ''))
    ? { module: path, offset: offsetOf(found[2] ?? '') }
    : NOWHERE
}

/** Returns an offset without leading zeros, so that those of all loggers agree. */
const offsetOf = (hex: string): string => hex.toUpperCase().replace(/^0+(?=.)/, '')

/** Matches the beginning of a line of a call stack: "[ 0]", "[0][P]". */
const FRAME = /^\[\s{0,3}\d{1,5}\]\s{0,3}(?:\[[a-z]\])?/i

/** Matches the beginning of a frame in a log of NVSE: "0x0019ED14 |   FalloutNV (0x00EC7C62) |", "0x0019ED14 ==> ...". */
const NVSE_FRAME = /^0x[\da-f]{8} (?:\||==>) /i

/** Returns the place of a frame; undefined if the line is none. */
export function frameOf(line: string): CodePlace | undefined {
  const head = FRAME.exec(line)?.[0]
  if (head !== undefined) return placeAfterAddress(line.slice(head.length))
  const start = NVSE_FRAME.exec(line)?.[0].length
  if (start === undefined) return undefined
  const open = line.indexOf(' (0x', start)
  const [, hex] = /^ \(0x([\da-f]{1,16})\)/i.exec(line.slice(Math.max(open, 0), open + 24)) ?? []
  const module = open === -1 || hex === undefined ? undefined : moduleOf(line.slice(start, open))
  return module === undefined ? NOWHERE : { module, offset: offsetOf(hex ?? '') }
}

/** Returns the trimmed name of a module; undefined for another text. */
export function moduleOf(text: string): string | undefined {
  const name = text.trim()
  return isName(name) && !/[<>:"|?*\t()\\/,]/.test(name) ? name : undefined
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[ T](\d{1,2}):(\d{2}):(\d{2})(?:[.,]\d{1,9})?(?: ?(?:UTC|Z))?$/
const NAMED_MONTH = /^(\d{1,2}) ([A-Za-z]{3})[a-z]{0,6} (\d{4}) (\d{1,2}):(\d{2}):(\d{2})(?:[.,]\d{1,9})?$/
const FILE_NAME = /(?<!\d)(\d{4})[-_](\d{1,2})[-_](\d{1,2})[-_](\d{1,2})-(\d{1,2})-(\d{1,2})(?!\d)/

/** Reads the time of a log, on the player's clock: "2023-03-26T15:19:09"; undefined if the text is no such time. */
export function readTime(text: string): string | undefined {
  const named = NAMED_MONTH.exec(text)
  if (named !== null) {
    const [, day, month = '', year, ...clock] = named
    return timeOf([year, String(MONTHS.indexOf(month.toLowerCase()) + 1), day, ...clock])
  }
  return timeOf(ISO.exec(text)?.slice(1))
}

/** Returns the time in the name of a log, such as crash-2024-03-20-11-33-51.log. */
export const timeOfName = (file: string): string | undefined => timeOf(FILE_NAME.exec(file)?.slice(1))

function timeOf(parts: readonly (string | undefined)[] | undefined): string | undefined {
  if (parts === undefined) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number)
  const isTime =
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= new Date(Date.UTC(year, month, 0)).getUTCDate() &&
    hour < 24 &&
    minute < 60 &&
    second < 60
  const two = (number: number) => String(number).padStart(2, '0')
  return isTime ? `${year}-${two(month)}-${two(day)}T${[hour, minute, second].map(two).join(':')}` : undefined
}

const MAX_NAMES = 100

const DLL = /\.dll\+[\da-f]{1,16}(?!\w)/gi

/** Matches the end of a plugin's name where its text ends, or where a chain of plugins goes on. */
const PLUGIN_END = /\.es[mpl](?=["`)]| <- )/gi

const MODIFIED_BY = /^modified by:/i
const NOT_IN_NAMES = new Set('<>:"/\\|?*\t`')

/** Files of the game, of the script extender and of Windows. They are in every log. */
const COMMON_DLLS =
  /^(?:(?:skse|f4se|sfse|nvse|fose|obse)(?:64|vr)?_.*|(?:msvcp|msvcr|vcruntime|concrt).*|(?:steam_api64|bink2w64|ntdll|kernel32|kernelbase|user32|win32u|gdi32|gdi32full|advapi32|combase|ole32|rpcrt4|ucrtbase|msvcrt)\.dll)$/

/** The games whose logs name modules without their endings. */
const GAME_MODULES = /^(?:falloutnv|fallout3|oblivion)$/

const isCommonDll = (key: string): boolean => COMMON_DLLS.test(key)

const OFFICIAL_PLUGINS =
  /^(?:skyrim|update|dawnguard|hearthfires|dragonborn|skyrimvr|fallout4|fallout4_vr|dlcrobot|dlcworkshop0[1-3]|dlccoast|dlcnukaworld)\.esm$/

/** Reports whether a key is that of one of the game's own plugins. Those of the Creation Club are not. */
const isOfficialPlugin = (key: string): boolean => OFFICIAL_PLUGINS.test(key)

/** Matches a key of the Creation Club, whose plugins plugins.txt need not name. */
const CREATION_CLUB = /^cc\w*-/

/** Reports whether a key is that of a plugin that the game loads without plugins.txt. */
export const isLoadedByGame = (key: string): boolean => isOfficialPlugin(key) || CREATION_CLUB.test(key)

/** Names in the order of their first mention, each once. */
export interface Named {
  plugins: string[]
  dlls: string[]
}

/** Collects the names in lines of a log. */
export function nameCollector() {
  const plugins = new Map<string, string>()
  const dlls = new Map<string, string>()
  const add = (names: Map<string, string>, name: string, isLeftOut: (key: string) => boolean) => {
    const key = keyOf(name)
    if (names.size < MAX_NAMES && !names.has(key) && !isLeftOut(key)) names.set(key, name)
  }
  return {
    addPlugins(line: string) {
      if (plugins.size === MAX_NAMES || !line.includes('.') || MODIFIED_BY.test(line)) return
      for (const end of endsIn(line, PLUGIN_END)) {
        const name = nameUpTo(line, end)
        if (name !== undefined) add(plugins, name, isOfficialPlugin)
      }
    },
    addDlls(line: string) {
      if (dlls.size === MAX_NAMES || !line.includes('+')) return
      for (const end of endsIn(line, DLL)) {
        const name = dllUpTo(line, end)
        if (name !== undefined) add(dlls, name, isCommonDll)
      }
    },
    addModule(name: string) {
      add(dlls, name, (key) => isCommonDll(`${key}.dll`) || GAME_MODULES.test(key))
    },
    named: (): Named => ({ plugins: [...plugins.values()], dlls: [...dlls.values()] }),
  }
}

/** Returns where names end in a line, by a pattern whose matches begin with an extension. `matchAll` is slower. */
function endsIn(line: string, pattern: RegExp): number[] {
  const ends: number[] = []
  pattern.lastIndex = 0
  for (let found = pattern.exec(line); found !== null; found = pattern.exec(line))
    ends.push(found.index + '.esp'.length)
  return ends
}

/** Returns the name that ends here, if it is the whole beginning of a text in quotes, backquotes or parentheses. */
function nameUpTo(line: string, end: number): string | undefined {
  const closing = line[end]
  let depth = 0
  for (let at = end - 1; at >= Math.max(0, end - NAME_LIMIT - 1); at--) {
    const character = line[at] ?? ''
    const isOpening =
      character === '"' || character === '`'
        ? closing === character || closing === ' '
        : character === '(' && depth === 0 && (closing === ')' || closing === ' ')
    if (isOpening) {
      const name = line.slice(at + 1, end)
      return name.trim() === name && name.length > 4 ? name : undefined
    }
    if (NOT_IN_NAMES.has(character)) return undefined
    if (character === ')') depth++
    else if (character === '(') depth--
  }
  return undefined
}

/** Returns the name of a DLL that ends here. It begins after an address, a bracket, an arrow or wide spaces. */
function dllUpTo(line: string, end: number): string | undefined {
  let depth = 0
  let start = end - 4
  for (; start > 0 && end - start <= NAME_LIMIT + 1; start--) {
    const before = line[start - 1] ?? ''
    if (NOT_IN_NAMES.has(before) || (before === ' ' && line[start - 2] === ' ')) break
    if (before === ')') depth++
    else if (before === '(' && --depth < 0) break
  }
  const name = afterAddress(line.slice(start, end)).trim()
  return name.length > 4 && name.length <= NAME_LIMIT ? name : undefined
}

function afterAddress(text: string): string {
  const last = text.slice(Math.max(0, text.lastIndexOf('0x')))
  const address = /^0x[\da-f]{1,16}\s/i.exec(last)?.[0]
  return address === undefined ? text : last.slice(address.length)
}
