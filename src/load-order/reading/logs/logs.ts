import { normalizeLineEnds } from '../../../text/lines.ts'
import { HIDDEN, hidePersonal } from '../../../text/personal.ts'
import { keyOf } from '../../key.ts'
import type { CrashLog, Note, PluginEntry } from '../../schemas.ts'
import type { ReadLog } from '../found-mods.ts'
import { KINDS } from '../kinds.ts'
import { drop, droppedNotes, noneDropped } from '../notes.ts'
import { readFoundPlugins } from '../plugins.ts'
import { unwrapped } from '../unwrap.ts'
import { readCrashLog } from './crash-log.ts'
import { splitLogs } from './heads.ts'
import { isLoadedByGame } from './places.ts'

/** Matches texts of which every crash log has one. Most other files have none, and need no closer look. */
const SIGN =
  /Unhandled |PLUGINS:|Game plugins \(|CALL STACK|callstack|rash ?Logger|uffout|rainwreck|If this file is empty, then|Exception [\dA-F]{8} caught/

/** Number of characters of the longest text that a sign matches. */
export const MAX_SIGN = 40

const readers = () => KINDS.flatMap(({ log }) => log ?? [])

/** Matches the sign of any log in one pass. Made when it is first used, as KINDS are. */
let anySign: RegExp | undefined

/** Reports whether a file can be a log, by its text in any encoding that has the letters of ASCII. */
export function mayBeLog(text: string): boolean {
  anySign ??= new RegExp([SIGN, ...readers().map(({ sign }) => sign)].map(({ source }) => source).join('|'))
  return anySign.test(text)
}

/** Maximum length of a line that is read. Longer ones are cut. */
const MAX_LINE = 10_000

/**
 * Reads the logs of a file, in their order; none if the file is no log. Personal data is hidden before a line is taken
 * apart or cut: a piece of it may no longer be recognized.
 */
export function readLogs(file: string, text: string): ReadLog[] {
  if (!mayBeLog(text)) return []
  const lines = unwrapped(normalizeLineEnds(hidePersonal(text))).split('\n')
  const logs = SIGN.test(text) ? splitLogs(lines.map(shortened)).flatMap((one) => readCrashLog(file, one) ?? []) : []
  if (logs.length > 0) return logs
  for (const by of readers().filter(({ sign }) => sign.test(text))) {
    const log = by.read(file, lines)
    if (log !== null) return [{ ...log, by }]
  }
  return []
}

function shortened(line: string): string {
  const trimmed = line.trim()
  return trimmed.length > MAX_LINE ? trimmed.slice(0, MAX_LINE).trimEnd() : trimmed
}

/** Number of characters above a log's list that may say which loader and game it is of. */
const ABOVE = 4_000

/** Cuts the log of a game to its list, with what stands right above it, and its end; undefined for another text. */
export function cutLog(text: string, length: number): string | undefined {
  const starts = readers().flatMap(({ sign }) => [text.search(sign)].filter((at) => at !== -1))
  if (starts.length === 0) return undefined
  const part = Math.floor(length / 2) - 100
  const from = text.lastIndexOf('\n', Math.max(0, Math.min(...starts) - ABOVE)) + 1
  const head = text.slice(from, from + part)
  const end = Math.max(from + head.length, text.length - part)
  return `${head.slice(0, head.lastIndexOf('\n') + 1)}[${end - from - head.length} characters are left out]\n${text.slice(text.indexOf('\n', end) + 1)}`
}

/** Reports whether a text is a log. */
export const isLog = (text: string): boolean => readLogs('', text).length > 0

/** Returns a log without plugins whose names had personal data, and with a name of its file that has none. */
export const withoutPersonal = ({ facts, plugins, ...log }: ReadLog): ReadLog => ({
  ...log,
  facts: { ...facts, file: hidePersonal(facts.file) },
  plugins: plugins.filter(({ name }) => !name.includes(HIDDEN)),
})

const TIME = /^\d{4}-\d{2}-\d{2}T/

/** Returns a text that says how new a log is: of several logs, the first one with the greatest text counts. */
const ageRankOf = ({ time }: CrashLog): string => (time === null ? '' : TIME.test(time) ? `2 ${time}` : '1')

/** Returns the log that counts if a list has several: the newest one, then the first one; undefined without logs. */
function newestLog(logs: readonly ReadLog[]): ReadLog | undefined {
  let newest: ReadLog | undefined
  for (const log of logs) if (newest === undefined || ageRankOf(log.facts) > ageRankOf(newest.facts)) newest = log
  return newest
}

interface ChosenLog {
  log: ReadLog
  file: string
  /** Null if the log lists none. */
  plugins: PluginEntry[] | null
  /** The keys of the plugins whose places the log does not say. */
  light: ReadonlySet<string>
  notes: Note[]
}

/** Chooses the log that counts among all logs of a list; null without logs. */
export function chooseLog(logs: readonly ReadLog[]): ChosenLog | null {
  const newest = newestLog(logs)
  if (newest === undefined) return null
  const log = withoutPersonal(newest)
  const { file } = newest.facts
  const others = logs.filter((other) => other !== newest)
  const more = noneDropped()
  for (const { facts } of others) drop(more, facts.file)
  const notes = droppedNotes(file, 'more_logs', more)
  if (log.missing > 0) notes.push({ file, code: 'log_cut', count: log.missing, names: [] })
  const found = log.plugins.map(({ name }) => ({ name, enabled: true }))
  const read = found.length === 0 ? null : readFoundPlugins(file, found, true)
  return {
    log,
    file,
    plugins: read?.plugins ?? null,
    light: new Set(log.plugins.flatMap(({ name, isLight }) => (isLight ? [keyOf(name)] : []))),
    notes: [...notes, ...(read?.notes ?? [])],
  }
}

/**
 * Returns a note if a log is of another load order than the list's other files. Plugins that are off do not count, nor
 * do official ones that only the log has.
 */
export function logDiffers({ file, plugins }: ChosenLog, listed: readonly PluginEntry[]): Note[] {
  if (plugins === null) return []
  const inLog = new Set(plugins.map(({ name }) => keyOf(name)))
  const inList = new Set(listed.map(({ name }) => keyOf(name)))
  const differing = noneDropped()
  for (const { name } of plugins) {
    const key = keyOf(name)
    if (!inList.has(key) && !isLoadedByGame(key)) drop(differing, name)
  }
  for (const { name, enabled } of listed) if (enabled === true && !inLog.has(keyOf(name))) drop(differing, name)
  return droppedNotes(file, 'log_differs', differing)
}
