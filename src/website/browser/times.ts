import { counted } from '../../text/amounts.ts'

// Formatters are made when they are first needed, because each takes milliseconds.
let day: Intl.DateTimeFormat | undefined
let full: Intl.DateTimeFormat | undefined

/** Shows a time in the reader's time zone; a day of the last week as "2 minutes ago". */
export function showTime(time: HTMLTimeElement): void {
  const at = new Date(time.dateTime)
  full ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  time.title = full.format(at)
  time.textContent = time.classList.contains('day') ? dayText(at, Date.now()) : time.title
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Returns the day of a time; of the last week, how long ago it was. */
export function dayText(at: Date, now: number): string {
  const passed = now - at.getTime()
  if (passed < -MINUTE || passed > 7 * DAY) {
    day ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
    return day.format(at)
  }
  if (passed < MINUTE) return 'just now'
  if (passed < HOUR) return `${counted(Math.floor(passed / MINUTE), 'minute')} ago`
  if (passed < DAY) return `${counted(Math.floor(passed / HOUR), 'hour')} ago`
  return passed < 2 * DAY ? 'yesterday' : `${counted(Math.floor(passed / DAY), 'day')} ago`
}
