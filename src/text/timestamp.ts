import { counted } from './amounts.ts'

/** Formats a time for the API: in UTC, with six fraction digits, of which a Date has three. */
export const timestamp = (moment: Date): string => moment.toISOString().replace('Z', '000Z')

/** Returns the earliest of some times; null means never. */
export const earliest = (...moments: readonly (Date | null)[]): Date | null =>
  moments.reduce((first, moment) => (first === null || (moment !== null && moment < first) ? moment : first), null)

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Returns the time left, rounded up ("3 days", "23 hours"), and the moment when these words change. */
export function timeLeft(until: Date, now: Date): { words: string; changesAt: Date } {
  const left = until.getTime() - now.getTime()
  const [unit, name] = left > DAY ? [DAY, 'day'] : left > HOUR ? [HOUR, 'hour'] : [MINUTE, 'minute']
  const count = Math.max(1, Math.ceil(left / unit))
  return {
    words: counted(count, name),
    changesAt: new Date(until.getTime() - (count - 1) * unit),
  }
}
