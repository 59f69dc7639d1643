import { forgetGone, showSharedNotice } from './owner-key.ts'
import { chooseChanges } from './page/choose-changes.ts'
import { forgetDeletion, keepTicks, tidySearch } from './page/collection.ts'
import { copyTexts } from './page/copy-text.ts'
import { filterRows } from './page/filter.ts'
import { nameReader } from './page/header.ts'
import { addressLines } from './page/line-links.ts'
import { saySaved } from './page/saved.ts'

localizeTimes()
void nameReader()
forgetGone()
showSharedNotice()
saySaved()
copyTexts()
filterRows()
addressLines()
tidySearch()
forgetDeletion()
keepTicks()
chooseChanges()

/** Shows each time in the reader's time zone and language. */
function localizeTimes(): void {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  for (const time of document.querySelectorAll('time')) {
    const moment = new Date(time.dateTime)
    time.title = time.textContent ?? ''
    time.textContent = format.format(moment)
  }
}
