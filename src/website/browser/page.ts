import { forgetGone, showSharedNotice } from './owner-key.ts'
import { chooseChanges } from './page/choose-changes.ts'
import { forgetDeletion, keepTicks, tidySearch } from './page/collection.ts'
import { copyTexts } from './page/copy-text.ts'
import { filterChanges, filterRows } from './page/filter.ts'
import { loadUploadScript, readLogAtOnce } from './page/front.ts'
import { nameReader, showForOwner } from './page/header.ts'
import { addressLines, openTabOfLine } from './page/line-links.ts'
import { ageOf, showOwnLists } from './page/own-lists.ts'
import { saySaved } from './storage.ts'

localizeTimes()
void nameReader().then(showForOwner)
void showOwnLists()
forgetGone()
showSharedNotice()
saySaved()
copyTexts()
openTabOfLine()
addEventListener('hashchange', openTabOfLine)
filterRows()
filterChanges()
addressLines()
tidySearch()
forgetDeletion()
keepTicks()
chooseChanges()
loadUploadScript()
readLogAtOnce()

/** Shows each time in the reader's time zone and language; a day of the last week as "2 minutes ago". */
function localizeTimes(): void {
  const times = document.querySelectorAll('time')
  if (times.length === 0) return // the first formatter takes milliseconds to make, the second none
  const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
  const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  for (const time of times) {
    const at = new Date(time.dateTime)
    time.title = full.format(at)
    const isDay = time.className === 'day'
    time.textContent = (isDay && ageOf(at)) || (isDay ? day : full).format(at)
  }
}
