import { keyOf } from '../../key.ts'
import type { Note, PluginEntry } from '../../schemas.ts'
import { drop, droppedNotes, noneDropped } from '../notes.ts'
import { readFoundPlugins } from '../plugins.ts'
import type { ReadLog } from './crash-log.ts'
import { newestLog, withoutPersonal } from './logs.ts'
import { isLoadedByGame } from './names.ts'

/** The log of a list and its plugins. */
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
