const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Shows each time in the reader's time zone and language. */
export function localizeTimes(): void {
  for (const time of document.querySelectorAll('time')) {
    const moment = new Date(time.dateTime)
    time.title = time.textContent ?? ''
    time.textContent = format.format(moment)
  }
}
