import { counted } from '../../text/amounts.ts'
import { earliest } from '../../text/timestamp.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Shows an ISO timestamp in UTC. A script changes it to the reader's time zone. */
export const Time = ({ at }: { at: string }) => <time dateTime={at}>{inUtc(at)}</time>

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

const inUtc = (at: string) => `${format.format(new Date(at))} UTC`

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

/** Returns when the first of these lists' time left changes its words, or null for never. */
export const nextChange = (lists: readonly { expires: string | null }[], now: Date): Date | null =>
  earliest(...lists.map(({ expires }) => (expires === null ? null : timeLeft(new Date(expires), now).changesAt)))
