import { counted } from '../../text/amounts.ts'
import type { Note } from '../schemas.ts'

const TEXTS: Readonly<Record<Note['code'], (count: number) => string>> = {
  order_reversed: () => 'is in reverse order; it was read from the last line up',
  order_missing: (count) => `is missing, so ${counted(count, 'plugin')} could not be compared`,
  cut: (count) => `is too long to show in full; ${counted(count, 'line')} left out`,
  duplicate_mods: (count) => `has ${counted(count, 'line')} with mods already listed above; ignored`,
  duplicate_plugins: (count) =>
    `has ${counted(count, 'line')} with plugins already listed above; only the last state counts`,
  repeated_settings: (count) => `has ${counted(count, 'line')} with settings already listed above; ignored`,
  not_plugins: (count) => `has ${counted(count, 'line')} that ${count === 1 ? 'is' : 'are'} not plugins; ignored`,
  not_entries: (count) => `has ${counted(count, 'line')} that ${count === 1 ? 'is' : 'are'} not entries; ignored`,
  not_read: () => 'is kept as text',
  unreadable: () => 'could not be read; its syntax is broken',
  skipped_mods: (count) => `lists ${counted(count, 'mod')} that the game did not load`,
  more_logs: (count) =>
    `is the newest log; ${counted(count, 'other log')} ${count === 1 ? 'is' : 'are'} not shown here`,
  log_cut: (count) => `counts ${counted(count, 'plugin')} more than it lists`,
  log_differs: (count) => `is a log of another load order; ${counted(count, 'plugin')} differ${count === 1 ? 's' : ''}`,
  repeated_sections: (count) =>
    `has ${counted(count, 'line')} in sections already listed above; games do not read them`,
}

/** Says what a note tells of its file: "has 2 lines that are not plugins; ignored: a, b". */
export function noteWords({ code, count, names }: Note): string {
  const named = names.length === 0 ? '' : `: ${names.join(', ')}`
  return `${TEXTS[code](count)}${named}${count > names.length && names.length >= 20 ? ' and others' : ''}`
}
