import { isName, keyOf } from '../../key.ts'
import type { CodePlace, CrashLog } from '../../schemas.ts'
import type { FoundMod, LoggedPlugin, ReadLog } from '../found-mods.ts'
import type { Line } from '../plugin-lines.ts'
import { dotted, headingOf, isOfNvse, type LogHead, type LogLines, type Section, UNHANDLED } from './heads.ts'
import { frameOf, moduleOf, NOWHERE, nameCollector, placeAfterAddress, readTime, timeOfName } from './places.ts'

const MAX_FRAMES = 20

/** Maximum number of DLLs. Real logs have a few hundred. */
const MAX_EXTENDER_PLUGINS = 10_000

/** Maximum number of plugins. A game loads at most 4,350. */
const MAX_PLUGINS = 10_000

/** Maximum length of a version, a time and the like. */
export const MAX_SHORT = 50
const MAX_EXCEPTION = 200

/** Returns the log of a game with what it says; null if it lists nothing. */
export function gameLog(
  file: string,
  { exception = null, ...facts }: Partial<CrashLog> & Pick<CrashLog, 'format'>,
  { mods = null, plugins }: { mods?: FoundMod[] | null; plugins?: string[] } = {},
): ReadLog | null {
  if (mods?.length === 0 || plugins?.length === 0) return null
  return {
    facts: {
      ...{ file, format_version: null, game_version: null, platform: null, time: timeOfName(file) ?? null },
      ...{ at: null, stack: [], extender_plugins: null, named: { plugins: [], dlls: [], mods: [] }, mods: null },
      plugin_list: plugins === undefined ? 'absent' : 'listed',
      ...facts,
      exception: exception?.slice(0, MAX_EXCEPTION) ?? null,
    },
    plugins: plugins?.slice(0, MAX_PLUGINS).map((name) => ({ name, isLight: false })) ?? [],
    missing: 0,
    mods,
  }
}

/** Returns the first group that a pattern finds in lines. */
export function firstMatch(lines: readonly string[], pattern: RegExp): string | undefined {
  for (const line of lines) {
    const found = pattern
      .exec(line)
      ?.slice(1)
      .find((group) => group !== undefined)
    if (found !== undefined) return found
  }
  return undefined
}

/** Reads a log. Null if its lines are no log. */
export function readCrashLog(file: string, { head, lines }: LogLines): ReadLog | null {
  const ofNvse = isOfNvse(head)
  const sections = sectionsOf(lines, ofNvse)
  const { plugins, total, isListed, hasFailed, list } = readPlugins(sections.get('plugins'))
  const called = sections.get('stack frames')?.lines ?? []
  const isInModule = (line: string) => (frameOf(line)?.module ?? null) !== null
  if (head.format === null && plugins.length === 0 && !called.some(isInModule)) return null
  const top = sections.get('top')?.lines ?? []
  const unhandled = lines.find(ofNvse ? isException : isUnhandled)
  const stack = firstFrames(called)
  const modules = sections.get(ofNvse ? 'modules' : 'extender plugins')?.lines
  return {
    facts: {
      file,
      ...headFacts(head, top),
      platform: null,
      time: timeOf(top, file, head.time),
      ...(ofNvse
        ? { exception: exceptionOfNvse(unhandled), at: stack[0]?.module == null ? null : stack[0] }
        : exceptionOf(unhandled)),
      stack,
      extender_plugins: ofNvse ? pluginModules(modules) : extenderPlugins(modules),
      named: { ...namesOf(sections, unhandled), mods: [] },
      plugin_list: list,
      mods: null,
    },
    plugins: isListed ? plugins : [],
    missing: hasFailed ? 0 : Math.max(0, total - plugins.length),
  }
}

function firstFrames(lines: readonly string[]): CodePlace[] {
  const frames: CodePlace[] = []
  for (const line of lines) {
    const frame = frameOf(line)
    if (frame !== undefined && frames.push(frame) === MAX_FRAMES) break
  }
  return frames
}

interface SectionLines {
  lines: string[]
  /** The number of lines that the heading says; null without one. */
  count: number | null
}

