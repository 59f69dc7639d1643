import { isName } from '../../key.ts'
import type { CodePlace, CrashLog } from '../../schemas.ts'
import { dotted, headingOf, type LogHead, type LogLines, type Section, UNHANDLED } from './heads.ts'
import { nameCollector } from './names.ts'
import { frameOf, NOWHERE, placeAfterAddress } from './places.ts'
import { readTime, timeOfName } from './time.ts'

/** A plugin as a log lists it. */
interface LoggedPlugin {
  name: string
  /** Whether its index begins with FE. The log does not say where such a plugin loads. */
  isLight: boolean
}

/** A log with the details that are not part of its facts. */
export interface ReadLog {
  facts: CrashLog
  plugins: LoggedPlugin[]
  /** Number of plugins that the log counts, but does not list. */
  missing: number
}

const MAX_FRAMES = 20

/** Maximum number of DLLs. Real logs have a few hundred. */
const MAX_EXTENDER_PLUGINS = 10_000

/** Maximum number of plugins. A game loads at most 4,350. */
const MAX_PLUGINS = 10_000

const MAX_SHORT = 50
const MAX_EXCEPTION = 200

/** Reads a log. Null if its lines are no log. */
export function readCrashLog(file: string, { head, lines }: LogLines): ReadLog | null {
  const sections = sectionsOf(lines)
  const { plugins, total, isListed, hasFailed, list } = readPlugins(sections.get('plugins'))
  const called = sections.get('stack frames')?.lines ?? []
  const isInModule = (line: string) => (frameOf(line)?.module ?? null) !== null
  if (head.format === null && plugins.length === 0 && !called.some(isInModule)) return null
  const top = sections.get('top')?.lines ?? []
  const unhandled = lines.find(isUnhandled)
  return {
    facts: {
      file,
      ...headFacts(head, top),
      platform: null,
      time: timeOf(top, file),
      ...exceptionOf(unhandled),
      stack: firstFrames(called),
      extender_plugins: extenderPlugins(sections.get('extender plugins')?.lines),
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
function sectionsOf(lines: readonly string[]): Sections {
  const sections = new Map<Section | 'top', SectionLines>()
  let current: SectionLines = { lines: [], count: null }
  sections.set('top', current)
  for (const line of lines) {
    if (line === '') continue
    const heading = headingOf(line)
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

function timeOf(top: readonly string[], file: string): string | null {
  const written = headValue(top, 'CRASH TIME:') ?? headValue(top, 'Time:')
  if (written === undefined) return timeOfName(file) ?? null
  return readTime(written) ?? written.slice(0, MAX_SHORT)
}

const isUnhandled = (line: string): boolean => line.includes(UNHANDLED) || line.includes('Unhandled native exception')

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

/** Matches the index of a plugin: [00], [ 0], [FE], [FE:  1], [FE:012], [FE 01A]. */
const INDEX = /^\[ {0,2}(FE(?:[ :] {0,2}[\da-f]{1,3})?|[\da-f]{1,3})\]/i
const PLUGIN = /\.es[mpl]$/i

function readPlugins(section: SectionLines | undefined) {
  if (section === undefined)
    return { plugins: [], total: 0, isListed: false, hasFailed: false, list: 'absent' as const }
  const plugins: LoggedPlugin[] = []
  let total = section.count ?? 0
  let found = 0
  let hasFailed = false
  for (const line of section.lines) {
    const index = INDEX.exec(line)
    if (index !== null) {
      const name = line.slice(index[0].length).trim()
      if (isName(name) && PLUGIN.test(name) && !/[\\/]/.test(name) && ++found <= MAX_PLUGINS)
        plugins.push({ name, isLight: /^fe/i.test(index[1] ?? '') })
    } else if (/^ERROR(?!\w)/.test(line)) hasFailed = true
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
    }
  }
  return names.named()
}
