import { chooseChanges } from './choose-changes.ts'
import { forgetDeletion, keepTicks, tidySearch } from './collection.ts'
import { copyLinkedTexts, copyTexts } from './copy-text.ts'
import { filterRows } from './filter.ts'
import { nameReader } from './header.ts'
import { addressLines } from './line-links.ts'
import { forgetGone, showSharedNotice } from './owner-key.ts'
import { saySaved } from './saved.ts'

localizeTimes()
void nameReader()
forgetGone()
showSharedNotice()
saySaved()
copyTexts()
copyLinkedTexts()
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