type Sections = ReadonlyMap<Section | 'top', SectionLines>

/** Groups lines by their sections. Those above the first heading are the top. */
function sectionsOf(lines: readonly string[], ofNvse: boolean): Sections {
  const sections = new Map<Section | 'top', SectionLines>()
  let current: SectionLines = { lines: [], count: null }
  sections.set('top', current)
  for (const line of lines) {
    if (line === '') continue
    const heading = headingOf(line, ofNvse)
    if (heading === undefined) current.lines.push(line)
    else {
      current = sections.get(heading.section) ?? { lines: [], count: null }
      current.count ??= heading.count
      sections.set(heading.section, current)
    }
  }
  return sections
}

const headValue = (lines: readonly string[], key: string): string | undefined =>
  lines
    .find((line) => line.startsWith(key))
    ?.slice(key.length)
    .trim() || undefined

function headFacts({ format, formatVersion, gameVersion }: LogHead, top: readonly string[]) {
  if (format !== 'NetScriptFramework') return { format, format_version: formatVersion, game_version: gameVersion }
  const versionOf = (key: string) => {
    const value = headValue(top, key)
    return value === undefined ? null : dotted(value)
  }
  return { format, format_version: versionOf('FrameworkVersion:'), game_version: versionOf('ApplicationVersion:') }
}

function timeOf(top: readonly string[], file: string, time: string | undefined): string | null {
  const written = time ?? headValue(top, 'CRASH TIME:') ?? headValue(top, 'Time:')
  if (written === undefined) return timeOfName(file) ?? null
  return readTime(written) ?? written.slice(0, MAX_SHORT)
}

const isUnhandled = (line: string): boolean => line.includes(UNHANDLED) || line.includes('Unhandled native exception')

/** Matches the line of the exception in a log of NVSE: "Exception: C0000005", "Exception C0000005 caught!". */
const isException = (line: string): boolean => /^Exception:? /.test(line)

const exceptionOfNvse = (line: string | undefined): string | null =>
  line
    ?.replace(/^Exception:? /, '')
    .replace(' caught!', '')
    .trim()
    .slice(0, MAX_EXCEPTION) || null

function exceptionOf(line: string | undefined): { exception: string | null; at: CodePlace | null } {
  if (line === undefined) return { exception: null, at: null }
  const quoted = /Unhandled exception\s{1,20}"([^"]*)"/.exec(line)?.[1]
  const address = line.lastIndexOf(' at 0x')
  const place = address === -1 ? NOWHERE : placeAfterAddress(line.slice(address + ' at '.length))
  return { exception: quoted?.slice(0, MAX_EXCEPTION) ?? null, at: place.module === null ? null : place }
}

/** Reads the DLLs of a script extender: "Name.dll v1.2.3", with or without a version. */
function extenderPlugins(lines: readonly string[] | undefined): CrashLog['extender_plugins'] {
  if (lines === undefined) return null
  return lines.slice(0, MAX_EXTENDER_PLUGINS).flatMap((line) => {
    const found = /\.dll(?=\s|$)/i.exec(line)
    const name = found === null ? '' : line.slice(0, found.index + found[0].length)
    if (!isName(name)) return []
    const version = line
      .slice(name.length)
      .trim()
      .replace(/^v(?=\d|$)/i, '')
    return [{ name, version: version === '' ? null : version.slice(0, MAX_SHORT) }]
  })
}

/** Reads the modules of NVSE that are plugins of a script extender: those that say so, or lie in its folder. */
function pluginModules(lines: readonly string[] | undefined): CrashLog['extender_plugins'] {
  if (lines === undefined) return null
  return lines.slice(0, MAX_EXTENDER_PLUGINS).flatMap((line) => {
    const said = /NVSE plugin version: {0,9}(\d{1,9})/.exec(line)?.[1]
    const cells = line.split(' | ').map((cell) => cell.trim())
    const path = (cells.length > 1 ? cells.at(-1) : line.slice(line.lastIndexOf(', ') + 2)) ?? ''
    const file = path.slice(path.lastIndexOf('/') + 1)
    const isPlugin = said !== undefined || /\/(?:nvse|obse|fose)\/plugins\//i.test(path)
    const version = said ?? (cells.length > 2 ? cells.at(-2) : null) ?? null
    const name = moduleOf(file) ?? moduleOf(line.slice(line.indexOf('==>') + 3).split(',', 1)[0] ?? '')
    if (!isPlugin || name === undefined) return []
    return [{ name, version: version === 'Unknown' ? null : (version?.slice(0, MAX_SHORT) ?? null) }]
  })
}

