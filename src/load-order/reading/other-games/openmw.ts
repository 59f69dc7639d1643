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
    .data.map((value) => pathOf(unquoted(value.trim())))
    .filter((path) => path !== '')
  if (paths.length === 0) return null
  const base = commonFolder(paths.filter((path) => !isOfGame(path)))
  return paths.map((path) => ({ name: nameOf(path, base), enabled: true }))
}

/** Returns a value without quotes. In quotes, `&` escapes the next character. */
function unquoted(value: string): string {
  if (!value.startsWith('"')) return value
  if (!value.includes('&')) {
    const end = value.indexOf('"', 1)
    return value.slice(1, end === -1 ? undefined : end)
  }
  let text = ''
  for (let at = 1; at < value.length && value[at] !== '"'; at++) {
    if (value[at] === '&') at++
    text += value[at] ?? ''
  }
  return text
}

/** Returns a path of Windows or another system with single slashes between its folders. */
function pathOf(path: string): string {
  const inner = (path.includes('\\') ? path.replaceAll('\\', '/') : path).replace(/^\//, '').replace(/\/$/, '')
  return inner.includes('//') || /^\/|\/$/.test(inner) ? inner.split('/').filter(Boolean).join('/') : inner
}

/** Matches the paths of the game's and the engine's own folders. */
const OWN = /(?:^|\/)(?:morrowind\/data files|openmw\/data)$/i

const isOfGame = (path: string): boolean => OWN.test(path.slice(-30))

/**
 * Returns the deepest folder that holds at least nine in ten of the paths, in lower case and with a slash at its end; '' if
 * there is none. One folder elsewhere must not rename all mods.
 */
function commonFolder(paths: readonly string[]): string {
  let inside = paths.map((path) => path.toLowerCase())
  let common = ''
  const nextOf = (path: string) => path.slice(common.length, path.indexOf('/', common.length) + 1)
  for (;;) {
    const counts = new Map<string, number>()
    for (const path of inside) {
      const folder = nextOf(path)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    counts.delete('') // nothing is below these
    const next = [...counts].find(([, count]) => count * 10 >= paths.length * 9)?.[0]
    if (next === undefined) return common
    inside = inside.filter((path) => nextOf(path) === next)
    common += next
  }
}

/**
 * Returns the name of a mod: its path below the common folder, or its last two folders. It never has the name of a user,
 * nor what is above the user's folder.
 */
function nameOf(path: string, base: string): string {
  const isInside = base !== '' && !isOfGame(path) && path.toLowerCase().startsWith(base)
  const folders = path.split('/')
  const start = isInside ? base.split('/').length - 1 : Math.max(0, folders.length - 2)
  if (!HOME.test(path)) return start === 0 ? path : folders.slice(start).join('/')
  // Wine has another folder of users in the home folder.
  const isPrivate = (at: number) => HOMES.test(folders[at] ?? '') || HOMES.test(folders[at - 1] ?? '')
  const home = folders.findIndex((_, at) => isPrivate(at))
  return folders.filter((_, at) => at >= start && (home === -1 || at > home) && !isPrivate(at)).join('/')
}

const HOMES = /^(?:users|home)$/i
const HOME = /(?:^|\/)(?:users|home)(?:\/|$)/i

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
  const isLeftOut = (section: string) => !isGameFiles(section)
  const { settings } = readIni(input.file, linesOf(input), { isLeftOut })
  const files: string[] = []
  for (const { section, key, value } of settings) {
    const [, number] = (isGameFiles(section) && /^gamefile(0|[1-9]\d{0,6})$/i.exec(key)) || []
    if (number !== undefined && Number(number) < settings.length) files[Number(number)] = value
  }
  let count = 0
  while (files[count] !== undefined) count++
  const listed = files.slice(0, count).filter(isPlugin)
  return count === 0 ? undefined : listed.map((name) => ({ name, enabled: true }))
}
