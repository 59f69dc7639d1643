import { counted } from '../../text/plural.ts'
import { earliest } from '../../text/timestamp.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A moment in words that a script puts into the reader's zone. It is an ISO timestamp. */
export const Time = ({ at }: { at: string }) => <time dateTime={at}>{inUtc(at)}</time>

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

const inUtc = (at: string) => `${format.format(new Date(at))} UTC`

/** How long until a moment, rounded up ("3 days", "23 hours"), and when that will be other words. */
export function timeLeft(until: Date, now: Date): { words: string; changesAt: Date } {
  const left = until.getTime() - now.getTime()
  const [unit, name] = left > DAY ? [DAY, 'day'] : left > HOUR ? [HOUR, 'hour'] : [MINUTE, 'minute']
  const count = Math.max(1, Math.ceil(left / unit))
  return {
    words: counted(count, name),
    changesAt: new Date(until.getTime() - (count - 1) * unit),
  }
}

/** When the time left of any of these lists will be other words; null is never. */
export const nextChange = (lists: readonly { expires: string | null }[], now: Date): Date | null =>
  earliest(...lists.map(({ expires }) => (expires === null ? null : timeLeft(new Date(expires), now).changesAt)))
