import { copyLinks } from './copy-link.ts'
import { filterRows } from './filter.ts'
import { addressLines } from './line-links.ts'
import { localizeTimes } from './times.ts'

localizeTimes()
copyLinks()
filterRows()
addressLines()
