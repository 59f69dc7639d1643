import { isPlugin } from '../../key.ts'
import { type FoundMods, type Input, linesOf, once, type ReadLog } from '../found-mods.ts'
import { readIni } from '../ini.ts'
import { type FileKind, logKind } from '../kind.ts'
import { firstMatch, gameLog } from '../logs/crash-log.ts'
import type { FoundPlugin } from '../plugins.ts'

export const openmw: FileKind = {
  names: /^openmw\.cfg$/i,
  pasted: { name: 'openmw.cfg', sign: /^[ \t]*(?:content|data)[ \t]*=/m },
  mods: openmwMods,
  plugins: openmwPlugins,
}

/** Returns the values of the settings in openmw.cfg that are read, in their order. A setting can occur on many lines. */
const settingsOf = once((input) => {
  const settings = { data: [] as string[], content: [] as string[], groundcover: [] as string[] }
  for (const line of linesOf(input)) {
    const equals = line.indexOf('=')
    const key = line.slice(0, Math.max(equals, 0)).trim()
    if (key === 'data' || key === 'content' || key === 'groundcover') settings[key].push(line.slice(equals + 1))
  }
  return settings
})

/** Finds the plugins of openmw.cfg: content in its order, then groundcover. All are on. */
function openmwPlugins(input: Input): FoundPlugin[] | undefined {
  const { content, groundcover } = settingsOf(input)
  const found = [...content, ...groundcover]
  return found.length === 0 ? undefined : found.map((name) => ({ name, enabled: true }))
}

/** Finds the mods of openmw.cfg: the folders of `data`. Later ones win. All are on. */
function openmwMods(input: Input): FoundMods {
  const paths = settingsOf(input)
    .data.map((value) => foldersOf(unquoted(value.trim())))
    .filter(({ length }) => length > 0)
  if (paths.length === 0) return null
  const base = commonFolder(paths.filter((path) => !isOfGame(path)))
  return paths.map((path) => ({ name: nameOf(path, base), enabled: true }))
}

/** Returns a value without quotes. In quotes, `&` escapes the next character. */
function unquoted(value: string): string {
  if (!value.startsWith('"')) return value
  let text = ''
  for (let at = 1; at < value.length && value[at] !== '"'; at++) {
    if (value[at] === '&') at++
    text += value[at] ?? ''
  }
  return text
}

/** Splits a path of Windows or another system. */
const foldersOf = (path: string): string[] => path.split('\\').join('/').split('/').filter(Boolean)

/** The ends of the paths of the game's and the engine's own folders. */
const OWN = new Set(['morrowind/data files', 'openmw/data'])

const isOfGame = (path: readonly string[]): boolean =>
  /^data(?: files)?$/i.test(path.at(-1) ?? '') && OWN.has(path.slice(-2).join('/').toLowerCase())

/**
 * Returns the deepest folder that holds at least nine in ten of the paths, in lower case; [] if there is none. One folder
 * elsewhere must not rename all mods.
 */
function commonFolder(paths: readonly (readonly string[])[]): string[] {
  const common: string[] = []
  let inside = paths.filter(({ length }) => length > 1)
  for (;;) {
    const counts = new Map<string, number>()
    for (const path of inside) {
      const folder = (path[common.length] ?? '').toLowerCase()
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    const next = [...counts].find(([, count]) => count * 10 >= paths.length * 9)?.[0]
    if (next === undefined) return common
    common.push(next)
    inside = inside.filter((path) => path.length > common.length + 1 && path[common.length - 1]?.toLowerCase() === next)
  }
}

/**
 * Returns the name of a mod: its path below the common folder, or its last two folders. It never has the name of a user,
 * nor what is above the user's folder.
 */
function nameOf(path: readonly string[], base: readonly string[]): string {
  const isInside =
    base.length > 0 &&
    !isOfGame(path) &&
    path.length > base.length &&
    base.every((folder, at) => path[at]?.toLowerCase() === folder)
  const start = isInside ? base.length : Math.max(0, path.length - 2)
  if (!path.some((folder) => HOMES.test(folder))) return path.slice(start).join('/')
  // Wine has another folder of users in the home folder.
  const isPrivate = (at: number) => HOMES.test(path[at] ?? '') || HOMES.test(path[at - 1] ?? '')
  const home = path.findIndex((_, at) => isPrivate(at))
  return path.filter((_, at) => at >= start && (home === -1 || at > home) && !isPrivate(at)).join('/')
}

/** Matches the folder of the home folders. */
const HOMES = /^(?:users|home)$/i

/** The log of the engine, which names the plugins that it loads, in their order. */
export const openmwLog = logKind('openmw.log', /^openmw\.log$/i, { sign: /Loading content file /, read: readOpenmwLog })

const CONTENT = 'Loading content file '

function readOpenmwLog(file: string, lines: readonly string[]): ReadLog | null {
  const plugins = lines.flatMap((line) => {
    const start = line.indexOf(CONTENT)
    const path = line.slice(start + CONTENT.length).replaceAll('"', '')
    const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).trim()
    return start !== -1 && isPlugin(name) ? [name] : []
  })
  const version = firstMatch(lines, /OpenMW version (\S{1,50})/) ?? null
  return gameLog(file, { format: 'OpenMW', format_version: version }, { plugins })
}

export const morrowind: FileKind = {
  names: /^morrowind\.ini$/i,
  folder: null,
  pasted: { name: 'Morrowind.ini', sign: /^\[Game Files\]/im },
  plugins: morrowindPlugins,
  isUnordered: true,
}

/** Whether a section of Morrowind.ini lists plugins, which are not settings. */
export const isGameFiles = (section: string): boolean => section.toLowerCase() === 'game files'

/**
 * Finds the plugins of Morrowind.ini: GameFile0=, GameFile1= and so on, up to the first number that is missing, as the
 * game does. All are on. The game loads them by the dates of their files, so the numbers are no order.
 */
function morrowindPlugins(input: Input): FoundPlugin[] | undefined {
  const files = new Map<string, string>()
  for (const { section, key, value } of readIni(input.file, linesOf(input)).settings) {
    if (isGameFiles(section)) files.set(key.toLowerCase(), value)
  }
  const found: FoundPlugin[] = []
  for (let number = 0; ; number++) {
    const name = files.get(`gamefile${number}`)
    if (name === undefined) return number === 0 ? undefined : found
    if (isPlugin(name)) found.push({ name, enabled: true })
  }
}
