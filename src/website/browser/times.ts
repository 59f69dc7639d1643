// Formatters are made when they are first needed, because each takes milliseconds.
let day: Intl.DateTimeFormat | undefined
let full: Intl.DateTimeFormat | undefined
let age: Intl.RelativeTimeFormat | undefined

/** Shows a time in the reader's time zone and language; a day of the last week as "2 minutes ago". */
export function showTime(time: HTMLTimeElement): void {
  const at = new Date(time.dateTime)
  full ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  time.title = full.format(at)
  time.textContent = time.classList.contains('day') ? dayText(at) : time.title
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

function dayText(at: Date): string {
  const passed = Date.now() - at.getTime()
  if (passed < -MINUTE || passed > 7 * DAY) {
    day ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
    return day.format(at)
  }
  age ??= new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
  if (passed < MINUTE) return age.format(0, 'minute')
  if (passed < HOUR) return age.format(-Math.floor(passed / MINUTE), 'minute')
  return passed < DAY ? age.format(-Math.floor(passed / HOUR), 'hour') : age.format(-Math.floor(passed / DAY), 'day')
}
