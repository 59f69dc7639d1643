const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Shows each moment in the reader's zone, as the reader's language writes it. */
export function localizeTimes(): void {
  for (const time of document.querySelectorAll('time')) {
    const moment = new Date(time.dateTime)
    time.title = time.textContent ?? ''
    time.textContent = format.format(moment)
  }
}
