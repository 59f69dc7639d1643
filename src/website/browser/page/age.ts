const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Says how long ago a time of the last week was ("2 minutes ago"); undefined if it was earlier, or is still to come. */
export function ageOf(at: Date): string | undefined {
  const age = Date.now() - at.getTime()
  if (age < -MINUTE || age > 7 * DAY) return undefined
  const words = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
  if (age < MINUTE) return words.format(0, 'minute')
  if (age < HOUR) return words.format(-Math.floor(age / MINUTE), 'minute')
  return age < DAY ? words.format(-Math.floor(age / HOUR), 'hour') : words.format(-Math.floor(age / DAY), 'day')
}