/**
 * Matches the index of a plugin: [00], [ 0], [FE], [FE:  1], [FE:012], [FE 01A], [FD:00]; in logs of NVSE, "00 | Name.esm"
 * and "00 - Name.esm  by somebody".
 */
const INDEX = /^\[ {0,2}(F[DE][ :] {0,2}[\da-f]{1,3}|[\da-f]{1,3})\]/i
const NVSE_INDEX = /^[\da-f]{2} [|-] /i
const PLUGIN = /\.es[mpl]$/i

/** Returns the plugin that a trimmed line lists; null for an indexed line without one, undefined for another line. */
function pluginIn(line: string): LoggedPlugin | null | undefined {
  const index = INDEX.exec(line)
  const other = index === null ? NVSE_INDEX.exec(line) : null
  if (index === null && other === null) return undefined
  const rest = line.slice((index ?? other)?.[0].length)
  const end = other === null ? undefined : rest.search(/(?<=\.es[mp])(?:\s|$)/i)
  const name = (end === -1 ? '' : rest.slice(0, end)).trim()
  const isListed = isName(name) && PLUGIN.test(name) && !/[\\/]/.test(name)
  return isListed ? { name, isLight: /^fe|^fd./i.test(index?.[1] ?? '') } : null
}

/** Returns the first line of a log's file that lists each plugin, by its key. */
export function pluginLinesOfLog(file: string, lines: readonly string[]): Map<string, Line> {
  const found = new Map<string, Line>()
  for (const [at, line] of lines.entries()) {
    const plugin = pluginIn(line.trim())
    if (plugin && !found.has(keyOf(plugin.name))) found.set(keyOf(plugin.name), { file, line: at + 1 })
  }
  return found
}

function readPlugins(section: SectionLines | undefined) {
  if (section === undefined)
    return { plugins: [], total: 0, isListed: false, hasFailed: false, list: 'absent' as const }
  const plugins: LoggedPlugin[] = []
  let total = section.count ?? 0
  let found = 0
  let hasFailed = false
  for (const line of section.lines) {
    const plugin = pluginIn(line)
    if (plugin) {
      if (++found <= MAX_PLUGINS) plugins.push(plugin)
    } else if (plugin === null) continue
    else if (/^ERROR(?!\w)/.test(line)) hasFailed = true
    else total = Math.max(total, Number(/(?<!\w)Total:\s{0,10}(\d{1,9})/.exec(line)?.[1] ?? 0))
  }
  const isListed = plugins.length > 0 && !hasFailed
  return {
    plugins: hasFailed ? [] : plugins,
    total: Math.max(total, found),
    isListed,
    hasFailed,
    list: isListed ? ('listed' as const) : ('failed' as const),
  }
}

/** Returns who stands where the crash happened. Without relevant objects, the stack names plugins, too. */
function namesOf(sections: Sections, unhandled: string | undefined) {
  const names = nameCollector()
  if (unhandled !== undefined) {
    names.addPlugins(unhandled)
    names.addDlls(unhandled)
  }
  const hasObjects = (sections.get('objects')?.lines ?? []).some((line) => line !== '{' && line !== '}')
  for (const [section, { lines }] of sections) {
    const isTold = section === 'objects' || section === 'stack frames' || section === 'registers'
    const addsPlugins = isTold || (section === 'stack' && !hasObjects)
    for (const line of lines) {
      if (addsPlugins) names.addPlugins(line)
      if (isTold) names.addDlls(line)
      const module = section === 'stack frames' ? frameOf(line)?.module : undefined
      if (module != null && !module.includes('.')) names.addModule(module)
    }
  }
  return names.named()
}
