import { earliest, timeLeft, timestamp } from '../../text/timestamp.ts'

const inUtc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** Shows a time in UTC. A script changes it to the reader's time zone. */
export const Time = ({ at }: { at: Date | string }) => (
  <time dateTime={typeof at === 'string' ? at : timestamp(at)}>{inUtc.format(new Date(at))} UTC</time>
)

const dayInUtc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** Shows the day of a time in UTC. A script changes it to the reader's time zone. */
export const Day = ({ at }: { at: Date | string }) => (
  <time class="day" dateTime={typeof at === 'string' ? at : timestamp(at)}>
    {dayInUtc.format(new Date(at))}
  </time>
)

/** Returns a time of a player's clock as people write it: "16 Dec 2023 10:39". Another form is returned as it is. */
export function clockText(text: string): string {
  const [, day, minutes, zone = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d)?(?:\.\d{1,9})?(Z?)$/.exec(text) ?? []
  if (day === undefined || Number.isNaN(Date.parse(day))) return text
  return `${dayInUtc.format(new Date(day))} ${minutes}${zone && ' UTC'}`
}

/** Returns the day and month of a text such as `2023-12-16T10:39:44`: "16 Dec". Undefined for another form. */
export function dayAndMonth(text: string): string | undefined {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(text) ?? []
  if (day === undefined || Number.isNaN(Date.parse(day))) return undefined
  return dayInUtc.format(new Date(day)).replace(/ \d{4}$/, '')
}

/** Says when something happened, such as "updated 20 Nov 2026, 08:30 UTC", on a line of its own. */
export const EventTime = ({ event, at }: { event: string; at: Date | string }) => (
  <span class="times">
    {event} <Time at={at} />
  </span>
)

/** Returns when the first of these lists' time left changes its words, or null for never. */
export const nextChange = (lists: readonly { expires: string | null }[], now: Date): Date | null =>
  earliest(...lists.map(({ expires }) => (expires === null ? null : timeLeft(new Date(expires), now).changesAt)))
