import { keyOf, NAME_LIMIT } from '../../key.ts'

/** Maximum number of names of a kind. */
const MAX_NAMES = 100

const DLL = /\.dll\+[\da-f]{1,16}(?!\w)/gi

/** Matches the end of a plugin's name where its text ends, or where a chain of plugins goes on. */
const PLUGIN_END = /\.es[mpl](?=["`)]| <- )/gi

const MODIFIED_BY = /^modified by:/i

/** Characters that no file name has. */
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
    /** Adds a DLL of a frame that is written without its ending. */
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

/** Returns what follows the last address of a text. */
function afterAddress(text: string): string {
  const last = text.slice(Math.max(0, text.lastIndexOf('0x')))
  const address = /^0x[\da-f]{1,16}\s/i.exec(last)?.[0]
  return address === undefined ? text : last.slice(address.length)
}
