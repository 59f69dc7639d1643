/** What the first lines of a log say. All is null if only a part of a log was pasted. */
export interface LogHead {
  format: string | null
  formatVersion: string | null
  gameVersion: string | null
  time?: string
}

/** The lines of one log, trimmed. */
export interface LogLines {
  head: LogHead
  lines: string[]
}

const NO_HEAD: LogHead = { format: null, formatVersion: null, gameVersion: null }

/** The loggers, by the names that they write. */
const LOGGERS: readonly [name: RegExp, format: string][] = [
  [/^crash ?logger(?: ?(?:sse|ae|vr)){0,3}$/i, 'Crash Logger SSE'],
  [/^buffout(?: 4)?(?: ?(?:ng|vr|ae)){0,2}$/i, 'Buffout 4'],
  [/^trainwreck$/i, 'Trainwreck'],
]

/** Begins the second line of a log of the CrashLogger of yUI-NVSE. The first one has a random name. */
const NVSE = 'If this file is empty, then'
const NVSE_FORMATS = ['NVSE CrashLogger', 'xNVSE'] as const

/** Matches the first line of a log of xNVSE itself. */
const XNVSE = /^Exception [\dA-F]{8} caught/

/** Reports whether a log was written by one of the crash loggers for NVSE. */
export const isOfNvse = ({ format }: LogHead): boolean => NVSE_FORMATS.some((one) => one === format)

const MAX_NAME = 50
const VERSION = /\sv(\d\S*)/

const NATIVE = 'Unhandled native exception occurred'
export const UNHANDLED = 'Unhandled exception'
const CRASH_TIME = 'CRASH TIME:'

/** Matches the first letters of the loggers. Few other lines begin with them. */
const MAYBE_LOGGER = /^(?:crash|buffout|trainwreck)/i

/** Returns a version without `v`, hyphens as dots. */
export const dotted = (version: string): string =>
  version
    .replace(/^v(?=\d)/i, '')
    .replaceAll('-', '.')
    .slice(0, MAX_NAME)

/** Maximum number of logs in a file. Real files have one or two. */
const MAX_LOGS = 1_000

/**
 * Splits a file into its logs, each from its first line. Text before the first log is a log without a head, and may be
 * none. Lines are trimmed: loggers and people indent differently.
 */
export function splitLogs(lines: readonly string[]): LogLines[] {
  const starts: { at: number; head: LogHead }[] = []
  // The places of the last two lines that are not empty, and of the last line with a time.
  let [last, beforeLast, crashTime] = [-1, -1, -1]
  let hasUnhandled = false
  const begin = (at: number, head: LogHead) => {
    starts.push({ at, head })
    hasUnhandled = false
  }
  for (const [at, text] of lines.entries()) {
    if (starts.length >= MAX_LOGS) break
    if (text === '') continue
    if (text.startsWith(CRASH_TIME)) {
      crashTime = at
      continue
    }
    if (
      text.startsWith(NVSE) ||
      (XNVSE.test(text) && (hasUnhandled || starts.at(-1)?.head.format !== NVSE_FORMATS[0]))
    ) {
      const isOfLogger = text.startsWith(NVSE)
      begin(isOfLogger && last !== -1 ? last : at, isOfLogger ? nvseHead(lines[last] ?? '') : XNVSE_HEAD)
      hasUnhandled = !isOfLogger
    } else if (XNVSE.test(text)) hasUnhandled = true
    const known = MAYBE_LOGGER.test(text) ? loggerOf(text) : undefined
    const game = known && gameVersionOf(lines[last])
    if (known?.isKnown && game !== undefined && isHead(lines, at)) {
      begin(startOf(last, crashTime, beforeLast), { ...known, gameVersion: game })
    } else if (text.includes(NATIVE)) {
      begin(at, { ...NO_HEAD, format: 'NetScriptFramework' })
      hasUnhandled = true
    } else if (text.includes(UNHANDLED)) {
      const logger = loggerOf(lines[last] ?? '')
      const ofGame = gameVersionOf(lines[beforeLast])
      const isNew = last > (starts.at(-1)?.at ?? -1) + 1
      if (logger && !logger.isKnown && isNew && ofGame !== undefined) {
        begin(startOf(beforeLast, crashTime, -1), { ...logger, gameVersion: ofGame })
      } else if (hasUnhandled) begin(at, NO_HEAD)
      hasUnhandled = true
    }
    beforeLast = last
    last = at
  }
  const all = starts[0]?.at === 0 ? starts : [{ at: 0, head: NO_HEAD }, ...starts]
  return all.map(({ at, head }, place) => ({ head, lines: lines.slice(at, all[place + 1]?.at) }))
}

