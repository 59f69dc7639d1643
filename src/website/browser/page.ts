import { forgetDeletion, keepTicks, tidySearch } from './collection.ts'
import { copyTexts } from './copy-text.ts'
import { filterRows } from './filter.ts'
import { addressLines } from './line-links.ts'
import { forgetGone, showSharedNotice } from './owner-key.ts'
import { saySaved } from './saved.ts'
import { localizeTimes } from './times.ts'

localizeTimes()
forgetGone()
showSharedNotice()
saySaved()
copyTexts()
filterRows()
addressLines()
tidySearch()
forgetDeletion()
keepTicks()
