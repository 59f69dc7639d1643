import { normalizeLineEnds } from '../../../text/lines.ts'
import { HIDDEN, hidePersonal } from '../../../text/personal.ts'
import type { CrashLog } from '../../schemas.ts'
import { unwrapped } from '../unwrap.ts'
import { type ReadLog, readCrashLog } from './crash-log.ts'
import { splitLogs } from './heads.ts'
import { readSmapiLog } from './smapi.ts'

/** Matches texts of which every log has one. Most other files have none, and need no closer look. */
const SIGN = /Unhandled |PLUGINS:|Game plugins \(|CALL STACK|callstack|rash Logger|rashLogger|uffout|rainwreck|SMAPI\]/

/** Number of characters of the longest of these texts. */
export const MAX_SIGN = 14

/** Reports whether a file can be a log, by its text in any encoding that has the letters of ASCII. */
export const mayBeLog = (text: string): boolean => SIGN.test(text)

/** Maximum length of a line that is read. Longer ones are cut. */
const MAX_LINE = 10_000

/**
 * Reads the logs of a file, in their order; none if the file is no log. Personal data is hidden before a line is taken
 * apart or cut: a piece of it may no longer be recognized.
 */
export function readLogs(file: string, text: string): ReadLog[] {
  if (!mayBeLog(text)) return []
  const lines = unwrapped(normalizeLineEnds(hidePersonal(text)))
    .split('\n')
    .map((line) => {
      const trimmed = line.trim()
      return trimmed.length > MAX_LINE ? trimmed.slice(0, MAX_LINE).trimEnd() : trimmed
    })
  const logs = splitLogs(lines).flatMap((one) => readCrashLog(file, one) ?? [])
  const smapi = logs.length === 0 ? readSmapiLog(file, lines) : null
  return smapi === null ? logs : [smapi]
}

/** Reports whether a text is a log. */
export const isLog = (text: string): boolean => readLogs('', text).length > 0

/** Reports whether a log was written by SMAPI, which lists mods instead of plugins. */
export const isOfSmapi = (logs: readonly ReadLog[]): boolean => logs[0]?.facts.format === 'SMAPI'

/** Returns a log without plugins whose names had personal data, and with a name of its file that has none. */
export const withoutPersonal = ({ facts, plugins, missing }: ReadLog): ReadLog => ({
  facts: { ...facts, file: hidePersonal(facts.file) },
  plugins: plugins.filter(({ name }) => !name.includes(HIDDEN)),
  missing,
})

/** Matches a time that was understood. */
const TIME = /^\d{4}-\d{2}-\d{2}T/

/** Returns a text that says how new a log is: of several logs, the first one with the greatest text counts. */
const ageRankOf = ({ time }: CrashLog): string => (time === null ? '' : TIME.test(time) ? `2 ${time}` : '1')

/** Returns the log that counts if a list has several: the newest one, then the first one; undefined without logs. */
export function newestLog(logs: readonly ReadLog[]): ReadLog | undefined {
  let newest: ReadLog | undefined
  for (const log of logs) if (newest === undefined || ageRankOf(log.facts) > ageRankOf(newest.facts)) newest = log
  return newest
}