const XNVSE_HEAD: LogHead = { ...NO_HEAD, format: NVSE_FORMATS[1] }

/** Reads "NAME version 4.5 beta 4 at 2024-06-21 03:59:18". */
function nvseHead(line: string): LogHead {
  const from = line.lastIndexOf(' version ')
  const at = line.indexOf(' at ', from)
  const head = { ...NO_HEAD, format: NVSE_FORMATS[0] }
  if (from === -1 || at === -1) return head
  const formatVersion = line.slice(from + ' version '.length, at).slice(0, MAX_NAME)
  return { ...head, formatVersion, time: line.slice(at + ' at '.length).trim() }
}

/** Returns the first line of a log: that of the time, if it stands right above the line of the game. */
const startOf = (game: number, crashTime: number, before: number): number =>
  crashTime < game && crashTime > before ? crashTime : game

function loggerOf(text: string) {
  const version = VERSION.exec(text)
  if (version === null) return undefined
  const name = text.slice(0, version.index).trim()
  const known = LOGGERS.find(([pattern]) => pattern.test(name))
  return {
    isKnown: known !== undefined,
    format: known?.[1] ?? name.slice(0, MAX_NAME),
    formatVersion: dotted(version[1] ?? ''),
  }
}

/** Returns the version of the game in the line above that of the logger; undefined if that line names no game. */
function gameVersionOf(line: string | undefined): string | undefined {
  const version = line && VERSION.exec(line)
  if (!version || version.index === 0) return undefined
  return version.index + version[0].length === version.input.length ? dotted(version[1] ?? '') : undefined
}

/** Number of lines within which a log has its exception or its first section. */
const HEAD_LINES = 8

/**
 * Reports whether the line of a known logger begins a log. A list of mods can name a logger, too: a log goes on with an
 * exception, or has been cut off.
 */
function isHead(lines: readonly string[], at: number): boolean {
  const next: string[] = []
  for (let place = at + 1; place < lines.length && next.length < HEAD_LINES; place++) {
    const line = lines[place]
    if (line) next.push(line)
  }
  return (
    next.length === 0 ||
    next.some((line) => line.startsWith(UNHANDLED) || UNHANDLED.startsWith(line) || headingOf(line) !== undefined)
  )
}

export type Section =
  | 'stack frames'
  | 'registers'
  | 'stack'
  | 'objects'
  | 'extender plugins'
  | 'modules'
  | 'plugins'
  | 'other'

/** The headings of NetScriptFramework, which have the number of their lines behind them. */
const GROUPS: Readonly<Record<string, Section>> = {
  'Possible relevant objects': 'objects',
  'Probable callstack': 'stack frames',
  Registers: 'registers',
  Stack: 'stack',
  Modules: 'other',
  Plugins: 'other',
  'Game plugins': 'plugins',
}

const HEADINGS: Readonly<Record<string, Section>> = {
  'PLUGINS:': 'plugins',
  'PROBABLE CALL STACK:': 'stack frames',
  'CALL STACK:': 'stack frames',
  'REGISTERS:': 'registers',
  'STACK:': 'stack',
  'POSSIBLE RELEVANT OBJECTS:': 'objects',
}

const NVSE_HEADINGS: Readonly<Record<string, Section>> = {
  'Calltrace:': 'stack frames',
  'Registry:': 'registers',
  'Stack:': 'stack',
  'Mods:': 'plugins',
  'Module bases:': 'modules',
  'Script Runners:': 'other',
}

const UPPER = /^[A-Z][A-Z\d ()/&-]{1,99}:$/
const COUNT = /^(.{1,40}) \((\d{1,9})\)$/

/** Returns the section that a line begins, and the number of lines that it says; undefined if it is no heading. */
export function headingOf(line: string, ofNvse = false): { section: Section; count: number | null } | undefined {
  if (line.length > 101) return undefined
  if (line.endsWith(':')) {
    if (ofNvse && Object.hasOwn(NVSE_HEADINGS, line)) return { section: NVSE_HEADINGS[line] ?? 'other', count: null }
    if (Object.hasOwn(HEADINGS, line)) return { section: HEADINGS[line] ?? 'other', count: null }
    if (line.startsWith('CALL STACK (')) return { section: 'stack frames', count: null }
    if (!UPPER.test(line)) return undefined
    return { section: line.endsWith(' PLUGINS:') ? 'extender plugins' : 'other', count: null }
  }
  const [, name = line, count] = (line.endsWith(')') && COUNT.exec(line)) || []
  return Object.hasOwn(GROUPS, name)
    ? { section: GROUPS[name] ?? 'other', count: count === undefined ? null : Number(count) }
    : undefined
}
