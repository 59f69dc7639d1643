/** What the first lines of a log say. All is null if only a part of a log was pasted. */
export interface LogHead {
  format: string | null
  formatVersion: string | null
  gameVersion: string | null
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

const MAX_NAME = 50

/** Matches the version of a game or logger. */
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

export type Section = 'stack frames' | 'registers' | 'stack' | 'objects' | 'extender plugins' | 'plugins' | 'other'

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

const UPPER = /^[A-Z][A-Z\d ()/&-]{1,99}:$/
const COUNT = /^(.{1,40}) \((\d{1,9})\)$/

/** Returns the section that a line begins, and the number of lines that it says; undefined if it is no heading. */
export function headingOf(line: string): { section: Section; count: number | null } | undefined {
  if (line.length > 101) return undefined
  if (line.endsWith(':')) {
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
